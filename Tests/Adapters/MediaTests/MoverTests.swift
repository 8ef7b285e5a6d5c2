import Catalog
import Crypto
import Foundation
import Glibc
import Logging
import Moderation
import Primitives
import Submissions
import Subprocess
import SystemPackage
import Testing

@testable import Media

@Suite("The mover") struct MoverTests {
    private let quarantine: TestFolder
    private let library: TestFolder
    private let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }

    init() throws {
        quarantine = try TestFolder()
        library = try TestFolder()
        try Data(bytes).write(to: URL(fileURLWithPath: quarantine.file("submission")))
    }

    private func pendingMove(_ path: String, digest: [UInt8]? = nil) throws -> PendingMove {
        PendingMove(
            id: ID("submission"), library: ID("l"), root: library.root,
            path: try #require(LibraryPath(bytes: Array(path.utf8))),
            size: Int64(bytes.count), digest: digest ?? Array(SHA256.hash(data: bytes)))
    }

    private func move(_ pending: PendingMove) async throws -> MoveOutcome {
        let silent = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
        let mover = ConfinedMover(launcher: try WorkerFixture.executable, logger: silent)
        return try await mover.move(pending, from: quarantine.root)
    }

    private func everything() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: library.path).sorted()
    }

    @Test("puts a file in its place, makes folders, and recognizes the file when asked again")
    func moves() async throws {
        let job = try pendingMove("Ann/Album (1999)/01 Song.flac")
        #expect(try await move(job) == .moved)
        #expect(
            try Array(Data(contentsOf: URL(fileURLWithPath: library.file("Ann/Album (1999)/01 Song.flac")))) == bytes)
        #expect(FileManager.default.fileExists(atPath: quarantine.file("submission")))
        #expect(try await move(job) == .wasThere)
        #expect(try everything().count == 3)
    }

    @Test("never overwrites, whatever exists at the destination")
    func taken() async throws {
        try FileManager.default.createDirectory(atPath: library.file("folder.flac"), withIntermediateDirectories: true)
        try Data("other".utf8).write(to: URL(fileURLWithPath: library.file("file.flac")))
        #expect(symlink("nowhere", library.file("link.flac")) == 0)
        for name in ["folder.flac", "file.flac", "link.flac"] {
            #expect(try await move(pendingMove(name)) == .taken, "\(name)")
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: library.file("file.flac"))) == Data("other".utf8))
        #expect(try everything() == ["file.flac", "folder.flac", "link.flac"])
    }

    @Test("does not move a file that differs from the examined one, and leaves nothing behind")
    func changed() async throws {
        for digest in [[UInt8](repeating: 0, count: 32)] {
            guard case .failed = try await move(pendingMove("a.flac", digest: digest)) else {
                Issue.record("it was moved")
                return
            }
        }
        try Data(bytes + [1]).write(to: URL(fileURLWithPath: quarantine.file("submission")))
        guard case .failed = try await move(pendingMove("a.flac")) else {
            Issue.record("a longer file was moved")
            return
        }
        #expect(try everything() == [])
    }

    @Test("does not follow a link that leads out of the library")
    func links() async throws {
        let outside = try TestFolder()
        #expect(symlink(outside.path, library.file("Ann")) == 0)
        guard case .failed = try await move(pendingMove("Ann/a.flac")) else {
            Issue.record("it was moved out of the library")
            return
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: outside.path) == [])
    }

    @Test("is not blocked by the leftovers of a killed run")
    func leftovers() async throws {
        try Data("half".utf8).write(to: URL(fileURLWithPath: library.file(".rondo-submission.part")))
        #expect(try await move(pendingMove("a.flac")) == .moved)
        #expect(try everything() == ["a.flac"])
    }

    @Test("removes its file if syncing fails, but not a file that replaced it")
    func unkept() throws {
        let (from, to) = (open(quarantine.path, O_RDONLY), open(library.path, O_RDONLY))
        defer { for descriptor in [from, to] { close(descriptor) } }
        let job = MoveJob(try pendingMove("a.flac"), from: quarantine.root)
        let place = library.file("a.flac")
        // The file is synced first, then the folder that contains it.
        func move(_ meanwhile: @escaping () -> Void) -> MoveOutcome {
            var calls = 0
            return FileMove(job: job, quarantine: from, root: to) { descriptor in
                calls += 1
                guard calls == 2 else { return fsync(descriptor) }
                meanwhile()
                errno = EIO
                return -1
            }.run()
        }
        let failed = MoveOutcome.failed("The library's folder cannot be written: Input/output error.")
        #expect(move {} == failed)
        #expect(try everything() == [])
        #expect(
            move {
                unlink(place)
                _ = FileManager.default.createFile(atPath: place, contents: Data("other".utf8))
            } == failed)
        #expect(try library.bytes(of: "a.flac") == Array("other".utf8))
        #expect(try everything() == ["a.flac"])
    }

    @Test("starts from a helper process, once for each job, and refuses destinations that music cannot have")
    func started() async throws {
        let silent = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
        let launcher = try WorkerFixture.executable
        let mover = ConfinedMover(launcher: launcher, line: MoverStarter.start(program: launcher), logger: silent)
        for name in ["a.flac", "b.flac"] {
            #expect(try await mover.move(try pendingMove(name), from: quarantine.root) == .moved)
        }
        #expect(try await mover.move(try pendingMove("a.flac"), from: quarantine.root) == .wasThere)
        #expect(try everything() == ["a.flac", "b.flac"])
        #expect(try await mover.move(try pendingMove("Ann/.ssh/a.flac"), from: quarantine.root) == .unavailable)
        let system = PendingMove(
            id: ID("submission"), library: ID("l"), root: Array("/etc".utf8),
            path: try #require(LibraryPath(bytes: Array("a.flac".utf8))), size: 1, digest: [])
        #expect(try await mover.move(system, from: quarantine.root) == .unavailable)
        #expect(try everything() == ["a.flac", "b.flac"])
    }

    private func withdrawn(_ path: String, of bytes: Int? = nil) throws -> WithdrawnFile {
        var status = stat()
        let isThere = stat(library.file(path), &status) == 0
        return WithdrawnFile(
            id: ID("withdrawn"), state: .leaving, library: ID("l"), root: library.root,
            path: try #require(LibraryPath(bytes: Array(path.utf8))),
            size: Int64(bytes ?? self.bytes.count),
            modifiedNanoseconds: isThere
                ? Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec) : 0)
    }

    @Test("moves a withdrawn file to the bin and back without overwriting, and can safely be asked again")
    func bin() async throws {
        #expect(try await move(pendingMove("Ann/a.flac")) == .moved)
        let silent = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
        let mover = ConfinedMover(launcher: try WorkerFixture.executable, logger: silent)
        let file = try withdrawn("Ann/a.flac")
        for _ in 1...2 {
            #expect(try await mover.move(file, .aside) == .done)
            #expect(try everything() == [".rondo-bin", ".rondo-bin/withdrawn", "Ann"])
        }
        try Data("other".utf8).write(to: URL(fileURLWithPath: library.file("Ann/a.flac")))
        #expect(try await mover.move(file, .back) == .taken)
        try FileManager.default.removeItem(atPath: library.file("Ann"))
        for _ in 1...2 {
            #expect(try await mover.move(file, .back) == .done)
            #expect(try everything() == [".rondo-bin", "Ann", "Ann/a.flac"])
        }
        #expect(try library.bytes(of: "Ann/a.flac") == bytes)
        for _ in 1...2 {
            #expect(try await mover.move(file, .away) == .done)
            #expect(try everything() == [".rondo-bin", "Ann"])
        }
        #expect(try await mover.move(file, .back) == .gone)
    }

    @Test("never takes another file for the withdrawn one, or one outside the library")
    func others() async throws {
        let silent = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
        let mover = ConfinedMover(launcher: try WorkerFixture.executable, logger: silent)
        try Data("other".utf8).write(to: URL(fileURLWithPath: library.file("a.flac")))
        let file = try withdrawn("a.flac")
        for direction in [BinDirection.aside, .back] { #expect(try await mover.move(file, direction) == .gone) }
        #expect(try await mover.move(file, .away) == .done)
        #expect(try library.bytes(of: "a.flac") == Array("other".utf8))
        let outside = try TestFolder()
        try Data("theirs".utf8).write(to: URL(fileURLWithPath: outside.file("b.flac")))
        #expect(symlink(outside.path, library.file("out")) == 0)
        guard case .failed = try await mover.move(try withdrawn("out/b.flac", of: 6), .aside) else {
            Issue.record("a file outside the library was moved")
            return
        }
        #expect(try outside.bytes(of: "b.flac") == Array("theirs".utf8))
    }

    @Test("is confined by the kernel to reading the quarantine and to the library")
    func confinement() async throws {
        let result = try await Subprocess.run(
            .path(FilePath(try WorkerFixture.executable)),
            arguments: ["mover-escape", quarantine.path, library.path], output: .string(limit: 4096), error: .discarded)
        #expect(result.standardOutput == "read submission\ncreate in library\nfolder in library\n")
    }
}
