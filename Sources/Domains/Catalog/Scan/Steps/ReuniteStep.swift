import Primitives

/// Lets missing tracks take the place of later copies of their files.
///
/// A move to another disk or library is a copy and then a removal. A scan that runs in between, or that reads the new
/// place first, takes the copy for a separate track. Once the original is gone, the missing track is written as moved
/// to the place of the copy. Users' data of the copy is transferred with it.
struct ReuniteStep: Sendable {
    static let batchFiles = 500

    let pipeline: ScanPipeline

    func reunite(progress: ScanProgress) async throws {
        progress.enter(.match)
        let found = Dictionary(grouping: try await pipeline.store.continuities(), by: \.copy.library)
        if !found.isEmpty {
            for library in try await pipeline.store.libraries(nil) {
                // Another library's disk may be unavailable; its copies wait for a scan that finds it.
                guard let own = found[library.id], let root = await root(of: library) else { continue }
                for batch in Self.batches(own) { try await write(batch, in: library, root, progress) }
            }
        }
        try await pipeline.store.transferUserData()
    }

    /// Batches of whole albums, so that an album that moved as a whole is recognized.
    private static func batches(_ continuities: [TrackContinuity]) -> [[TrackContinuity]] {
        let albums = Dictionary(grouping: continuities, by: \.album).sorted { $0.key.rawValue < $1.key.rawValue }
        var batches: [[TrackContinuity]] = []
        for (_, album) in albums {
            if let last = batches.last, last.count + album.count <= batchFiles {
                batches[batches.count - 1] += album
            } else {
                batches.append(album)
            }
        }
        return batches
    }

    private func root(of library: Library) async -> LibraryRoot? {
        do { return try await pipeline.walker.root(library.path) } catch { return nil }
    }

    private func write(
        _ continuities: [TrackContinuity], in library: Library, _ root: LibraryRoot, _ progress: ScanProgress
    ) async throws {
        var present: [TrackContinuity] = []
        for continuity in continuities where try await isThere(continuity.copy, in: root) { present.append(continuity) }
        let files = try await ReadTagsStep(reader: pipeline.reader, concurrency: pipeline.concurrency).read(
            present.map { .init(path: $0.copy.path, facts: $0.copy.facts, known: nil, wasBroken: false) }, in: root,
            progress: progress)
        var batch = ScanBatch(library: library.id, at: pipeline.clock.now())
        var returned = 0
        for (continuity, file) in zip(present, files) {
            guard case .success(let media) = file.result, media.signature == continuity.copy.signature else { continue }
            batch.continuities.append(continuity)
            batch.tracks.append(
                ScanBatch.TrackWrite(
                    id: continuity.lost, change: .moved, path: continuity.copy.path, facts: continuity.copy.facts,
                    media: media, grouping: Grouping.group(media.tags, at: continuity.copy.path)))
            if continuity.lostSince >= progress.current.startedAt { returned += 1 }
        }
        guard !batch.tracks.isEmpty else { return }
        let artwork = ArtworkStep(
            store: pipeline.store, reader: pipeline.reader, blobs: pipeline.blobs, converter: pipeline.converter,
            root: root)
        try await artwork.addEmbeddedCovers(to: &batch, progress: progress)
        try Task.checkCancellation()
        try await pipeline.store.apply(batch)
        let (moved, back) = (batch.tracks.count, returned)
        progress.count { counts in
            counts.moved += moved
            counts.removed = max(0, counts.removed - back)
        }
    }

    /// Whether the copy is unchanged since it was last scanned; a scan of its own library handles any change.
    private func isThere(_ copy: SignatureMatch, in root: LibraryRoot) async throws -> Bool {
        try Task.checkCancellation()
        do {
            return try await pipeline.walker.facts(of: copy.path, in: root) == copy.facts
        } catch is FileProblem {
            return false
        }
    }
}
