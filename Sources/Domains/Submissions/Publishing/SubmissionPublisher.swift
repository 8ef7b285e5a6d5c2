package import Catalog
package import Logging
package import Primitives

/// Takes approved files into their libraries: the file is moved by a process of its own, then its folder is looked through as by a scan, and the
/// transaction that writes the track is the one in which the submission is approved (see `SubmissionStore.claim`).
///
/// Every step may be cut off and is done again at the next start.
package struct SubmissionPublisher: Sendable {
    private static let mostNames = 1000
    /// Before what waits for a scan is looked at again, and what failed for the first time.
    private static let shortestRest = Duration.seconds(1)
    private static let longestRest = Duration.seconds(16)

    private let store: any SubmissionStore
    private let quarantine: any Quarantine
    private let mover: any LibraryMover
    private let runner: ScanRunner
    private let clock: any WallClock
    private let rests: any Clock<Duration>
    private let logger: Logger
    private let signals: AsyncStream<Void>
    private let signal: AsyncStream<Void>.Continuation

    package init(
        store: any SubmissionStore, quarantine: any Quarantine, mover: any LibraryMover, runner: ScanRunner,
        clock: any WallClock = SystemWallClock(), rests: any Clock<Duration> = ContinuousClock(), logger: Logger
    ) {
        self.store = store
        self.quarantine = quarantine
        self.mover = mover
        self.runner = runner
        self.clock = clock
        self.rests = rests
        self.logger = logger
        (signals, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    }

    /// Has `work` look for approved files.
    package func wake() {
        signal.yield()
    }

    /// Works until the task is cancelled, also on what an earlier process left. What fails is tried again after a rest that grows.
    package func work() async {
        signal.yield()
        var placed: [ID<Submission>: Publication] = [:]
        for await _ in signals {
            var rest = Self.shortestRest
            do {
                while true {
                    let (isLeft, hasFailed) = try await publishAll(&placed)
                    guard isLeft || hasFailed else { break }
                    rest = hasFailed ? min(rest * 2, Self.longestRest) : Self.shortestRest
                    try await rests.sleep(for: rest)
                }
            } catch {
                // Only being cancelled ends it.
                return
            }
        }
    }

    /// - Parameter placed: what is at its place already, and waits for a scan to end.
    /// - Returns: whether something is left that may work later, and whether something failed.
    private func publishAll(
        _ placed: inout [ID<Submission>: Publication]
    ) async throws -> (isLeft: Bool, hasFailed: Bool) {
        guard let publications = try await attempt({ try await store.publications() }) else { return (true, true) }
        var hasFailed = false
        var folders: [ID<Library>: Set<[UInt8]>] = [:]
        for publication in publications {
            try Task.checkCancellation()
            guard let library = publication.library else {
                let isDone: Void? = try await attempt(of: publication.id) {
                    try await store.giveUp(publication.id, because: "The library was removed.", at: clock.now())
                }
                hasFailed = hasFailed || isDone == nil
                continue
            }
            if placed[publication.id] != publication {
                let moved = try await attempt(of: publication.id) { try await move(publication) }
                hasFailed = hasFailed || moved == nil
                placed[publication.id] = moved ?? nil
            }
            guard let there = placed[publication.id] else { continue }
            folders[library, default: []].insert(there.path.folder)
        }
        for (library, folders) in folders {
            let isDone: Void? = try await attempt(into: library) { try await take(folders, into: library) }
            hasFailed = hasFailed || isDone == nil
        }
        let left: [Publication]? = try await attempt {
            for id in try await store.published() {
                await quarantine.remove(id.rawValue)
                try await store.forgetFile(of: id)
            }
            return try await store.publications()
        }
        guard let left else { return (true, true) }
        placed = placed.filter { id, _ in left.contains { $0.id == id } }
        return (!left.isEmpty, hasFailed)
    }

    /// What `body` gives; nil where it fails, which is logged: one file's or library's failure holds up no other. Throws when cancelled.
    private func attempt<R>(
        of id: ID<Submission>? = nil, into library: ID<Library>? = nil, _ body: () async throws -> R
    ) async throws -> R? {
        do {
            return try await body()
        } catch {
            try Task.checkCancellation()
            var metadata: Logger.Metadata = ["error": "\((error as? DomainError)?.message ?? "\(error)")"]
            metadata["submission.id"] = id.map { "\($0)" }
            metadata["library.id"] = library.map { "\($0)" }
            logger.warning("Approved music could not be taken in", metadata: metadata)
            return nil
        }
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
