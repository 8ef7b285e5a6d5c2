package import Catalog
package import Logging
package import Primitives

/// Moves withdrawn files into the bins of their libraries and back, and removes for good what nobody restored.
///
/// The song is hidden by its row alone, before any file moves. Every step may be cut off and is done again at the next start.
package struct BinService: Sendable {
    private static let mostNames = 1000
    /// Before a library is looked through again in which a scan runs at the moment.
    private static let rest = Duration.seconds(1)
    private static let lost = "The file is not in the library any more."

    private let store: any WithdrawalStore
    private let mover: any BinMover
    private let runner: ScanRunner
    private let cleanup: Cleanup
    private let clock: any WallClock
    private let rests: any Clock<Duration>
    private let logger: Logger
    private let signals: AsyncStream<Void>
    private let signal: AsyncStream<Void>.Continuation

    package init(
        store: any WithdrawalStore, mover: any BinMover, runner: ScanRunner, cleanup: Cleanup, clock: any WallClock,
        rests: any Clock<Duration> = ContinuousClock(), logger: Logger
    ) {
        self.store = store
        self.mover = mover
        self.runner = runner
        self.cleanup = cleanup
        self.clock = clock
        self.rests = rests
        self.logger = logger
        (signals, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    }

    /// Has `work` look for files that are to be moved.
    package func wake() {
        signal.yield()
    }

    /// Works until the task is cancelled, also on what an earlier process left.
    package func work() async throws {
        signal.yield()
        for await _ in signals {
            while try await moveAll() { try await rests.sleep(for: Self.rest) }
        }
    }

    /// Moves every file that is to be moved.
    ///
    /// - Returns: whether a file waits for a scan to end.
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
        case .done: try await store.settle(file.id, in: .binned, failure: nil)
        case .gone, .taken: try await store.settle(file.id, in: .binned, failure: Self.lost)
        case .failed(let reason): try await fail(file, staying: .leaving, reason)
        case .unavailable: break
        }
    }

    /// The file at the place that it has come back to; nil when it has not.
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
                file = file.at(path)
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
        try await store.settle(file.id, in: state, failure: reason)
        return nil
    }

    /// Looks through the folders of files that came back; false while a scan runs. What is no music any more stays in the library, as any
    /// file that a scan finds broken.
    private func take(_ files: [WithdrawnFile], into library: ID<Library>) async throws -> Bool {
        let folders = Set(files.map(\.path.folder)).sorted { $0.lexicographicallyPrecedes($1) }
        do {
            try await runner.take(folders, of: library)
        } catch let error as DomainError where error.reason == "scan_running" {
            return false
        }
        for id in try await store.returning(files.map(\.id)) {
            try await store.settle(id, in: .binned, failure: "The file is back, but cannot be read.")
        }
        return true
    }

    /// Removes for good what nobody restored within `Withdrawal.retention`: marked first, and removed a day later.
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
            try await store.finishRemoval(file.id, at: clock.now())
            return true
        case .failed(let reason):
            try await fail(file, staying: .removing, reason)
            return false
        case .taken, .unavailable: return false
        }
    }
}
