import Blobs
import Primitives

/// Brings covers into the blob store: the pictures in folders, and of the embedded ones those that are not stored yet.
struct ArtworkStep: Sendable {
    let store: any ScanStore
    let reader: any TagReader
    let blobs: any BlobStore
    let root: LibraryRoot

    /// Stores the covers that `batch` needs and notes them in it; a cover that cannot be had is taken out of its
    /// tracks.
    func addEmbeddedCovers(to batch: inout ScanBatch, progress: ScanProgress? = nil) async throws {
        var wanted: [BlobKey: [LibraryPath]] = [:]
        for track in batch.tracks {
            if let key = track.media.cover { wanted[key, default: []].append(track.path) }
        }
        guard !wanted.isEmpty else { return }
        progress?.enter(.artwork)
        let known = try await store.known(images: Array(wanted.keys), at: batch.at)
        var stored: [BlobKey: BlobKey] = [:]
        for (key, paths) in wanted where !known.contains(key) {
            // Equal pictures lie in every file of an album: a second file is tried only when the first has changed
            // meanwhile.
            for path in paths.prefix(2) where stored[key] == nil {
                try Task.checkCancellation()
                if let bytes = await embedded(path), let image = try await put(bytes) {
                    batch.images.append(image)
                    stored[key] = image.key
                }
            }
        }
        batch.tracks = batch.tracks.map { track in
            guard let key = track.media.cover, !known.contains(key) else { return track }
            return track.withCover(stored[key])
        }
    }

    /// Reads the picture file that is the cover of `folder`.
    func addFolderCover(_ file: FolderListing.File, of folder: [UInt8], to batch: inout ScanBatch) async throws {
        if let picture = try await read(file, in: folder, for: &batch) { batch.folderCovers.append(picture) }
    }

    /// Reads the picture file that shows the artist of `folder`.
    func addArtistImage(_ file: FolderListing.File, of folder: [UInt8], to batch: inout ScanBatch) async throws {
        if let picture = try await read(file, in: folder, for: &batch) { batch.artistImages.append(picture) }
    }

    private func read(
        _ file: FolderListing.File, in folder: [UInt8], for batch: inout ScanBatch
    ) async throws -> ScanBatch.FolderPicture? {
        guard let path = LibraryPath(bytes: folder.isEmpty ? file.name : folder + [UInt8(ascii: "/")] + file.name)
        else { return nil }
        try Task.checkCancellation()
        let image: ScanBatch.Image?
        if let bytes = await sidecar(path) {
            image = try await put(bytes)
        } else {
            image = nil
        }
        if let image { batch.images.append(image) }
        return ScanBatch.FolderPicture(folder: folder, name: file.name, facts: file.facts, image: image?.key)
    }

    private func put(_ bytes: [UInt8]) async throws -> ScanBatch.Image? {
        guard let kind = ImageKind(sniffing: bytes), ImageSize(of: bytes)?.isAcceptable == true else { return nil }
        return ScanBatch.Image(key: try await blobs.put(bytes), kind: kind, size: bytes.count)
    }

    private func embedded(_ path: LibraryPath) async -> [UInt8]? {
        do throws(FileProblem) { return try await reader.embeddedCover(of: path, in: root.path) } catch { return nil }
    }

    private func sidecar(_ path: LibraryPath) async -> [UInt8]? {
        do throws(FileProblem) { return try await reader.sidecarImage(path, in: root.path) } catch { return nil }
    }
}

extension ScanBatch.TrackWrite {
    fileprivate func withCover(_ cover: BlobKey?) -> Self {
        var media = media
        media.cover = cover
        return Self(id: id, change: change, path: path, facts: facts, media: media, grouping: grouping)
    }
}
