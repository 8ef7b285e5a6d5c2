import Primitives

/// Brings covers into the blob store: the pictures in folders, and of the embedded ones those that are not stored yet.
struct ArtworkStep: Sendable {
    let store: any ScanStore
    let reader: any TagReader
    let blobs: any BlobStore
    /// For kinds of pictures that are not stored as they are; nil takes none of them.
    let converter: (any ImageConverter)?
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
        let damaged = try await store.damaged(images: Array(known))
        var stored: [BlobKey: BlobKey] = [:]
        var refused = damaged
        for (key, paths) in wanted where !known.contains(key) {
            // Equal pictures lie in every file of an album: a second file is tried only when the first has changed
            // meanwhile.
            for path in paths.prefix(2) where stored[key] == nil {
                try Task.checkCancellation()
                guard let bytes = await embedded(path) else { continue }
                switch try await put(bytes) {
                case .success(let image):
                    batch.images.append(image)
                    stored[key] = image.key
                case .failure(let problem): refused[key] = problem.reason
                }
            }
        }
        for (index, track) in batch.tracks.enumerated() {
            guard let key = track.media.cover else { continue }
            if let reason = refused[key] {
                batch.broken.append(
                    ScanBatch.Broken(path: track.path, facts: track.facts, problem: .unshowablePicture(reason)))
            }
            if refused[key] != nil || !known.contains(key) { batch.tracks[index] = track.withCover(stored[key]) }
        }
    }

    /// Reads the first of `files` that is a picture as the cover of `folder`; false when none is. Those that are not are noted as
    /// broken.
    func addFolderCover(
        _ files: [FolderListing.File], of folder: [UInt8], to batch: inout ScanBatch
    ) async throws -> Bool {
        guard let picture = try await first(of: files, in: folder, for: &batch) else { return false }
        batch.folderCovers.append(picture)
        return true
    }

    /// The same for what shows the artist of `folder`.
    func addArtistImage(
        _ files: [FolderListing.File], of folder: [UInt8], to batch: inout ScanBatch
    ) async throws -> Bool {
        guard let picture = try await first(of: files, in: folder, for: &batch) else { return false }
        batch.artistImages.append(picture)
        return true
    }

    private func first(
        of files: [FolderListing.File], in folder: [UInt8], for batch: inout ScanBatch
    ) async throws -> ScanBatch.FolderPicture? {
        for file in files {
            guard
                let path = LibraryPath(bytes: folder.isEmpty ? file.name : folder + [UInt8(ascii: "/")] + file.name)
            else { continue }
            try Task.checkCancellation()
            switch try await sidecar(path) {
            case .success(let image?):
                batch.images.append(image)
                return ScanBatch.FolderPicture(folder: folder, name: file.name, facts: file.facts, image: image.key)
            case .success(nil): continue
            case .failure(let problem):
                // What was being read when the scan was cancelled is not to blame.
                try Task.checkCancellation()
                batch.broken.append(ScanBatch.Broken(path: path, facts: file.facts, problem: problem))
            }
        }
        return nil
    }

    /// Nil when it is gone by now.
    private func sidecar(_ path: LibraryPath) async throws -> Result<ScanBatch.Image?, FileProblem> {
        let bytes: [UInt8]?
        do throws(FileProblem) {
            bytes = try await reader.sidecarImage(path, in: root.path)
        } catch {
            return .failure(error)
        }
        guard let bytes else { return .success(nil) }
        return try await put(bytes).map(Optional.some)
    }

    private func put(_ bytes: [UInt8]) async throws -> Result<ScanBatch.Image, FileProblem> {
        guard let kind = ImageKind(sniffing: bytes) else { return try await putConverted(bytes) }
        guard let size = ImageSize(of: bytes) else { return .failure(.unshowable(.truncated)) }
        guard size.isAcceptable else { return .failure(.unshowable(.tooLarge)) }
        return .success(ScanBatch.Image(key: try await blobs.put(bytes), kind: kind, size: bytes.count))
    }

    private func putConverted(_ bytes: [UInt8]) async throws -> Result<ScanBatch.Image, FileProblem> {
        guard let converter, let kind = ForeignImageKind(sniffing: bytes) else {
            return .failure(.unshowable(.unsupported))
        }
        // Nothing refers to the original: it is swept in time.
        guard let file = try await blobs.open(try await blobs.put(bytes)) else {
            return .failure(.unshowable(.unreadable))
        }
        let png: [UInt8]
        do throws(ImageFailure) {
            png = try await converter.png(of: file, kind)
        } catch {
            switch error {
            case .broken(let problem): return .failure(.unshowable(problem.reason))
            // Tried again by the next scan.
            case .missing, .unavailable: return .failure(.unshowable(.unreadable))
            }
        }
        return .success(ScanBatch.Image(key: try await blobs.put(png), kind: .png, size: png.count))
    }

    private func embedded(_ path: LibraryPath) async -> [UInt8]? {
        do throws(FileProblem) { return try await reader.embeddedCover(of: path, in: root.path) } catch { return nil }
    }
}

extension ScanBatch.TrackWrite {
    fileprivate func withCover(_ cover: BlobKey?) -> Self {
        var media = media
        media.cover = cover
        return Self(id: id, change: change, path: path, facts: facts, media: media, grouping: grouping)
    }
}
