package import Catalog
package import Logging
package import Primitives

/// Moves withdrawn files into the bins of their libraries and back. It removes files for good when nobody restores them
/// in time.
///
/// A song is hidden by its database row alone, before any file moves. Every step can be interrupted, and is repeated at
/// the next start.
package struct BinService: Sendable {
    private static let mostNames = 1000
    /// The pause before retrying a library in which a scan is running.
    private static let scanRetryPause = Duration.seconds(1)
    private static let lost = "The file is not in the library any more."

    private let store: any WithdrawalStore
    private let mover: any BinMover
    private let runner: ScanRunner
    private let cleanup: Cleanup
    private let clock: any WallClock
    private let logger: Logger
    private let signal = WakeSignal()

    package init(
        store: any WithdrawalStore, mover: any BinMover, runner: ScanRunner, cleanup: Cleanup, clock: any WallClock,
        logger: Logger
    ) {
        self.store = store
        self.mover = mover
        self.runner = runner
        self.cleanup = cleanup
        self.clock = clock
        self.logger = logger
    }

    /// Wakes `work` to look for files to move.
    package func wake() {
        signal.wake()
    }

    /// Works until the task is cancelled. It also continues what an earlier process left unfinished.
    package func work() async throws {
        signal.wake()
        for await _ in signal.turns {
            while try await moveAll() { try await Task.sleep(for: Self.scanRetryPause) }
        }
    }

    /// Moves every file that has to be moved.
    ///
    /// - Returns: whether a file is waiting for a scan to end.
    package func moveAll() async throws -> Bool {
        var placed: [ID<Library>: [WithdrawnFile]] = [:]
        for file in try await store.underway() {
            try Task.checkCancellation()
            if file.state == .leaving {
                try await putAside(file)
            } else if let library = file.library, let back = try await putBack(file) {
                placed[library, default: []].append(back)
            }
        }
        var isLeft = false
        for (library, files) in placed {
            isLeft = try await !take(files, into: library) || isLeft
        }
        return isLeft
    }

    private func putAside(_ file: WithdrawnFile) async throws {
        switch try await mover.move(file, .aside) {
        case .done: try await store.settle(file, in: .binned, failure: nil)
        case .gone, .taken: try await store.settle(file, in: .binned, failure: Self.lost)
        case .failed(let reason): try await fail(file, staying: .leaving, reason)
        case .unavailable: break
        }
    }

    /// Moves the file back. Returns it at its new place; nil when it could not be moved.
    private func putBack(_ file: WithdrawnFile) async throws -> WithdrawnFile? {
        var file = file
        for number in 2..<Self.mostNames {
            switch try await mover.move(file, .back) {
            case .done: return file
            case .unavailable: return nil
            case .gone: return try await fail(file, staying: .binned, Self.lost)
            case .failed(let reason): return try await fail(file, staying: .binned, reason)
            case .taken:
                guard let path = file.path.numbered(number) else { return nil }
                try await store.retarget(file.id, to: path)
                file.path = path
            }
        }
        return try await fail(file, staying: .binned, "There are too many files of that name.")
    }

    @discardableResult
    private func fail(
        _ file: WithdrawnFile, staying state: Withdrawal.State, _ reason: String
    ) async throws -> WithdrawnFile? {
        logger.warning(
            "A withdrawn file could not be moved", metadata: ["withdrawal.id": "\(file.id)", "reason": "\(reason)"])
        try await store.settle(file, in: state, failure: reason)
        return nil
    }

    /// Scans the folders of files that came back; false while another scan runs. A file that is not readable as music
    /// any more stays in the library, like any file that a scan finds broken.
    private func take(_ files: [WithdrawnFile], into library: ID<Library>) async throws -> Bool {
        let folders = Set(files.map(\.path.folder)).sorted { $0.lexicographicallyPrecedes($1) }
        do {
            try await runner.scan(folders, of: library)
        } catch let error as DomainError where error.reason == "scan_running" {
            return false
        }
        let unread = Set(try await store.returning(files.map(\.id)))
        for file in files where unread.contains(file.id) {
            try await store.settle(file, in: .binned, failure: "The file is back, but cannot be read.")
        }
        return true
    }

    /// Removes for good the files that nobody restored within `Withdrawal.retention`: they are marked first, and
    /// removed a day later.
    package func sweep() async throws {
        let bound = clock.now().advanced(by: .zero - Withdrawal.retention)
        let expired = try await store.expired(before: bound)
        try await cleanup.run(.withdrawals, unneeded: expired.names, of: expired.total, weigh: expired.weight) {
            names in
            var removed = 0
            for file in try await store.beginRemoval(names.map { ID($0) }, before: bound) where try await remove(file) {
                removed += 1
            }
            return removed
        }
    }

    private func remove(_ file: WithdrawnFile) async throws -> Bool {
        switch try await mover.move(file, .away) {
        case .done, .gone:
            try await store.endRemoval(file.id, at: clock.now())
            return true
        case .failed(let reason):
            try await fail(file, staying: .removing, reason)
            return false
        case .taken, .unavailable: return false
        }
    }
}

/// Moves withdrawn files between their libraries and the bins of these.
package protocol BinMover: Sendable {
    /// Moves the file in one durable step, and overwrites nothing. Repeating the call after a crash is safe.
    func move(_ file: WithdrawnFile, _ direction: BinDirection) async throws -> LibraryFileOutcome
}

/// The direction in which a withdrawn file moves.
package enum BinDirection: UInt8, Sendable {
    case aside = 1
    case back
    /// Removes it for good, from the bin or the library.
    case away
}
