import Support
import Primitives
import Foundation
import Journal
import Synchronization
import Testing

@testable import Portability

/// The effect of an import on other users, and the rights with which it runs.
@Suite("The import queue", .timeLimit(.minutes(2))) struct ImportQueueTests {
    /// Files in memory. Reading the file `stuck` blocks until it is cancelled.
    private final class Files: ImportFolder, ArchiveFiles {
        let entries: [(name: String, text: String)]
        private let state = Mutex<(read: [String], removed: [String])>(([], []))
        private let (asked, ask) = AsyncStream.makeStream(of: Void.self)

        init(_ entries: [(name: String, text: String)]) {
            self.entries = entries
        }

        var removed: [String] { state.withLock { $0.removed } }
        /// The names of entries, once for each time that one was read from its start.
        var read: [String] { state.withLock { $0.read } }

        /// Returns once a reader waits for the blocking file.
        func wait() async {
            for await _ in asked { break }
        }

        func begin() async throws -> any ImportUpload { throw DomainError.unreadableImport }
        func remove(_ file: String) async { state.withLock { $0.removed.append(file) } }

        func bytes(of file: String, from offset: Int64, count: Int) async throws -> [UInt8] {
            guard file == "stuck" else { return Array("PK".utf8) }
            let (never, end) = AsyncStream.makeStream(of: Void.self)
            ask.yield()
            for await _ in never {}
            end.finish()
            throw CancellationError()
        }

        func entries(of file: String) async throws -> [(name: String, size: Int64)] {
            entries.map { ($0.name, Int64($0.text.utf8.count)) }
        }

        func bytes(of entry: String, in file: String, from offset: Int64, count: Int) async throws -> [UInt8] {
            if offset == 0 { state.withLock { $0.read.append(entry) } }
            let text = entries.first { $0.name == entry }?.text ?? ""
            return Array(Array(text.utf8).dropFirst(Int(offset)).prefix(count))
        }
    }

    /// Accepts everything, and remembers the callers.
    private final class Store: ImportStore {
        private let state = Mutex<(callers: [Principal], noted: Int, kept: [ImportedPicture.Subject])>(([], 0, []))
        var kept: [ImportedPicture.Subject] { state.withLock { $0.kept } }
        var callers: [Principal] { state.withLock { $0.callers } }
        var noted: Int { state.withLock { $0.noted } }

        func take(
            _ items: [ImportItem], from source: ImportSource, for caller: Principal, isTrial: Bool,
            at instant: Timestamp
        ) async throws -> [ImportOutcome] {
            state.withLock { $0.callers.append(caller) }
            return items.map { _ in .added }
        }

        func store(
            _ picture: BlobKey, of subject: ImportedPicture.Subject, for caller: Principal, at instant: Timestamp
        ) async throws -> Bool {
            state.withLock { $0.kept.append(subject) }
            return true
        }

        func finish(_ entry: JournalEntry, of user: ID<Person>) async throws {
            state.withLock { $0.noted += 1 }
        }
    }

    private static let listen =
        #"{"listened_at":1700000000,"track_metadata":{"artist_name":"a","track_name":"b"}}"#
    private static let two = [("listens/1.jsonl", listen), ("listens/2.jsonl", listen)]
    private static let ada = Principal(user: ID("ada"), role: .listener)
    private static let bob = Principal(user: ID("bob"), role: .listener)

    private func bounds(bytes: Int64 = 1 << 20, items: Int = 100, time: Duration = .seconds(600)) -> ImportBounds {
        var bounds = ImportBounds()
        (bounds.bytes, bounds.items, bounds.time) = (bytes, items, time)
        return bounds
    }

    /// Waits until the caller's import is not being worked on, and returns it.
    private func settled(_ queue: ImportQueue, _ caller: Principal = ada) async throws -> ImportState? {
        try await waitUntil("the import is settled") {
            switch try await queue.state(as: caller) {
            case .examining, .running: false
            default: true
            }
        }
        return try await queue.state(as: caller)
    }

    /// Runs `body` with a working queue.
    private func working<R: Sendable>(
        _ files: Files, _ bounds: ImportBounds, _ store: Store = Store(),
        pictures: @escaping @Sendable ([UInt8], ID<Person>) async throws -> BlobKey = { _, _ in
            throw CancellationError()
        },
        person: @escaping @Sendable (ID<Person>) -> Principal? = { Principal(user: $0, role: .listener) },
        _ body: (ImportQueue) async throws -> R
    ) async throws -> R {
        let queue = ImportQueue(
            store: store, archives: files, folder: files, pictures: pictures, person: person, bounds: bounds)
        let work = Task { await queue.work() }
        defer { work.cancel() }
        return try await body(queue)
    }

    @Test("the total size of an archive's files and the number of items are limited")
    func sums() async throws {
        for (bounds, isRead) in [
            (bounds(), true), (bounds(bytes: Int64(Self.listen.utf8.count) * 2 - 1), false), (bounds(items: 1), false),
        ] {
            let state = try await working(Files(Self.two), bounds) { queue in
                try await queue.examine("file", as: Self.ada, from: "here")
                return try await settled(queue)
            }
            if isRead {
                guard case .ready(let report) = state else {
                    Issue.record("\(String(describing: state))")
                    return
                }
                #expect(report.found == 2)
            } else {
                guard case .failed("import_too_large", _) = state else {
                    Issue.record("\(String(describing: state))")
                    return
                }
            }
        }
    }

    @Test("an import that does not end delays nobody else, and its owner can cancel it")
    func stuck() async throws {
        let files = Files(Self.two)
        try await working(files, bounds()) { queue in
            try await queue.examine("stuck", as: Self.ada, from: "here")
            await files.wait()
            try await queue.examine("file", as: Self.bob, from: "here")
            guard case .ready = try await settled(queue, Self.bob) else {
                Issue.record("bob waits for ada")
                return
            }
            try await queue.forget(as: Self.ada)
            #expect(try await queue.state(as: Self.ada) == nil)
            #expect(files.removed.contains("stuck"))
            // The slots are free again: both can be processed at once.
            try await queue.examine("stuck", as: Self.ada, from: "here")
            await files.wait()
            try await queue.forget(as: Self.ada)
            try await queue.examine("file", as: Self.ada, from: "here")
            guard case .ready = try await settled(queue) else {
                Issue.record("ada's is not read")
                return
            }
        }
    }

    @Test("an import that takes too long is given up")
    func time() async throws {
        let files = Files(Self.two)
        let state = try await working(files, bounds(time: .milliseconds(20))) { queue in
            try await queue.examine("stuck", as: Self.ada, from: "here")
            return try await settled(queue)
        }
        guard case .failed("import_too_large", _) = state else {
            Issue.record("\(String(describing: state))")
            return
        }
    }

    @Test("pictures are read once each, in archive order, and other files are skipped")
    func pictures() async throws {
        func name(_ letter: Character) -> String { "pictures/" + String(repeating: letter, count: 64) + ".jpg" }
        let wishes = ["c", "a", "b", "a", "d", "e"].map { letter in
            #"{"title":"\#(letter)","createdAt":"2024-01-01T00:00:00Z","picture":"\#(name(Character(letter)))"}"#
        }
        let other = #"{"title":"y","createdAt":"2024-01-01T00:00:00Z","picture":"../../etc/passwd"}"#
        let files = Files(
            [("rondo-export.json", "{}"), ("json/wishes.json", "[" + (wishes + [other]).joined(separator: ",") + "]")]
                + "abcd".map { (name($0), $0 == "d" ? "text" : "picture \($0)") })
        let store = Store()
        let decoded = Mutex<[String]>([])
        let state = try await working(
            files, bounds(), store,
            pictures: { bytes, _ in
                let text = String(decoding: bytes, as: UTF8.self)
                guard text.hasPrefix("picture") else { throw DomainError(.unsupportedMediaType, "It is no picture") }
                decoded.withLock { $0.append(text) }
                return try #require(BlobKey(hex: String(repeating: text.last ?? "0", count: 64)))
            }
        ) { queue in
            try await queue.examine("file", as: Self.ada, from: "here")
            guard case .ready = try await settled(queue) else { return try await queue.state(as: Self.ada) }
            #expect(decoded.withLock { $0.isEmpty } && store.kept.isEmpty)
            try await queue.run(as: Self.ada)
            return try await settled(queue)
        }
        guard case .finished(let report) = state else {
            Issue.record("\(String(describing: state))")
            return
        }
        #expect(decoded.withLock { $0 } == ["picture a", "picture b", "picture c"])
        #expect(store.kept == ["a", "a", "b", "c"].map { .wish(title: $0, artist: "") })
        #expect(files.read.suffix(4) == "abcd".map { name($0) })
        let count = report.counts[.pictures]
        #expect(count?.added == 4 && count?.unmatched == 1 && report.unreadable == 1)
        #expect(report.counts[.wishes]?.added == 7)
    }

    @Test("too many pictures are refused")
    func tooManyPictures() async throws {
        var few = bounds()
        few.pictures = 1
        let one =
            #"{"title":"t","createdAt":"2024-01-01T00:00:00Z","picture":"pictures/\#(String(repeating: "a", count: 64)).jpg"}"#
        let files = Files([("rondo-export.json", "{}"), ("json/wishes.json", "[\(one),\(one)]")])
        let state = try await working(files, few) { queue in
            try await queue.examine("file", as: Self.ada, from: "here")
            return try await settled(queue)
        }
        guard case .failed("import_too_large", _) = state else {
            Issue.record("\(String(describing: state))")
            return
        }
    }

    @Test("an import runs with the user's current rights")
    func rights() async throws {
        let store = Store()
        let now = Mutex<Principal?>(Self.ada)
        let narrowed = Principal(user: Self.ada.user, role: .listener, libraries: .only([]))
        try await working(Files(Self.two), bounds(), store, person: { _ in now.withLock { $0 } }) { queue in
            try await queue.examine("file", as: Self.ada, from: "here")
            guard case .ready = try await settled(queue) else {
                Issue.record("it is not read")
                return
            }
            now.withLock { $0 = narrowed }
            try await queue.run(as: Self.ada)
            guard case .finished = try await settled(queue) else {
                Issue.record("it is not taken in")
                return
            }
            #expect(store.callers == [Self.ada, Self.ada, narrowed, narrowed] && store.noted == 1)

            try await queue.examine("file", as: Self.ada, from: "here")
            _ = try await settled(queue)
            now.withLock { $0 = nil }
            try await queue.run(as: Self.ada)
            guard case .failed("import_not_allowed", _) = try await settled(queue) else {
                Issue.record("it is taken in for somebody who may not sign in")
                return
            }
            #expect(store.callers.count == 6)
        }
    }

    @Test("a user can send only one file at a time")
    func places() async throws {
        let files = Files(Self.two)
        try await working(files, bounds()) { queue in
            try await queue.admit(Self.ada)
            let refused = await #expect(throws: DomainError.self) { try await queue.admit(Self.ada) }
            #expect(refused?.reason == "import_busy")
            try await queue.admit(Self.bob)
            await queue.release(Self.ada)
            try await queue.admit(Self.ada)
            try await queue.examine("file", as: Self.ada, from: "here")
            guard case .ready = try await settled(queue) else {
                Issue.record("it is not read")
                return
            }
            // Running uploads count too.
            for number in 0..<18 { try await queue.admit(Principal(user: ID("p\(number)"), role: .listener)) }
            let full = await #expect(throws: DomainError.self) {
                try await queue.admit(Principal(user: ID("late"), role: .listener))
            }
            #expect(full?.code == .unavailable)
        }
    }
}
