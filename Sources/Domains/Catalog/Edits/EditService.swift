package import Primitives
package import Journal

/// Corrects the tags of tracks in the catalog only; files are never written. Every call needs `moderate`.
///
/// A correction takes effect at once and stays through scans, as long as the track is known. Each is in the track's
/// history and can be undone.
package struct EditService: Sendable {
    private static let attempts = 4

    private let store: any EditStore
    private let catalog: CatalogService
    private let files: FileRereading
    private let blobs: any BlobStore
    private let reserve: Int64
    private let describer: ImageDescriber?
    private let clock: any WallClock

    /// - Parameter reserve: the bytes of disk space that covers leave free.
    package init(
        store: any EditStore, catalog: CatalogService, scans: any ScanStore, walker: any LibraryWalker,
        reader: any TagReader, blobs: any BlobStore, reserve: Int64 = 0, describer: ImageDescriber? = nil,
        converter: (any ImageConverter)? = nil, clock: any WallClock
    ) {
        self.store = store
        self.catalog = catalog
        files = FileRereading(scans: scans, walker: walker, reader: reader, blobs: blobs, converter: converter)
        self.blobs = blobs
        self.reserve = reserve
        self.describer = describer
        self.clock = clock
    }

    package func edit(
        _ track: ID<Track>, _ change: EditChange, as caller: Principal, by actor: JournalEntry.Actor
    ) async throws {
        try caller.require(.moderate)
        let change = try change.checked(albumField: "album")
        try await requireTrack(track, as: caller)
        try await apply(change, to: [track], of: track, as: caller, by: actor)
    }

    /// Applies the same correction to all tracks of an album. Returns the album's id afterwards: another one if the
    /// album was merged into an existing album.
    package func edit(
        _ album: ID<Album>, _ change: EditChange, as caller: Principal, by actor: JournalEntry.Actor
    ) async throws -> ID<Album> {
        try caller.require(.moderate)
        let change = try change.checked(albumField: "name")
        let tracks = try await tracks(of: album, as: caller)
        try await apply(change, to: tracks, ofAlbum: album, as: caller, by: actor)
        guard let first = tracks.first, let item = try await catalog.items(for: [first], as: caller).first else {
            return album
        }
        return item.album
    }

    /// Sets the cover of a track. `bytes` is a whole JPEG, PNG or WebP file, whatever its declared type was.
    package func setCover(
        _ bytes: [UInt8], of track: ID<Track>, as caller: Principal, by actor: JournalEntry.Actor
    ) async throws {
        try caller.require(.moderate)
        try await requireTrack(track, as: caller)
        let (change, cover) = try await store(bytes)
        try await apply(change, to: [track], of: track, cover: cover, as: caller, by: actor)
    }

    package func setCover(
        _ bytes: [UInt8], of album: ID<Album>, as caller: Principal, by actor: JournalEntry.Actor
    ) async throws {
        try caller.require(.moderate)
        let tracks = try await tracks(of: album, as: caller)
        let (change, cover) = try await store(bytes)
        try await apply(change, to: tracks, ofAlbum: album, cover: cover, as: caller, by: actor)
    }

    /// The history of a track's corrections, newest first.
    package func records(
        of track: ID<Track>, _ page: PageRequest, as caller: Principal
    ) async throws -> Page<EditRecord> {
        try caller.require(.moderate)
        try await requireTrack(track, as: caller)
        return try await store.records(of: track, page)
    }

    /// Undoes one correction. Throws `conflict` with reason `edited_since` if one of its fields was changed again.
    package func undo(
        _ record: ID<EditRecord>, of track: ID<Track>, as caller: Principal, by actor: JournalEntry.Actor
    ) async throws {
        try caller.require(.moderate)
        try await requireTrack(track, as: caller)
        let record = try await store.record(record, of: track).orThrow(.notFound("There is no such correction"))
        guard try await !store.isUndone(record.id, of: track) else {
            throw DomainError(.conflict, "This correction was undone already", reason: "edited_since")
        }
        let entry = entry("track.edit.undo", on: .init("track", track), record.changes.map(\.field), actor)
        try await write([track], undoes: record.id, entry: entry, as: caller) { try record.undone(in: $0) }
    }

    private func requireTrack(_ track: ID<Track>, as caller: Principal) async throws {
        guard try await !catalog.items(for: [track], as: caller).isEmpty else {
            throw DomainError.notFound("There is no such track")
        }
    }

    private func tracks(of album: ID<Album>, as caller: Principal) async throws -> [ID<Track>] {
        let details = try await catalog.album(album, as: caller)
        guard details.item.trackCount <= EditRules.maximumAlbumTracks else {
            throw DomainError(
                .conflict, "An album of more than \(EditRules.maximumAlbumTracks) tracks cannot be edited as a whole",
                reason: "album_too_large")
        }
        return details.tracks.map(\.id)
    }

    private func store(_ bytes: [UInt8]) async throws -> (EditChange, ScanBatch.Image) {
        guard bytes.count <= EditRules.maximumCoverBytes else {
            throw DomainError(.tooLarge, "A cover has at most 20 MiB", reason: "cover_too_large")
        }
        guard let kind = ImageKind(sniffing: bytes), kind != .gif, ImageSize(of: bytes)?.isAcceptable == true else {
            throw DomainError(
                .unsupportedMediaType, "A cover is a JPEG, PNG or WebP image of at most 40 megapixels",
                reason: "picture_type")
        }
        try await blobs.requireRoom(for: bytes.count, leaving: reserve)
        let key = try await blobs.put(bytes)
        try await describer?.require(key)
        var change = EditChange()
        change.cover = .set(key)
        return (change, ScanBatch.Image(key: key, kind: kind, size: bytes.count))
    }

    private func apply(
        _ change: EditChange, to tracks: [ID<Track>], of track: ID<Track>? = nil, ofAlbum album: ID<Album>? = nil,
        cover: ScanBatch.Image? = nil, as caller: Principal, by actor: JournalEntry.Actor
    ) async throws {
        guard !change.fields.isEmpty else { return }
        let subject =
            album.map { JournalEntry.Subject("album", $0) } ?? track.map { JournalEntry.Subject("track", $0) }
        let entry = entry(album == nil ? "track.edit" : "album.edit", on: subject, change.fields, actor)
        try await write(tracks, cover: cover, entry: entry, as: caller) {
            change.applied(to: $0, ofAlbum: album != nil)
        }
    }

    private func entry(
        _ action: String, on subject: JournalEntry.Subject?, _ fields: [TrackEdit.Field], _ actor: JournalEntry.Actor
    ) -> JournalEntry {
        JournalEntry(
            at: clock.now(), by: actor, action, subject,
            details: ["fields": fields.map(\.rawValue).joined(separator: ",")])
    }

    /// Reads the files and writes their tags with `change` applied. Repeats this if a file or the catalog changed in
    /// between.
    private func write(
        _ tracks: [ID<Track>], cover: ScanBatch.Image? = nil, undoes: ID<EditRecord>? = nil, entry: JournalEntry,
        as caller: Principal, _ change: @escaping @Sendable (TrackEdit) throws -> TrackEdit
    ) async throws {
        for _ in 0..<Self.attempts {
            let targets = try await store.targets(tracks)
            if let missing = targets.first(where: \.isMissing) { throw FileRereading.missing(missing) }
            guard let batch = try await files.read(targets, at: entry.at) else { continue }
            let write = EditWrite(
                targets: targets, batch: batch, cover: cover, editor: caller.user, undoes: undoes, entry: entry)
            if try await store.apply(write, change) { return }
        }
        throw DomainError(
            .unavailable, "The files are changing. Try again when they no longer change", reason: "file_changing",
            retryAfter: .seconds(2))
    }
}
