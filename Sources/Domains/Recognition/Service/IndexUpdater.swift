package import Logging
package import Primitives

/// The landmarks of all analyzed tracks, in files that are searched while they are updated.
package protocol LandmarkIndex: Sendable {
    /// The numbers that are in the index.
    func numbers() async -> RecognizableTracks

    /// Adds tracks durably; from then on they are found.
    func add(_ tracks: [(number: UInt32, peaks: [UInt8])]) async throws

    /// Checks all files, and drops the damaged ones: their tracks are missing then.
    func dropDamaged() async throws

    /// Merges files where there are many, and leaves out the tracks that are not in `live`.
    func compact(keeping live: RecognizableTracks) async throws

    /// The songs that a recording is of, the most likely first; only those that are certain enough.
    ///
    /// - Parameter sound: samples of one channel at 8 kHz.
    func match(_ sound: [Float], among allowed: RecognizableTracks) async throws -> [RecognizedTrack]
}

/// Brings the index up to date with the stored analyses.
package struct IndexUpdater: Sendable {
    /// The number of tracks that are added at once.
    private static let batch = 256
    /// The least time between two updates.
    private static let pause = Duration.seconds(2)

    private let store: any RecognitionStore
    private let index: any LandmarkIndex
    private let logger: Logger

    package init(store: any RecognitionStore, index: any LandmarkIndex, logger: Logger) {
        self.store = store
        self.index = index
        self.logger = logger
    }

    /// Runs until it is cancelled.
    ///
    /// - Parameter changes: one element whenever an analysis was stored or a track removed.
    package func run(_ changes: some AsyncSequence<Int64, Never>) async throws {
        try await start()
        for await _ in changes {
            try await update()
            try await Task.sleep(for: Self.pause)
        }
    }

    /// Drops what cannot be used of an earlier index, and brings the rest up to date.
    package func start() async throws {
        try await index.dropDamaged()
        try await dropFuture()
        try await update()
    }

    /// Drops everything where the index is newer than the stored analyses, because a backup was restored: their next
    /// numbers would stand for other tracks in it.
    private func dropFuture() async throws {
        guard let newest = await index.numbers().numbers.last, newest > (try await store.newestNumber()) else { return }
        logger.notice("The index of recognition is made anew, as it is newer than the database")
        try await index.compact(keeping: RecognizableTracks())
    }

    /// Adds what is missing, and drops what is gone.
    package func update() async throws {
        let live = try await store.numbers(in: .everything)
        let present = await index.numbers()
        var missing = live.numbers.filter { !present.contains($0) }[...]
        while !missing.isEmpty {
            try Task.checkCancellation()
            let part = Array(missing.prefix(Self.batch))
            missing = missing.dropFirst(Self.batch)
            try await index.add(try await store.peaks(of: part))
        }
        try await index.compact(keeping: live)
    }
}
