import Primitives

/// Gives missing tracks the place of later copies of their files.
///
/// A move to another disk or library is a copy and then a removal. A scan that comes in between, or that looks at the new place first,
/// takes the copy for a track of its own; once the original is gone the copy turns out to be that track, which is written as a moved
/// one. What people did with the copy in the meantime goes with it.
struct ReuniteStep: Sendable {
    static let batchFiles = 500

    let store: any ScanStore
    let walker: any LibraryWalker
    let reader: any TagReader
    let blobs: any BlobStore
    let converter: (any ImageConverter)?
    let clock: any WallClock
    let concurrency: Int

    func reunite(progress: ScanProgress) async throws {
        progress.enter(.match)
        let found = Dictionary(grouping: try await store.continuities(), by: \.copy.library)
        if !found.isEmpty {
            for library in try await store.libraries(nil) {
                // Another library's disk may be away; its copies wait for a scan that finds it.
                guard let own = found[library.id], let root = await root(of: library) else { continue }
                for batch in Self.batches(own) { try await write(batch, in: library, root, progress) }
            }
        }
        try await store.handDown()
    }

    /// Whole albums at a time, so that one which moved as a whole is known again.
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
        do { return try await walker.root(library.path) } catch { return nil }
    }

    private func write(
        _ continuities: [TrackContinuity], in library: Library, _ root: LibraryRoot, _ progress: ScanProgress
    ) async throws {
        var present: [TrackContinuity] = []
        for succession in continuities where try await isThere(succession.copy, in: root) { present.append(succession) }
        let files = try await ReadTagsStep(reader: reader, concurrency: concurrency).read(
            present.map { .init(path: $0.copy.path, facts: $0.copy.facts, known: nil, wasBroken: false) }, in: root,
            progress: progress)
        var batch = ScanBatch(library: library.id, at: clock.now())
        var returned = 0
        for (succession, file) in zip(present, files) {
            guard case .success(let media) = file.result, media.signature == succession.copy.signature else { continue }
            batch.continuities.append(succession)
            batch.tracks.append(
                ScanBatch.TrackWrite(
                    id: succession.lost, change: .moved, path: succession.copy.path, facts: succession.copy.facts,
                    media: media, grouping: Grouping.group(media.tags, at: succession.copy.path)))
            if succession.lostSince >= progress.current.startedAt { returned += 1 }
        }
        guard !batch.tracks.isEmpty else { return }
        let artwork = ArtworkStep(
            store: store, reader: reader, blobs: blobs, converter: converter, root: root)
        try await artwork.addEmbeddedCovers(to: &batch, progress: progress)
        try Task.checkCancellation()
        try await store.apply(batch)
        let (moved, back) = (batch.tracks.count, returned)
        progress.count { counts in
            counts.moved += moved
            counts.removed = max(0, counts.removed - back)
        }
    }

    /// Whether the copy is as it was when it was last looked at; a scan of its own library finds out what else became of it.
    private func isThere(_ copy: SignatureMatch, in root: LibraryRoot) async throws -> Bool {
        try Task.checkCancellation()
        do {
            return try await walker.facts(of: copy.path, in: root) == copy.facts
        } catch is FileProblem {
            return false
        }
    }
}
