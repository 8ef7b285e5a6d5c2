import Primitives

/// Reads the files of tracks again, so that the catalog is written from their present contents.
struct FileRereading: Sendable {
    private static let concurrency = 8

    let scans: any ScanStore
    let walker: any LibraryWalker
    let reader: any TagReader
    let blobs: any BlobStore
    let converter: (any ImageConverter)?

    /// Reads the files of `targets`, which are of one library. Nil if one changed while it was read. Throws `conflict`
    /// if one is missing, cannot be read, or has become another track's.
    func read(_ targets: [EditTarget], at now: Timestamp) async throws -> ScanBatch? {
        guard let first = targets.first else { return nil }
        let root: LibraryRoot
        do {
            root = try await walker.root(first.root)
        } catch is FileProblem {
            throw Self.missing(first)
        }
        guard let writes = try await readAll(targets, in: root) else { return nil }
        try await refuseOthers(writes, targets)
        var batch = ScanBatch(library: first.library, at: now)
        batch.tracks = writes
        try await ArtworkStep(store: scans, reader: reader, blobs: blobs, converter: converter, root: root)
            .addEmbeddedCovers(to: &batch)
        return batch
    }

    private func readAll(_ targets: [EditTarget], in root: LibraryRoot) async throws -> [ScanBatch.TrackWrite]? {
        try await withThrowingTaskGroup(of: ScanBatch.TrackWrite?.self) { group in
            var rest = targets[...]
            for target in rest.prefix(Self.concurrency) { group.addTask { try await read(target, in: root) } }
            rest = rest.dropFirst(Self.concurrency)
            var writes: [ScanBatch.TrackWrite] = []
            while let write = try await group.next() {
                guard let write else {
                    group.cancelAll()
                    return nil
                }
                writes.append(write)
                if let target = rest.popFirst() { group.addTask { try await read(target, in: root) } }
            }
            return writes
        }
    }

    /// Nil if the file was changed meanwhile.
    private func read(_ target: EditTarget, in root: LibraryRoot) async throws -> ScanBatch.TrackWrite? {
        do {
            guard let facts = try await walker.facts(of: target.path, in: root) else { throw Self.missing(target) }
            let media = try await reader.read(target.path, in: root.path)
            guard try await walker.facts(of: target.path, in: root) == facts else { return nil }
            return ScanBatch.TrackWrite(
                id: target.track, change: .updated, path: target.path, facts: facts, media: media,
                grouping: Grouping.group(media.tags, at: target.path))
        } catch let problem as FileProblem {
            throw DomainError(
                .conflict, "\(Self.name(target)) cannot be read at present: \(problem.detail)",
                reason: "file_unreadable")
        }
    }

    /// Refuses a file whose content is that of another track. A file with new content may be another track that was
    /// moved here; only a scan decides that.
    private func refuseOthers(_ writes: [ScanBatch.TrackWrite], _ targets: [EditTarget]) async throws {
        let known = Dictionary(targets.map { ($0.track, $0) }) { first, _ in first }
        let changed = writes.filter { known[$0.id]?.signature != $0.media.signature }
        guard !changed.isEmpty else { return }
        // A scan may have written the same files meanwhile; those are not other tracks.
        let others = try await scans.tracks(signed: changed.map(\.media.signature)).filter { known[$0.id] == nil }
        guard let target = changed.lazy.compactMap({ known[$0.id] }).first, !others.isEmpty else { return }
        throw DomainError(
            .conflict, "\(Self.name(target)) is another file than at the last scan. Scan the library first",
            reason: "file_changed")
    }

    static func missing(_ target: EditTarget) -> DomainError {
        DomainError(.conflict, "\(name(target)) is not there at present", reason: "file_missing")
    }

    private static func name(_ target: EditTarget) -> String {
        String(decoding: target.path.name, as: UTF8.self)
    }
}
