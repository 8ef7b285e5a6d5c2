package import Primitives
package import Catalog
package import Shelf

/// Provides downloads of several files as one archive, for users whose plan allows it. Music that the caller may not
/// see is left out.
package struct DownloadService: Sendable {
    /// The number of tracks that are looked up at once.
    private static let batch = 500
    /// The largest depth of folders.
    private static let depth = 32

    private let catalog: CatalogService
    private let browsing: CatalogSyncService
    private let playlists: PlaylistService
    private let artwork: ArtworkService
    private let streaming: StreamingService
    private let admission: StreamAdmission
    private let selections: DownloadSelections

    package init(
        catalog: CatalogService, browsing: CatalogSyncService, playlists: PlaylistService, artwork: ArtworkService,
        streaming: StreamingService, admission: StreamAdmission, selections: DownloadSelections
    ) {
        self.catalog = catalog
        self.browsing = browsing
        self.playlists = playlists
        self.artwork = artwork
        self.streaming = streaming
        self.admission = admission
        self.selections = selections
    }

    /// Stores the caller's selection for an hour, so that a short URL leads to it. Throws as `download`, and as
    /// `StreamAdmission.check`.
    package func prepare(
        _ source: DownloadSource, as caller: Principal
    ) async throws -> (selection: DownloadSelection, download: Download) {
        let download = try await download(source, as: caller)
        try await admission.check(download.bytes, for: caller.user, within: caller.limits)
        return (selections.store(source, of: caller.user), download)
    }

    /// Opens a selection that `prepare` has stored. Throws `notFound` for another user's selection and for an expired
    /// one, and as `download`.
    package func download(_ selection: ID<DownloadSelection>, as caller: Principal) async throws -> Download {
        try Self.authorize(caller)
        guard let source = selections.find(selection, of: caller.user) else {
            throw DomainError.notFound("This download has expired. Choose the songs again")
        }
        return try await download(source, as: caller)
    }

    /// The download of a source. Throws `forbidden` with reason `plan_downloads` or `plan_bitrate`, `notFound` for a
    /// source that does not exist or is empty, and `tooLarge`.
    package func download(_ source: DownloadSource, as caller: Principal) async throws -> Download {
        try Self.authorize(caller)
        return switch source {
        case .album(let id): try await album(id, caller)
        case .playlist(let id): try await playlist(id, caller)
        case .folder(let id): try await folder(id, caller)
        case .tracks(let ids): try await selection(ids, caller)
        }
    }

    /// Throws `forbidden` unless the caller may download files.
    package static func authorize(_ caller: Principal) throws(DomainError) {
        try caller.require(.stream)
        guard caller.limits.allowsDownloads else {
            throw DomainError(
                .forbidden, "Your plan does not allow downloads", reason: "plan_downloads")
        }
    }

    /// The right to send the archive. Throws as `StreamAdmission.admit`.
    ///
    /// - Parameter bytes: the size of the whole archive.
    package func admit(
        _ download: Download, bytes: Int64, as caller: Principal, for listener: Listener
    ) async throws -> StreamSlot {
        try await admission.admit(listener, toDownload: download.id, bytes: bytes, within: caller.limits)
    }

    /// Opens a track's file when its turn comes. Throws if it is not there any more.
    package func open(_ track: ID<Track>, as caller: Principal) async throws -> any ReadableFile {
        try await streaming.open(track, as: caller).file
    }

    private func album(_ id: ID<Album>, _ caller: Principal) async throws -> Download {
        let album = try await catalog.album(id, as: caller)
        let folder = TrackDetails.folder(album.item.artists, album.item.name)
        var draft = DownloadDraft(id.rawValue, named: folder, for: caller)
        let discs = Set(album.tracks.map { $0.discNumber ?? 1 }).count
        try await each(album.tracks.map(\.id), caller) { track in
            try draft.add(track, in: [folder], track.numberedName(ofDiscs: discs))
        }
        if let cover = album.item.cover, let image = try? await artwork.open(cover.hex, as: caller) {
            try draft.add(image, in: [folder])
        }
        return try draft.finished()
    }

    /// The playlist file names each track as often as it is in the playlist; the archive contains it once.
    private func playlist(_ id: ID<Playlist>, _ caller: Principal) async throws -> Download {
        let playlist = try await playlists.playlist(id, as: caller)
        let items = try await playlists.items(of: id, as: caller)
        var (draft, paths) = (DownloadDraft(id.rawValue, named: playlist.name, for: caller), [ID<Track>: String]())
        let places = items.enumerated().reduce(into: [ID<Track>: Int]()) { places, item in
            if places[item.element.track.id] == nil { places[item.element.track.id] = item.offset + 1 }
        }
        let digits = max(2, "\(items.count)".count)
        let unique = places.sorted { $0.value < $1.value }
        try await each(unique.map(\.key), caller) { track in
            let number = "\(places[track.item.id] ?? 0)"
            let credit = TrackDetails.folder(track.item.artists, track.item.title)
            let name = String(repeating: "0", count: max(0, digits - number.count)) + "\(number) \(credit)"
            paths[track.item.id] = try draft.add(track, in: [playlist.name], name)
        }
        let document = PlaylistDocument(
            title: playlist.name, description: playlist.description,
            tracks: items.compactMap { item in
                paths[item.track.id].map { PlaylistDocument.Track(item.track, at: Self.name(of: $0)) }
            })
        try draft.add(PlaylistFormat.m3u8.text(of: document), in: [playlist.name], playlist.name, ending: "m3u8")
        return try draft.finished()
    }

    private func folder(_ id: ID<Folder>, _ caller: Principal) async throws -> Download {
        let top = try await browsing.contents(of: id, as: caller)
        var draft = DownloadDraft(id.rawValue, named: top.folder.name, for: caller)
        try await add(top, in: [top.folder.name], to: &draft, caller)
        return try draft.finished()
    }

    /// Adds a folder and those below it. The names are those on the disk.
    private func add(
        _ contents: FolderContents, in path: [String], to draft: inout DownloadDraft, _ caller: Principal
    ) async throws {
        for track in contents.tracks {
            let name = String(decoding: track.path.name, as: UTF8.self)
            try draft.add(track, in: path, name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name)
        }
        guard path.count < Self.depth else { throw DownloadDraft.tooLarge }
        for folder in contents.folders {
            let below = try await browsing.contents(of: folder.id, as: caller)
            try await add(below, in: path + [folder.name], to: &draft, caller)
        }
    }

    /// The selected tracks, with a folder for each album.
    private func selection(_ ids: [ID<Track>], _ caller: Principal) async throws -> Download {
        var seen: Set<ID<Track>> = []
        let unique = ids.filter { seen.insert($0).inserted }
        guard unique.count <= Download.mostFiles else { throw DownloadDraft.tooLarge }
        var draft = DownloadDraft("selection", named: "Songs", for: caller)
        try await each(unique, caller) { track in
            try draft.add(
                track, in: [track.albumFolder],
                track.numberedName(ofDiscs: max(track.discTotal ?? 1, track.item.discNumber ?? 1)))
        }
        return try draft.finished()
    }

    /// Looks tracks up in batches; those that the caller may not see are left out.
    private func each(
        _ ids: [ID<Track>], _ caller: Principal, _ body: (TrackDetails) throws -> Void
    ) async throws {
        for start in stride(from: 0, to: ids.count, by: Self.batch) {
            let some = Array(ids[start..<min(start + Self.batch, ids.count)])
            for track in try await catalog.details(for: some, as: caller) { try body(track) }
        }
    }

    private static func name(of path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }
}
