package import Catalog
import Journal
package import Logging
package import Primitives

/// Adds approved files to their libraries. A separate process moves the file. Then its folder is scanned, and the
/// transaction that writes the track also approves the submission (see `ApprovedFile.publish`).
///
/// Every step can be interrupted, and is repeated at the next start.
package struct SubmissionPublisher: Sendable {
    private static let mostNames = 1000
    /// The pause before looking again at files that wait for a scan, and before the first retry.
    private static let shortestPause = Duration.seconds(1)
    private static let longestPause = Duration.seconds(16)

    private let store: any SubmissionStore
    private let quarantine: any Quarantine
    private let mover: any LibraryMover
    private let runner: ScanRunner
    private let clock: any WallClock
    private let rests: any Clock<Duration>
    private let logger: Logger
    private let signal = WakeSignal()

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
    }

    /// Wakes `work` to look for approved files.
    package func wake() {
        signal.wake()
    }

    /// Works until the task is cancelled. It also continues what an earlier process left unfinished. Failures are
    /// retried after a growing pause.
    package func work() async {
        signal.wake()
        var placed: [ID<Submission>: Publication] = [:]
        for await _ in signal.turns {
            var pause = Self.shortestPause
            do {
                while true {
                    let (isLeft, hasFailed) = try await publishAll(&placed)
                    guard isLeft || hasFailed else { break }
                    pause = hasFailed ? min(pause * 2, Self.longestPause) : Self.shortestPause
                    try await rests.sleep(for: pause)
                }
            } catch {
                // Only cancellation ends the loop.
                return
            }
        }
    }

    /// - Parameter placed: files that are in place already and wait for a scan to end.
    /// - Returns: whether something is left that may succeed later, and whether something failed.
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
                    try await giveUp(publication.id, because: "The library was removed.")
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

    /// The result of `body`; nil where it fails, which is logged, so that one failing file or library does not stop the
    /// others. Throws when cancelled.
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
            logger.warning("Approved music could not be added", metadata: metadata)
            return nil
        }
    }

    /// Moves the file. Returns it at its place; nil when it could not be moved.
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
                try await giveUp(publication.id, because: reason)
                return nil
            case .taken:
                guard let path = publication.path.numbered(number) else { return nil }
                if try await retarget(publication.id, to: path) {
                    publication = Publication(
                        id: publication.id, library: publication.library, root: publication.root, path: path,
                        size: publication.size, digest: publication.digest)
                }
            }
        }
        try await giveUp(publication.id, because: "There are too many files of that name.")
        return nil
    }

    /// Changes the path of a file on its way; false when that path is taken too.
    private func retarget(_ id: ID<Submission>, to path: LibraryPath) async throws -> Bool {
        let instant = clock.now()
        return try await store.edit { submissions in
            guard let library = try Self.underway(id, submissions)?.library,
                try !submissions.isTaken(path, of: library)
            else { return (nil, false) }
            return (Changes<SubmissionWrite>(at: instant, .retarget(id, to: path)), true)
        }
    }

    /// Makes the submission pending again, with the reason why it could not be moved.
    private func giveUp(_ id: ID<Submission>, because failure: String) async throws {
        let instant = clock.now()
        try await store.edit { submissions in
            guard let submission = try Self.underway(id, submissions) else { return (nil, ()) }
            var changes = Changes<SubmissionWrite>(at: instant, .giveUp(id, because: failure, at: instant))
            changes.events = SubmissionEvents.events(id, .pending, of: submission.submitter, forModerators: true)
            return (changes, ())
        }
    }

    /// Nil where the submission is not on its way into a library.
    private static func underway(
        _ id: ID<Submission>, _ submissions: any SubmissionState
    ) throws -> StoredSubmission? {
        try submissions.stored([id]).first { $0.state == .approving }
    }

    /// Scans the folders. While another scan runs it does nothing, because that scan often adds the files by itself.
    private func take(_ folders: Set<[UInt8]>, into library: ID<Library>) async throws {
        do {
            try await runner.take(folders.sorted { $0.lexicographicallyPrecedes($1) }, of: library)
        } catch let error as DomainError where error.reason == "scan_running" {
            return
        }
    }
}

/// A file on its way from the quarantine into a library.
package struct Publication: Sendable, Equatable {
    package let id: ID<Submission>
    /// Nil when the library was removed meanwhile.
    package let library: ID<Library>?
    package let root: [UInt8]
    package let path: LibraryPath
    package let size: Int64
    package let digest: [UInt8]

    package init(
        id: ID<Submission>, library: ID<Library>?, root: [UInt8], path: LibraryPath, size: Int64, digest: [UInt8]
    ) {
        self.id = id
        self.library = library
        self.root = root
        self.path = path
        self.size = size
        self.digest = digest
    }
}

/// Moves files from the quarantine to their places. Nothing else writes into libraries.
package protocol LibraryMover: Sendable {
    /// Copies the file, checks that it is the inspected one, and gives it its name in one durable step. Existing files
    /// are never overwritten. The submitted file stays in the quarantine. Repeating the call after a crash is safe.
    func move(_ publication: Publication, from quarantine: [UInt8]) async throws -> MoveOutcome
}

/// The outcome of moving a file into a library.
package enum MoveOutcome: Sendable, Equatable {
    case moved
    /// The same file is in its place already: an earlier move was interrupted after it had succeeded.
    case wasThere
    /// Another file is in its place.
    case taken
    /// The move failed, and trying again will not help. The text is a sentence for moderators.
    case failed(String)
    /// The outcome is unknown: the mover could not be started or was killed.
    case unavailable
}
