import Primitives
import Logging

/// Makes the catalogue agree with a library's folder, as a list of steps:
///
/// 1. **discover** (`FolderWalk`, `FolderComparison`): folder by folder, what is new, changed, gone or back. Nothing is
///    opened.
/// 2. **read tags** (`ReadTagsStep`) of what is new or changed.
/// 3. **match** (`MatchStep`): which track each file is.
/// 4. **artwork** (`ArtworkStep`).
/// 5. The batch is written in one transaction, with all that follows from it: albums, artists, counts, search.
/// 6. **prune** (`PruneStep`): folders that are gone.
/// 7. **reunite** (`ReuniteStep`): missing tracks take the place of later copies of their files.
/// 8. **index**: what follows from the whole: whose pictures the artists' are, the colors of new covers; tidy up.
///
/// Steps 1 to 5 come round for every window of some thousand files, so memory does not grow with the library, but for
/// the set of visited folders. A scan that stops anywhere leaves whole batches behind.
struct ScanPipeline: Sendable {
    static let windowFiles = 4000
    static let windowFolders = 800
    static let batchFiles = 1000
    /// How many times what was found damaged is replaced; what is left then waits for the next scan.
    private static let mostReplacements = 100

    let store: any ScanStore
    let walker: any LibraryWalker
    let reader: any TagReader
    let blobs: any BlobStore
    /// Nil leaves covers without colors.
    let describer: ImageDescriber?
    /// Nil takes only pictures that are stored as they are.
    let converter: (any ImageConverter)?
    let clock: any WallClock
    let logger: Logger
    /// How many files are read at a time.
    let concurrency: Int

    /// Throws `DomainError(.unavailable)` when the folder cannot be read, or is empty where it held music: a disk that
    /// is not mounted must not empty the catalogue.
    func scan(_ library: Library, progress: ScanProgress) async throws {
        progress.enter(.discover)
        let root = try await openRoot(library)
        let run = ScanRun(self, library: library, root: root, progress: progress)
        try await run.walk()
        let reunite = ReuniteStep(
            store: store, walker: walker, reader: reader, blobs: blobs, converter: converter, clock: clock,
            concurrency: concurrency)
        try await reunite.reunite(progress: progress)
        progress.enter(.index)
        try await store.settle(at: clock.now())
        try await lookIntoPictures(of: library, run)
        try await store.assignArtistImages()
        if progress.current.counts.changedAnything { try await store.optimise() }
    }

    /// Takes in what has come into some folders of a library, without looking at the rest.
    func take(_ folders: [[UInt8]], of library: Library, progress: ScanProgress) async throws {
        let root: LibraryRoot
        do {
            root = try await walker.root(library.path)
        } catch let problem as FileProblem {
            throw DomainError(.unavailable, "The folder of \(library.name) cannot be read: \(problem.detail)")
        }
        let run = ScanRun(self, library: library, root: root, progress: progress)
        try await run.visit(folders)
        try await store.settle(at: clock.now())
        try await lookIntoPictures(of: library, run)
    }

    /// Finds out the colors of new pictures. Those that cannot be shown make way for what comes next.
    private func lookIntoPictures(of library: Library, _ run: ScanRun) async throws {
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
        do {
            let root = try await walker.root(library.path)
            let top = try await walker.list([], in: root)
            guard top.isBare, try await store.presentTracks(of: library.id) > 0 else { return root }
        } catch let problem as FileProblem {
            throw DomainError(.unavailable, "The folder of \(library.name) cannot be read: \(problem.detail)")
        }
        throw DomainError(
            .unavailable, "The folder of \(library.name) is empty, though it held music: is its disk mounted?")
    }
}
