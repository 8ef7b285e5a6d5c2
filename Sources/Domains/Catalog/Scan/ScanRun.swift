import Primitives

/// One pass of the pipeline over one library, and its state.
final class ScanRun {
    private let pipeline: ScanPipeline
    private let library: Library
    private let root: LibraryRoot
    private let progress: ScanProgress
    private let artwork: ArtworkStep
    private let texts: TextStep
    private let match: MatchStep
    private let readTags: ReadTagsStep

    private var visited: Set<[UInt8]> = []
    private var unreadable: [[UInt8]] = []
    /// Folders that an earlier scan could not read.
    private var brokenFolders: Set<[UInt8]> = []
    private var window: [(folder: [UInt8], listing: FolderListing)] = []
    private var windowFiles = 0
    private var pendingProblems: [ScanBatch.Broken] = []
    /// Whether unchanged files have been counted already.
    private var isSecondLook = false

    init(_ pipeline: ScanPipeline, library: Library, root: LibraryRoot, progress: ScanProgress) {
        self.pipeline = pipeline
        self.library = library
        self.root = root
        self.progress = progress
        artwork = ArtworkStep(
            store: pipeline.store, reader: pipeline.reader, blobs: pipeline.blobs, converter: pipeline.converter,
            root: root)
        texts = TextStep(reader: pipeline.reader, root: root)
        match = MatchStep(
            pipeline: pipeline, library: library.id, root: root, startedAt: progress.current.startedAt)
        readTags = ReadTagsStep(reader: pipeline.reader, concurrency: pipeline.concurrency)
    }

    func walk() async throws {
        try await countFiles()
        var walk = FolderWalk(root, walker: pipeline.walker)
        while let visit = try await library.reading({ try await walk.next() }) {
            switch visit {
            case .folder(let folder, let listing):
                visited.insert(folder)
                window.append((folder, listing))
                windowFiles += listing.files.count
                let found = listing.files.count + listing.problems.count
                progress.count { $0.filesFound += found }
                if windowFiles >= ScanPipeline.windowFiles || window.count >= ScanPipeline.windowFolders {
                    try await processWindow()
                }
            case .unreadable(let folder, let problem):
                visited.insert(folder)
                unreadable.append(folder)
                if let path = LibraryPath(bytes: folder) {
                    pendingProblems.append(ScanBatch.Broken(path: path, facts: nil, problem: problem))
                }
            }
        }
        try await processWindow()
        let prune = PruneStep(pipeline: pipeline, library: library, root: root)
        try await prune.prune(visited: visited, unreadable: unreadable, progress: progress)
    }

    /// Scans only these folders, as if nothing else had changed.
    func visit(_ folders: [[UInt8]]) async throws {
        for folder in folders {
            do {
                window.append((folder, try await pipeline.walker.list(folder, in: root)))
            } catch let problem as FileProblem {
                throw DomainError(.unavailable, "A folder of \(library.name) cannot be read: \(problem.detail)")
            }
        }
        try await processWindow()
    }

    /// Removes the pictures of `damaged` from the catalog, and looks for others in the folders that had them.
    func replace(_ damaged: ScanBatch) async throws {
        try await pipeline.store.apply(damaged)
        progress.count { $0.problems += damaged.broken.count }
        isSecondLook = true
        for folder in Set(damaged.coverless + damaged.artistImageless) {
            do {
                window.append((folder, try await pipeline.walker.list(folder, in: root)))
            } catch is FileProblem {
                // A folder that cannot be read now is left to the next scan.
                continue
            }
        }
        try await processWindow()
    }

    /// Counts the files before a library's first scan, which takes long, so that its progress has a total.
    private func countFiles() async throws {
        guard try await pipeline.store.presentTracks(of: library.id) == 0 else { return }
        var walk = FolderWalk(root, walker: pipeline.walker)
        var total = 0
        while let visit = try await library.reading({ try await walk.next() }) {
            if case .folder(_, let listing) = visit { total += listing.files.count + listing.problems.count }
        }
        let found = total
        progress.count { $0.filesTotal = ($0.filesTotal ?? $0.filesFound) + found }
    }

    private func processWindow() async throws {
        guard !window.isEmpty || !pendingProblems.isEmpty else { return }
        let folders = window
        window = []
        windowFiles = 0
        let known = try await pipeline.store.known(folders.map(\.folder), in: library.id)
        var last = ScanBatch(library: library.id, at: pipeline.clock.now())
        var candidates: [FolderComparison.Candidate] = []
        for (entry, known) in zip(folders, known) {
            let changes = FolderComparison(entry.folder, entry.listing, known)
            candidates += changes.candidates
            last.restored += changes.restored
            last.missing += changes.missing
            last.broken += changes.broken
            last.mended += changes.mended
            if let cover = try await artwork.picture(among: changes.newCovers, of: entry.folder, for: &last) {
                last.folderCovers.append(cover)
            } else if changes.lostCover {
                last.coverless.append(entry.folder)
            }
            if let image = try await artwork.picture(among: changes.newArtistImages, of: entry.folder, for: &last) {
                last.artistImages.append(image)
            } else if changes.lostArtistImage {
                last.artistImageless.append(entry.folder)
            }
            for text in changes.newTexts {
                if let read = try await texts.read(text, of: entry.folder) { last.texts.append(read) }
            }
            last.lostTexts += changes.lostTexts.map { (entry.folder, $0) }
            brokenFolders.formUnion(changes.brokenFolders)
            if brokenFolders.remove(entry.folder) != nil, let path = LibraryPath(bytes: entry.folder) {
                last.mended.append(path)
            }
            guard !isSecondLook else { continue }
            progress.count {
                $0.unchanged += changes.unchanged
                $0.problems += changes.unchangedBroken
            }
        }
        addFolderProblems(to: &last)
        try await read(candidates, last: last)
    }

    /// Records the folders that could not be read, except those that are known already.
    private func addFolderProblems(to batch: inout ScanBatch) {
        let new = pendingProblems.filter { brokenFolders.remove($0.path.bytes) == nil }
        let known = pendingProblems.count - new.count
        pendingProblems = []
        batch.broken += new
        progress.count { $0.problems += known }
    }

    /// Reads and writes `candidates` in batches; `last` has the other changes in their folders. While one batch is
    /// written, the files of the next are read, because one waits for the disk and the other for processors.
    private func read(_ candidates: [FolderComparison.Candidate], last: ScanBatch) async throws {
        let (step, root, progress) = (readTags, root, progress)
        var claimed = Set(last.restored)
        var rest = candidates.dropFirst(ScanPipeline.batchFiles)
        var files = try await step.read(Array(candidates.prefix(ScanPipeline.batchFiles)), in: root, progress: progress)
        repeat {
            let upcoming = Array(rest.prefix(ScanPipeline.batchFiles))
            rest = rest.dropFirst(upcoming.count)
            async let next = step.read(upcoming, in: root, progress: progress)
            let batch = upcoming.isEmpty ? last : ScanBatch(library: library.id, at: last.at)
            try await write(files, into: batch, claimed: &claimed)
            files = try await next
        } while !files.isEmpty
    }

    private func write(
        _ files: [ReadTagsStep.ReadFile], into empty: ScanBatch, claimed: inout Set<ID<Track>>
    ) async throws {
        var batch = empty
        batch.at = pipeline.clock.now()
        var returned = 0
        if !files.isEmpty {
            let matched = try await match.match(files, at: batch.at, claimed: &claimed, progress: progress)
            returned = matched.returned
            batch.tracks = matched.tracks
            batch.missing += matched.displaced
            batch.broken += matched.broken
            batch.mended += matched.mended
            try await artwork.addEmbeddedCovers(to: &batch, progress: progress)
        }
        batch.missing.removeAll(where: claimed.contains)
        try Task.checkCancellation()
        guard !batch.isEmpty else { return }
        let withdrawn = try await pipeline.store.apply(batch)
        batch.tracks.removeAll { withdrawn.contains($0.id) }
        batch.restored.removeAll(where: withdrawn.contains)
        count(batch, returned: returned)
        if progress.isStored { try await pipeline.store.save(progress.current) }
    }

    private func count(_ batch: ScanBatch, returned: Int) {
        progress.count { counts in
            for track in batch.tracks {
                switch track.change {
                case .added: counts.added += 1
                case .updated: counts.updated += 1
                case .moved: counts.moved += 1
                case .restored: counts.restored += 1
                }
            }
            counts.restored += batch.restored.count
            counts.removed += batch.missing.count - returned
            counts.problems += batch.broken.count
        }
    }
}
