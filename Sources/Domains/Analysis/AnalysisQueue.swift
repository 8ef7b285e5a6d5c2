package import Catalog
package import Logging
package import Primitives
package import Streaming
import Synchronization

/// Analyzes the libraries' tracks in the background: first those that people open or play, then the others, whenever
/// the catalog has not changed for a while and nothing is converted.
package struct AnalysisQueue: Sendable {
    private static let page = 64
    /// The pause before looking again whether conversions have ended.
    private static let pause = Duration.milliseconds(500)
    /// The quiet periods after which it tries again where no track could be analyzed.
    private static let retryRests = 10

    private let store: any AnalysisStore
    private let sources: any TrackSources
    private let files: any AudioFiles
    private let analyzer: any AudioAnalyzer
    private let requested: RequestedTracks
    private let clock: any WallClock
    private let settings: AnalysisSettings
    private let logger: Logger
    private let changed: @Sendable () -> Void

    /// - Parameters:
    ///   - requested: the tracks that people have opened or played.
    ///   - changed: called after every track.
    package init(
        store: any AnalysisStore, sources: any TrackSources, files: any AudioFiles, analyzer: any AudioAnalyzer,
        requested: RequestedTracks, clock: any WallClock, settings: AnalysisSettings, logger: Logger,
        changed: @escaping @Sendable () -> Void = {}
    ) {
        self.store = store
        self.sources = sources
        self.files = files
        self.analyzer = analyzer
        self.requested = requested
        self.clock = clock
        self.settings = settings
        self.logger = logger
        self.changed = changed
    }

    /// Runs until it is cancelled.
    package func run() async throws {
        try await store.renew(version: AnalyzedSound.version)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                var revision: UInt64?
                while true {
                    if revision != sources.revision {
                        revision = try await quietRevision()
                        requested.wake()
                    }
                    try await Task.sleep(for: settings.rest)
                }
            }
            group.addTask {
                for await _ in requested.turns {
                    do {
                        if try await work() { continue }
                    } catch let error as DomainError {
                        logger.warning("Tracks could not be analyzed", metadata: ["error.message": "\(error.message)"])
                    }
                    try await Task.sleep(for: settings.rest * Self.retryRests)
                    requested.wake()
                }
            }
            try await group.next()
            group.cancelAll()
        }
    }

    /// Analyzes all pending tracks.
    ///
    /// - Returns: false if no track can be analyzed at present.
    @discardableResult
    package func work() async throws -> Bool {
        while true {
            let pending = try await next()
            if pending.isEmpty {
                try await measureAlbums()
                return true
            }
            let isPossible = try await withThrowingTaskGroup(of: Bool.self) { group in
                var rest = pending[...]
                for _ in 0..<settings.workers {
                    if let first = rest.popFirst() { group.addTask { try await analyzeInTurn(first) } }
                }
                while let isPossible = try await group.next() {
                    guard isPossible else { return false }
                    // Tracks that were requested meanwhile go first.
                    if requested.hasAny { rest = [] }
                    if let first = rest.popFirst() { group.addTask { try await analyzeInTurn(first) } }
                }
                return true
            }
            guard isPossible else { return false }
            try await measureAlbums()
        }
    }

    private func measureAlbums() async throws {
        for album in try await store.unmeasuredAlbums(limit: Self.page) { try await store.measure(album) }
    }

    private func next() async throws -> [PendingAnalysis] {
        let wanted = requested.take()
        if !wanted.isEmpty {
            let pending = try await store.pending(among: wanted)
            if !pending.isEmpty { return pending }
        }
        return try await store.pending(limit: Self.page)
    }

    /// Returns false for failures that concern every track.
    private func analyzeInTurn(_ pending: PendingAnalysis) async throws -> Bool {
        while await settings.isBusy() { try await Task.sleep(for: Self.pause) }
        try Task.checkCancellation()
        defer { changed() }
        if try await store.reuse(pending, version: AnalyzedSound.version, at: clock.now()) { return true }
        guard let source = try await sources.source(of: pending.track), !source.isMissing,
            let file = try await files.open(source.path, in: source.root)
        else {
            try await store.skip(pending)
            return true
        }
        do throws(AnalysisFailure) {
            let sound = try await analyzer.analyze(file, source.audio, background: true)
            do {
                try await store.record(pending, sound, at: clock.now())
            } catch {
                throw .unavailable
            }
        } catch {
            guard case .broken(let problem) = error else { return false }
            try await store.fail(pending, problem, at: clock.now())
        }
        return true
    }

    /// Waits until the catalog has not changed for the quiet period.
    private func quietRevision() async throws -> UInt64 {
        var revision = sources.revision
        while true {
            try await Task.sleep(for: settings.rest)
            if sources.revision == revision { return revision }
            revision = sources.revision
        }
    }
}

/// The circumstances of the analysis.
package struct AnalysisSettings: Sendable {
    /// The quiet period without changes in the catalog before it begins.
    package let rest: Duration
    /// The number of tracks that are analyzed at once.
    package let workers: Int
    /// Whether other work is in progress that goes first.
    package let isBusy: @Sendable () async -> Bool

    package init(rest: Duration, workers: Int, isBusy: @escaping @Sendable () async -> Bool = { false }) {
        self.rest = rest
        self.workers = max(1, workers)
        self.isBusy = isBusy
    }
}

/// The tracks that people have opened or played lately: they are analyzed before all others.
package final class RequestedTracks: Sendable {
    private static let most = 256

    private let tracks = Mutex<[ID<Track>]>([])
    private let signal = WakeSignal()

    package init() {}

    /// Remembers the track as the next to be analyzed.
    package func request(_ track: ID<Track>) {
        tracks.withLock { tracks in
            tracks.removeAll { $0 == track }
            tracks.append(track)
            if tracks.count > Self.most { tracks.removeFirst() }
        }
        signal.wake()
    }

    /// One element for each turn of the work.
    var turns: AsyncStream<Void> { signal.turns }

    func wake() {
        signal.wake()
    }

    var hasAny: Bool { tracks.withLock { !$0.isEmpty } }

    /// The tracks, the latest first, which are forgotten.
    func take() -> [ID<Track>] {
        tracks.withLock { tracks in
            defer { tracks = [] }
            return tracks.reversed()
        }
    }
}
