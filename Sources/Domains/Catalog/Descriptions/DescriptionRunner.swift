package import Primitives
import Synchronization

/// Looks up artists and albums at the sources that are switched on, one after the other. What it has found is stored at
/// once, so that it goes on where it was when the server starts again.
package struct DescriptionRunner: Sendable {
    /// The artists and albums that are read from the catalog at once.
    private static let batch = 50
    /// The time after which something that was found is looked up again.
    private static let foundTime = Duration.seconds(180 * 86_400)
    /// The time after which something that nobody knew is looked up again.
    private static let missTime = Duration.seconds(30 * 86_400)
    /// The time after which something is looked up again for which a source gave no answer.
    private static let partialTime = Duration.seconds(3600)

    private let store: any DescriptionStore
    private let client: any DescriptionClient
    private let finder: DescriptionFinder
    private let asker: DescriptionAsker
    private let sealer: SecretSealer
    private let clock: any WallClock
    private let sleep: @Sendable (Duration) async throws -> Void
    private let signal = WakeSignal()
    private let current = CurrentRun()

    /// - Parameters:
    ///   - reserve: bytes of the disk that pictures leave free.
    ///   - sleep: the pauses between requests.
    package init(
        store: any DescriptionStore, client: any DescriptionClient, sealer: SecretSealer, blobs: any BlobStore,
        reserve: Int64, describer: ImageDescriber, health: ServiceHealth<DescriptionSource>, clock: any WallClock,
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.store = store
        self.client = client
        self.sealer = sealer
        self.clock = clock
        self.sleep = sleep
        asker = DescriptionAsker(health: health, clock: clock, sleep: sleep)
        finder = DescriptionFinder(
            client: client, blobs: blobs, reserve: reserve, describer: describer, asker: asker)
    }

    /// Ends what is being asked, and begins anew with the sources as they are set up now.
    func restart() {
        current.cancel()
        signal.wake()
    }

    /// Sends one request to a source at its turn. Throws `ServiceFailure`.
    func probe(_ setup: DescriptionSetup) async throws {
        try await asker.tryOut(try setup.opened(by: sealer)) { try await client.probe($0) }
    }

    /// Looks up what has become due since the last look, while `work` runs.
    package func lookAgain() { signal.wake() }

    /// Looks up what is due, at each change of the catalog and whenever `lookAgain` is called. It must run for as long as
    /// the server does.
    ///
    /// - Parameter changes: an element for each change of the catalog.
    package func work(on changes: AsyncStream<Int64>) async throws {
        signal.wake()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { for await _ in changes { signal.wake() } }
            for await _ in signal.turns {
                try await current.run { try await lookUpAll() }
            }
            group.cancelAll()
        }
    }

    /// Looks up what is due, until nothing is.
    package func lookUpAll() async throws {
        while true {
            let setups = try await store.setups()
            let stamp = setups.stamp
            let opened = opened(setups)
            guard !opened.isEmpty else { return }
            if let rest = asker.rest(of: opened.keys) {
                try await sleep(rest)
                continue
            }
            let subjects = try await store.due(stamp, at: clock.now(), limit: Self.batch)
            guard !subjects.isEmpty else { return }
            for subject in subjects where asker.rest(of: opened.keys) == nil {
                try Task.checkCancellation()
                try await lookUp(subject, stamp, opened)
            }
        }
    }

    private func lookUp(
        _ subject: DescriptionSubject, _ stamp: String, _ setups: [DescriptionSource: OpenedSetup]
    ) async throws {
        switch subject {
        case .artist(let artist):
            let (found, answers) = try await finder.find(artist, at: setups)
            let isSomething = found.biography != nil || found.picture != nil
            try await store.record(found, lookup(artist.question, stamp, answers, isSomething))
        case .album(let album):
            let (found, answers) = try await finder.find(album, at: setups)
            let isSomething = found.firstReleased != nil || found.picture != nil
            try await store.record(found, lookup(album.question, stamp, answers, isSomething))
        }
    }

    private func lookup(
        _ question: String, _ stamp: String, _ answers: DescriptionAnswers, _ isSomething: Bool
    ) -> DescriptionLookup {
        let now = clock.now()
        let time = answers.failed.isEmpty ? isSomething ? Self.foundTime : Self.missTime : Self.partialTime
        return DescriptionLookup(
            question: question, stamp: stamp, answered: answers.answered, at: now, again: now.advanced(by: time))
    }

    /// The sources that are switched on. One whose key is lost is left out, as if it were off.
    private func opened(_ setups: [DescriptionSetup]) -> [DescriptionSource: OpenedSetup] {
        var opened: [DescriptionSource: OpenedSetup] = [:]
        for setup in setups where setup.isOn {
            opened[setup.source] = try? setup.opened(by: sealer)
        }
        return opened
    }
}

extension DescriptionSetup {
    /// Throws `keyLost` where the key was sealed by another secret.
    func opened(by sealer: SecretSealer) throws(ServiceFailure) -> OpenedSetup {
        OpenedSetup(source: source, base: base, key: try sealer.key(sealedKey, of: source.rawValue))
    }
}

/// The work of one turn, which others can end.
private final class CurrentRun: Sendable {
    private let task = Mutex<Task<Void, any Error>?>(nil)

    func cancel() {
        task.withLock { $0?.cancel() }
    }

    /// Returns when the work has ended, or was ended. Throws its errors, and `CancellationError` when the caller is
    /// cancelled.
    func run(_ work: @escaping @Sendable () async throws -> Void) async throws {
        // Within the lock: whoever changes the settings after the work has read them finds it here.
        let task = self.task.withLock { current in
            let task = Task { try await work() }
            current = task
            return task
        }
        defer { self.task.withLock { $0 = nil } }
        do {
            try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                task.cancel()
            }
        } catch {
            guard task.isCancelled else { throw error }
            try Task.checkCancellation()
        }
    }
}
