import Primitives
import Logging

/// Updates the catalog to the contents of a library's folder, in these steps:
///
/// 1. **discover** (`FolderWalk`, `FolderComparison`): finds new, changed, missing and restored files, folder by
///    folder. No file is opened.
/// 2. **read tags** (`ReadTagsStep`) of new and changed files.
/// 3. **match** (`MatchStep`): assigns each file to its track.
/// 4. **artwork** (`ArtworkStep`).
/// 5. The batch is written in one transaction, with everything derived from it: albums, artists, counts, search.
/// 6. **prune** (`PruneStep`): folders that are gone.
/// 7. **reunite** (`ReuniteStep`): missing tracks take the place of later copies of their files.
/// 8. **index**: values that depend on the whole catalog, such as the artists' pictures and the colors of new covers;
///    optimization of the indexes.
///
/// Steps 1 to 5 repeat for every window of some thousand files, so that memory does not grow with the library, except
/// for the set of visited folders. A scan that stops at any point leaves complete batches behind.
struct ScanPipeline: Sendable {
    static let windowFiles = 4000
    static let windowFolders = 800
    static let batchFiles = 1000
    /// The number of rounds in which damaged pictures are replaced; those left then wait for the next scan.
    private static let mostReplacements = 100

    let store: any ScanStore
    let walker: any LibraryWalker
    let reader: any TagReader
    let blobs: any BlobStore
    /// Nil leaves covers without colors.
    let describer: ImageDescriber?
    /// Nil accepts only pictures of kinds that are stored as they are.
    let converter: (any ImageConverter)?
    let clock: any WallClock
    let logger: Logger
    /// The number of files that are read at a time.
    let concurrency: Int

    /// Scans the library. Throws `DomainError(.unavailable)` if the folder cannot be read, or is empty although it
    /// contained music: a disk that is not mounted must not empty the catalog.
    func scan(_ library: Library, progress: ScanProgress) async throws {
        progress.enter(.discover)
        let root = try await openRoot(library)
        let run = ScanRun(self, library: library, root: root, progress: progress)
        try await run.walk()
        try await ReuniteStep(pipeline: self).reunite(progress: progress)
        progress.enter(.index)
        try await store.settle(at: clock.now())
        try await describePictures(of: library, run)
        try await store.assignArtistImages()
        if progress.current.counts.changedAnything { try await store.optimize() }
    }

    /// Adds the new files in some folders of a library, without scanning the rest.
    func scan(_ folders: [[UInt8]], of library: Library, progress: ScanProgress) async throws {
        let root = try await library.reading { try await walker.root(library.path) }
        let run = ScanRun(self, library: library, root: root, progress: progress)
        try await run.visit(folders)
        try await store.settle(at: clock.now())
        try await describePictures(of: library, run)
    }

    /// Determines the colors of new pictures. Pictures that cannot be shown are replaced by the next candidates.
    private func describePictures(of library: Library, _ run: ScanRun) async throws {
        guard let describer else { return }
        try await describer.describeAll()
        for _ in 0..<Self.mostReplacements {
            let damaged = try await store.damagedPictures(of: library.id, at: clock.now())
            guard !damaged.isEmpty else { return }
            try await run.replace(damaged)
            try await describer.describeAll()
        }
    }

    private func openRoot(_ library: Library) async throws -> LibraryRoot {
        let root = try await library.reading { try await walker.root(library.path) }
        let top = try await library.reading { try await walker.list([], in: root) }
        guard top.isBare, try await store.presentTracks(of: library.id) > 0 else { return root }
        throw DomainError(
            .unavailable,
            "The folder of \(library.name) is empty, but it contained music before. Check that its disk is mounted")
    }
}

extension Library {
    /// Throws `unavailable` where `body` finds that the library's folder cannot be read.
    func reading<Result>(_ body: () async throws -> Result) async throws -> Result {
        do {
            return try await body()
        } catch let problem as FileProblem {
            throw DomainError(.unavailable, "The folder of \(name) cannot be read: \(problem.detail)")
        }
    }
}
