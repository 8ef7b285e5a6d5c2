import Primitives

/// Adds covers to the blob store: the pictures in folders, and the embedded ones that are not stored yet.
struct ArtworkStep: Sendable {
    let store: any ScanStore
    let reader: any TagReader
    let blobs: any BlobStore
    /// Converts pictures of kinds that are not stored as they are; nil skips them.
    let converter: (any ImageConverter)?
    let root: LibraryRoot

    /// Stores the covers that `batch` needs and adds them to it. A cover that cannot be read is removed from its
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
            // Every file of an album has the same picture: a second file is tried only if the first has changed
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
            if refused[key] != nil || !known.contains(key) { batch.tracks[index].media.cover = stored[key] }
        }
    }

    /// Stores the first picture of `files`; nil if none is a picture. Files that are not are recorded as broken.
    func picture(
        among files: [FolderListing.File], of folder: [UInt8], for batch: inout ScanBatch
    ) async throws -> ScanBatch.FolderPicture? {
        for file in files {
            guard let path = LibraryPath(file.name, in: folder) else { continue }
            try Task.checkCancellation()
            switch try await sidecar(path) {
            case .success(let image?):
                batch.images.append(image)
                return ScanBatch.FolderPicture(folder: folder, name: file.name, facts: file.facts, image: image.key)
            case .success(nil): continue
            case .failure(let problem):
                // A file whose reading was interrupted by cancellation is not broken.
                try Task.checkCancellation()
                batch.broken.append(ScanBatch.Broken(path: path, facts: file.facts, problem: problem))
            }
        }
        return nil
    }

    /// Succeeds with nil if the file is gone by now.
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
        // Nothing refers to the original: the cleanup deletes it later.
        guard let file = try await blobs.open(try await blobs.put(bytes)) else {
            return .failure(.unshowable(.unreadable))
        }
        let png: [UInt8]
        do throws(ImageFailure) {
            png = try await converter.png(of: file, kind)
        } catch {
            switch error {
            case .broken(let problem): return .failure(.unshowable(problem.reason))
            // The next scan tries again.
            case .missing, .unavailable: return .failure(.unshowable(.unreadable))
            }
        }
        return .success(ScanBatch.Image(key: try await blobs.put(png), kind: .png, size: png.count))
    }

    private func embedded(_ path: LibraryPath) async -> [UInt8]? {
        do throws(FileProblem) { return try await reader.embeddedCover(of: path, in: root.path) } catch { return nil }
    }
}

/// Ranks the picture files of a folder: `cover`, `folder` or `front` for the folder, `artist` for its artist; with the
/// extension jpg, jpeg, png, webp, gif, avif, bmp, tif or tiff, in any case.
enum CoverFile {
    private static let stems = ["cover", "folder", "front"]
    private static let artistStems = ["artist"]
    private static let extensions = ["jpg", "jpeg", "png", "webp", "gif", "avif", "bmp", "tif", "tiff"]

    /// The rank of a cover, lower is better; nil for any other file.
    static func rank(_ name: [UInt8]) -> Int? {
        rank(name, among: stems)
    }

    /// The same for the picture of the artist whose albums are in or below the folder.
    static func artistRank(_ name: [UInt8]) -> Int? {
        rank(name, among: artistStems)
    }

    private static func rank(_ name: [UInt8], among stems: [String]) -> Int? {
        guard let text = String(validating: name, as: UTF8.self)?.lowercased(), let dot = text.lastIndex(of: "."),
            let stem = stems.firstIndex(of: String(text[..<dot])),
            let kind = extensions.firstIndex(of: String(text[text.index(after: dot)...]))
        else { return nil }
        return stem * extensions.count + kind
    }
}
