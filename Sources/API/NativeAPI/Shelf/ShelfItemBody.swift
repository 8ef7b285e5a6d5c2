import Catalog
import HTTPSupport
import Primitives
import Shelf

/// An item of the caller's shelf. An entry describes itself. `track` or `album` contains the catalog's present data,
/// and `missing` means that the item has no file at present.
struct ShelfItemBody: ObjectBody {
    static let component: String? = "ShelfItem"
    static let fields = Fields<Self> {
        Field("id") { $0.shelved.item.id.rawValue }
        Field("kind") { $0.shelved.item.source.kind }
        Field("title") { $0.shelved.item.title }
        Field("artist") { $0.artist }
        Field("genre") { $0.shelved.track?.genres.first ?? $0.shelved.item.genre }
        Field("durationMs") { body in body.duration.map { Int($0) } }
        Field("comment") { $0.shelved.item.comment }
        Field("cover") { $0.cover.map(ImagePath.text) }
        Field("rating") { $0.shelved.item.rating?.stars }
        Field("folderId") { $0.shelved.item.folder?.rawValue }
        Field("addedAt") { $0.shelved.item.addedAt }
        Field("changedAt") { $0.shelved.item.changedAt }
        Field("track") { body in body.shelved.track.map { track in TrackItemBody(track, body.annotations) } }
        Field("album") { body in body.shelved.album.map { album in AlbumItemBody(album, body.annotations) } }
        Field("missing") { $0.isMissing ? true : nil }
    }

    let shelved: ShelvedItem
    let annotations: Annotations

    private var artist: String {
        let artists = shelved.track?.artists ?? shelved.album?.artists
        return artists.map { $0.map(\.name).joined(separator: ", ") } ?? shelved.item.artist
    }

    private var cover: BlobKey? {
        shelved.item.cover ?? shelved.track?.cover ?? shelved.album?.cover
    }

    private var isMissing: Bool {
        shelved.item.source != .entry && shelved.album == nil && shelved.track?.isMissing ?? true
    }

    private var duration: Int64? {
        shelved.track?.durationMilliseconds ?? shelved.album?.durationMilliseconds
            ?? shelved.item.durationMilliseconds
    }
}

/// The result of placing items.
struct ShelfPlacementBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("added") { $0.outcome.added }
        Field("moved") { $0.outcome.moved }
    }

    let outcome: ShelfPlacement.Outcome
}

/// Reads the request fields of shelves and checks their bounds.
enum ShelfFields {
    /// The largest body in bytes: a thousand ids of 64 characters, and some overhead.
    static let longestBody = 256 * 1024

    static func folderDraft(_ fields: consuming JSONFields) throws(DomainError) -> FolderDraft {
        var fields = fields
        let name = try fields.text("name", upTo: 4096)
        let icon = try fields.optionalChoice("icon", of: FolderIcon.self) ?? .folder
        try fields.end()
        return try FolderDraft(name: name, icon: icon)
    }

    static func folderChange(_ fields: consuming JSONFields) throws(DomainError) -> FolderChange {
        var fields = fields
        let name = try fields.optionalText("name", upTo: 4096)
        let icon = try fields.optionalChoice("icon", of: FolderIcon.self)
        try fields.end()
        return try FolderChange(name: name, icon: icon)
    }

    /// A track or an album by its id, or else the text that the user typed.
    static func draft(_ fields: inout JSONFields) throws(DomainError) -> ShelfItemDraft {
        let track = try fields.optionalText("trackId", upTo: 64)
        let album = try fields.optionalText("albumId", upTo: 64)
        let content: ShelfItemDraft.Content
        switch (track, album) {
        case (let track?, nil): content = .track(ID(track))
        case (nil, let album?): content = .album(ID(album))
        case (nil, nil):
            content = .entry(
                try ShelfDescription(
                    title: try fields.text("title", upTo: 8192),
                    artist: try fields.optionalText("artist", upTo: 8192) ?? "",
                    genre: try fields.optionalText("genre", upTo: 4096) ?? "",
                    durationMilliseconds: try fields.optionalInteger("durationMs", in: Int64.min...Int64.max)))
        case (.some, .some): throw .invalid("An item is a track or an album", field: "albumId")
        }
        let comment = try fields.optionalText("comment", upTo: 32 * 1024) ?? ""
        let rating = try rating(&fields)
        let folder = try fields.optionalText("folderId", upTo: 64).map { ID<ShelfFolder>($0) }
        return try ShelfItemDraft(content, comment: comment, rating: rating, folder: folder)
    }

    static func change(_ fields: consuming JSONFields) throws(DomainError) -> ShelfItemChange {
        var fields = fields
        let title = try fields.optionalText("title", upTo: 8192)
        let artist = try fields.optionalText("artist", upTo: 8192)
        let genre = try fields.optionalText("genre", upTo: 4096)
        var duration: Int64??
        switch fields.presence(of: "durationMs") {
        case .absent: duration = nil
        case .null: duration = .some(nil)
        case .value: duration = .some(try fields.integer("durationMs", in: Int64.min...Int64.max))
        }
        let comment = try fields.optionalText("comment", upTo: 32 * 1024)
        var stars: Rating??
        switch fields.presence(of: "rating") {
        case .absent: stars = nil
        case .null: stars = .some(nil)
        case .value: stars = .some(try rating(&fields))
        }
        let folder: ID<ShelfFolder>?? = try folder(&fields)
        try fields.end()
        return try ShelfItemChange(
            title: title, artist: artist, genre: genre, durationMilliseconds: duration, comment: comment,
            rating: stars, folder: folder)
    }

    static func placement(_ fields: consuming JSONFields) throws(DomainError) -> ShelfPlacement {
        var fields = fields
        let tracks = try ids("trackIds", &fields).map { ID<Track>($0) }
        let albums = try ids("albumIds", &fields).map { ID<Album>($0) }
        let items = try ids("itemIds", &fields).map { ID<ShelfItem>($0) }
        guard let folder = try folder(&fields) else {
            throw .invalid("folderId is missing; null is for no folder", field: "folderId")
        }
        try fields.end()
        return try ShelfPlacement(tracks: tracks, albums: albums, items: items, folder: folder)
    }

    static func link(_ fields: consuming JSONFields) throws(DomainError) -> AnnotationSubject {
        var fields = fields
        let track = try fields.optionalText("trackId", upTo: 64)
        let album = try fields.optionalText("albumId", upTo: 64)
        try fields.end()
        switch (track, album) {
        case (let track?, nil): return .track(ID(track))
        case (nil, let album?): return .album(ID(album))
        case (nil, nil): throw .invalid("trackId or albumId is missing", field: "trackId")
        case (.some, .some): throw .invalid("An item is a track or an album", field: "albumId")
        }
    }

    static func ids(_ fields: consuming JSONFields, upTo count: Int) throws(DomainError) -> [String] {
        var fields = fields
        let ids = try fields.texts("ids", count: count, eachUpTo: 64)
        try fields.end()
        return ids
    }

    private static func ids(_ name: String, _ fields: inout JSONFields) throws(DomainError) -> [String] {
        guard fields.presence(of: name) == .value else { return [] }
        return try fields.texts(name, count: ShelfRules.mostAtOnce, eachUpTo: 64)
    }

    /// Nil when absent; null stands for no folder.
    private static func folder(_ fields: inout JSONFields) throws(DomainError) -> ID<ShelfFolder>?? {
        switch fields.presence(of: "folderId") {
        case .absent: return nil
        case .null: return .some(nil)
        case .value: return .some(ID(try fields.text("folderId", upTo: 64)))
        }
    }

    private static func rating(_ fields: inout JSONFields) throws(DomainError) -> Rating? {
        guard let stars = try fields.optionalNumber("rating") else { return nil }
        guard let rating = Rating(stars: stars) else {
            throw .invalid("rating must be between 1 and 5 in half steps", field: "rating")
        }
        return rating
    }
}
