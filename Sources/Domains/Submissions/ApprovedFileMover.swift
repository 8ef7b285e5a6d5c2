package import Catalog
import Journal
package import Logging
package import Primitives

/// Moves approved files into their libraries: the second of three steps. A separate process moves the file. Then its
/// folder is scanned, and the transaction that writes the track ends the approval (`ApprovedFile.finish`).
///
/// Every step can be interrupted, and is repeated at the next start.
package struct ApprovedFileMover: Sendable {
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
        var placed: [ID<Submission>: PendingMove] = [:]
        for await _ in signal.turns {
            var pause = Self.shortestPause
            do {
                while true {
                    let (isLeft, hasFailed) = try await moveAll(&placed)
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
    private func moveAll(
        _ placed: inout [ID<Submission>: PendingMove]
    ) async throws -> (isLeft: Bool, hasFailed: Bool) {
        guard let pending = try await attempt({ try await store.pendingMoves() }) else { return (true, true) }
        var hasFailed = false
        var folders: [ID<Library>: Set<[UInt8]>] = [:]
        for move in pending {
            try Task.checkCancellation()
            guard let library = move.library else {
                let isDone: Void? = try await attempt(of: move.id) {
                    try await giveUp(move.id, because: "The library was removed.")
                }
                hasFailed = hasFailed || isDone == nil
                continue
            }
            if placed[move.id] != move {
                let moved = try await attempt(of: move.id) { try await place(move) }
                hasFailed = hasFailed || moved == nil
                placed[move.id] = moved ?? nil
            }
            guard let there = placed[move.id] else { continue }
            folders[library, default: []].insert(there.path.folder)
        }
        for (library, folders) in folders {
            let isDone: Void? = try await attempt(into: library) { try await scan(folders, of: library) }
            hasFailed = hasFailed || isDone == nil
        }
        let left: [PendingMove]? = try await attempt {
            for id in try await store.filesToRemove() {
                await quarantine.remove(id.rawValue)
                try await store.forgetFile(of: id)
            }
            return try await store.pendingMoves()
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
    private func place(_ move: PendingMove) async throws -> PendingMove? {
        var move = move
        for number in 2..<Self.mostNames {
            switch try await mover.move(move, from: quarantine.root) {
            case .moved, .wasThere: return move
            case .unavailable: return nil
            case .failed(let reason):
                logger.warning(
                    "Approved music could not be moved",
                    metadata: ["submission.id": "\(move.id)", "reason": "\(reason)"])
                try await giveUp(move.id, because: reason)
                return nil
            case .taken:
                guard let path = move.path.numbered(number) else { return nil }
                if try await retarget(move.id, to: path) { move.path = path }
            }
        }
        try await giveUp(move.id, because: "There are too many files of that name.")
        return nil
    }

    /// Changes the path of a file on its way; false when that path is taken too.
    private func retarget(_ id: ID<Submission>, to path: LibraryPath) async throws -> Bool {
        let instant = clock.now()
        return try await store.edit { submissions in
            guard let library = try Self.approving(id, submissions)?.library,
                try !submissions.isTaken(path, of: library)
            else { return (nil, false) }
            return (Changes<SubmissionWrite>(at: instant, .retarget(id, to: path)), true)
        }
    }

    /// Makes the submission pending again, with the reason why it could not be moved.
    private func giveUp(_ id: ID<Submission>, because failure: String) async throws {
        let instant = clock.now()
        try await store.edit { submissions in
            guard let submission = try Self.approving(id, submissions) else { return nil }
            return Changes(
                at: instant, .giveUp(id, because: failure, at: instant),
                events: SubmissionEvents.events(id, .pending, of: submission.submitter, forModerators: true))
        }
    }

    /// Nil where the submission is not on its way into a library.
    private static func approving(
        _ id: ID<Submission>, _ submissions: any SubmissionState
    ) throws -> StoredSubmission? {
        try submissions.stored([id]).first { $0.state == .approving }
    }

    /// Scans the folders. While another scan runs it does nothing, because that scan often adds the files by itself.
    private func scan(_ folders: Set<[UInt8]>, of library: ID<Library>) async throws {
        do {
            try await runner.scan(folders.sorted { $0.lexicographicallyPrecedes($1) }, of: library)
        } catch let error as DomainError where error.reason == "scan_running" {
            return
        }
    }
}
