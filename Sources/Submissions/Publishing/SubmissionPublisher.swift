package import Catalog
package import Logging
package import Primitives

/// Takes approved files into their libraries: the file is moved by a process of its own, then its folder is looked through as by a scan, and the
/// transaction that writes the track is the one in which the submission is approved (see `SubmissionStore.claim`).
///
/// Every step may be cut off and is done again at the next start.
package struct SubmissionPublisher: Sendable {
    private static let mostNames = 1000

    private let store: any SubmissionStore
    private let quarantine: any Quarantine
    private let mover: any LibraryMover
    private let runner: ScanRunner
    private let clock: any WallClock
    private let logger: Logger
    private let signals: AsyncStream<Void>
    private let signal: AsyncStream<Void>.Continuation

    package init(
        store: any SubmissionStore, quarantine: any Quarantine, mover: any LibraryMover, runner: ScanRunner,
        clock: any WallClock = SystemWallClock(), logger: Logger
    ) {
        self.store = store
        self.quarantine = quarantine
        self.mover = mover
        self.runner = runner
        self.clock = clock
        self.logger = logger
        (signals, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    }

    /// Has `work` look for approved files.
    package func wake() {
        signal.yield()
    }

    /// Works until the task is cancelled, also on what an earlier process left.
    package func work() async {
        signal.yield()
        var placed: [ID<Submission>: Publication] = [:]
        for await _ in signals {
            do {
                while try await publishAll(&placed) { try await Task.sleep(for: .seconds(1)) }
            } catch is CancellationError {
                return
            } catch {
                logger.warning("Approved music could not be taken in", metadata: ["error": "\(error)"])
            }
        }
    }

    /// - Parameter placed: what is at its place already, and waits for a scan to end.
    /// - Returns: whether something is left that may work later.
    private func publishAll(_ placed: inout [ID<Submission>: Publication]) async throws -> Bool {
        var folders: [ID<Library>: Set<[UInt8]>] = [:]
        for publication in try await store.publications() {
            try Task.checkCancellation()
            guard let library = publication.library else {
                try await store.giveUp(publication.id, because: "The library was removed.", at: clock.now())
                continue
            }
            if placed[publication.id] != publication { placed[publication.id] = try await move(publication) }
            guard let there = placed[publication.id] else { continue }
            folders[library, default: []].insert(there.path.folder)
        }
        for (library, folders) in folders { try await take(folders, into: library) }
        for id in try await store.published() {
            await quarantine.remove(id.rawValue)
            try await store.forgetFile(of: id)
        }
        let left = try await store.publications()
        placed = placed.filter { id, _ in left.contains { $0.id == id } }
        return !left.isEmpty
    }

    /// Where it lies now; nil when it is not there.
    private func move(_ publication: Publication) async throws -> Publication? {
        var publication = publication
        for number in 2..<Self.mostNames {
            switch try await mover.move(publication, from: quarantine.root) {
            case .moved, .wasThere: return publication
            case .unavailable: return nil
            case .failed(let reason):
                logger.warning(
                    "Approved music could not be moved",
                    metadata: ["submission.id": "\(publication.id)", "reason": "\(reason)"])
                try await store.giveUp(publication.id, because: reason, at: clock.now())
                return nil
            case .taken:
                guard let path = publication.path.numbered(number) else { return nil }
                if try await store.retarget(publication.id, to: path) {
                    publication = Publication(
                        id: publication.id, library: publication.library, root: publication.root, path: path,
                        size: publication.size, digest: publication.digest)
                }
            }
        }
        try await store.giveUp(publication.id, because: "There are too many files of that name.", at: clock.now())
        return nil
    }

    /// A scan that runs at the moment is waited for; often it has taken the files in by itself then.
    private func take(_ folders: Set<[UInt8]>, into library: ID<Library>) async throws {
        do {
            try await runner.take(folders.sorted { $0.lexicographicallyPrecedes($1) }, of: library)
        } catch let error as DomainError where error.reason == "scan_running" {
            return
        }
    }
}

extension LibraryPath {
    /// `Song.flac` as `Song (2).flac`.
    fileprivate func numbered(_ number: Int) -> LibraryPath? {
        let dot = bytes.lastIndex(of: UInt8(ascii: ".")) ?? bytes.endIndex
        let stem = bytes[..<dot]
        // Where there is a number already it is replaced.
        var base = Array(stem)
        if base.last == UInt8(ascii: ")"), let open = base.lastIndex(of: UInt8(ascii: "(")), open > 0,
            base[(open + 1)..<(base.count - 1)].allSatisfy({ (0x30...0x39).contains($0) }),
            base[open - 1] == 0x20, base.count - open <= 5
        {
            base = Array(base[..<(open - 1)])
        }
        return LibraryPath(bytes: base + Array(" (\(number))".utf8) + Array(bytes[dot...]))
    }
}
