import Blobs
import Logging
import Primitives

/// Makes the catalogue agree with a library's folder, as a list of steps:
///
/// 1. **discover** (`FolderWalk`, `FolderComparison`): folder by folder, what is new, changed, gone or back. Nothing is
///    opened.
/// 2. **read tags** (`ReadTagsStep`) of what is new or changed.
/// 3. **match** (`MatchStep`): which track each file is.
/// 4. **artwork** (`ArtworkStep`).
/// 5. The batch is written in one transaction, with all that follows from it: albums, artists, counts, search.
/// 6. **prune** (`PruneStep`): folders that are gone.
/// 7. **index**: what follows from the whole: whose pictures the artists' are, the colors of new covers; tidy up.
///
/// Steps 1 to 5 come round for every window of some thousand files, so memory does not grow with the library, but for
/// the set of visited folders. A scan that stops anywhere leaves whole batches behind.
struct ScanPipeline: Sendable {
    static let windowFiles = 4000
    static let windowFolders = 800
    static let batchFiles = 1000
    static let batchTextBytes = 8 << 20

    let store: any ScanStore
    let walker: any LibraryWalker
    let reader: any TagReader
    let blobs: any BlobStore
    /// Nil leaves covers without colors.
    let describer: ImageDescriber?
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
        progress.enter(.index)
        try await store.settle(at: clock.now())
        try await store.assignArtistImages()
        try await describer?.describeAll()
        if progress.current.counts.changedAnything { try await store.optimise() }
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
