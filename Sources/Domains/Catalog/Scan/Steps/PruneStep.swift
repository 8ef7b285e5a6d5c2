import Primitives

/// Marks the contents of folders that no longer exist as missing.
struct PruneStep: Sendable {
    let pipeline: ScanPipeline
    let library: Library
    let root: LibraryRoot

    /// - Parameters:
    ///   - visited: every folder that the walk has seen.
    ///   - unreadable: folders that could not be read; the stored state below them does not change.
    func prune(visited: Set<[UInt8]>, unreadable: [[UInt8]], progress: ScanProgress) async throws {
        progress.enter(.prune)
        try await checkRoot()
        var last: [UInt8]?
        while true {
            try Task.checkCancellation()
            let folders = try await pipeline.store.folders(of: library.id, after: last, limit: 500)
            guard let end = folders.last else { return }
            last = end
            let gone = folders.filter { folder in
                !visited.contains(folder) && !unreadable.contains { LibraryPathRules.contains($0, folder) }
            }
            guard !gone.isEmpty else { continue }
            var batch = ScanBatch(library: library.id, at: pipeline.clock.now())
            for (folder, known) in zip(gone, try await pipeline.store.known(gone, in: library.id)) {
                batch.missing += known.tracks.filter { !$0.isMissing }.map(\.id)
                batch.mended += known.broken.compactMap { LibraryPath($0.name, in: folder) }.filter { path in
                    !unreadable.contains(path.bytes)
                }
                if known.cover != nil { batch.coverless.append(folder) }
                batch.lostTexts += known.texts.keys.map { (folder, $0) }
                if known.artistImage != nil { batch.artistImageless.append(folder) }
            }
            guard !batch.isEmpty else { continue }
            try await pipeline.store.apply(batch)
            let removed = batch.missing.count
            progress.count { $0.removed += removed }
        }
    }

    /// Checks that the library's folder is still the same: a disk that went away during the walk looks like removed
    /// files.
    private func checkRoot() async throws {
        let now: LibraryRoot
        do {
            now = try await pipeline.walker.root(library.path)
        } catch let problem as FileProblem {
            throw DomainError(.unavailable, "The library folder went away during the scan: \(problem.detail)")
        }
        guard now == root else {
            throw DomainError(.unavailable, "The library folder was replaced during the scan")
        }
    }
}
