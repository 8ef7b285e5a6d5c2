import Catalog
import HTTPSupport
import Hummingbird
import Primitives
import Shelf

/// A track or an album by its id, or else the text that the user typed.
struct ShelfItemDraftBody: InputBody {
    let title = Input<String>(alternative: "title", .text(upTo: 8192))
    let details = ShelfItemDetailsBody()
    let track = Input<ID<Track>?>("trackId", .id())
    let album = Input<ID<Album>?>("albumId", .id())

    func read(_ request: Request) async throws -> ShelfItemDraft {
        try await request.read(self, Self.draft)
    }

    static func draft(_ fields: inout InputFields<Self>) throws(DomainError) -> ShelfItemDraft {
        let track = try fields.read(\.track)
        let album = try fields.read(\.album)
        let content: ShelfItemDraft.Content
        switch (track, album) {
        case (let track?, nil): content = .track(track)
        case (nil, let album?): content = .album(album)
        case (nil, nil):
            let title = try fields.read(\.title)
            return try fields.read(part: \.details) { part throws(DomainError) in
                try ShelfItemDetailsBody.entry(titled: title, &part)
            }
        case (.some, .some): throw .invalid("An item is a track or an album", field: "albumId")
        }
        return try fields.read(part: \.details) { part throws(DomainError) in
            try ShelfItemDetailsBody.draft(content, &part)
        }
    }
}

/// The fields of a new item besides what it is. The artist, the genre and the duration are those of an entry.
struct ShelfItemDetailsBody: InputBody {
    let artist = Input<String?>("artist", .text(upTo: 8192))
    let genre = Input<String?>("genre", .text(upTo: 4096))
    let comment = Input<String?>("comment", .text(upTo: 32 * 1024))
    let duration = Input<Int64?>("durationMs", .integer(in: Int64.min...Int64.max))
    let rating = Input<Rating?>("rating", .rating)
    let folder = Input<ID<ShelfFolder>?>("folderId", .id())

    static func entry(titled title: String, _ fields: inout InputFields<Self>) throws(DomainError) -> ShelfItemDraft {
        let description = try ShelfDescription(
            title: title, artist: fields.read(\.artist) ?? "", genre: fields.read(\.genre) ?? "",
            durationMilliseconds: fields.read(\.duration))
        return try draft(.entry(description), &fields)
    }

    static func draft(
        _ content: ShelfItemDraft.Content, _ fields: inout InputFields<Self>
    ) throws(DomainError) -> ShelfItemDraft {
        let comment = try fields.read(\.comment) ?? ""
        let rating = try fields.read(\.rating)
        let folder = try fields.read(\.folder)
        return try ShelfItemDraft(content, comment: comment, rating: rating, folder: folder)
    }
}

/// A change of an item.
struct ShelfItemChangeBody: InputBody {
    let title = Input<String?>("title", .text(upTo: 8192))
    let artist = Input<String?>("artist", .text(upTo: 8192))
    let genre = Input<String?>("genre", .text(upTo: 4096))
    let comment = Input<String?>("comment", .text(upTo: 32 * 1024))
    let duration = Input<Patch<Int64>>("durationMs", .integer(in: Int64.min...Int64.max))
    let rating = Input<Patch<Rating>>("rating", .rating)
    let folder = Input<Patch<ID<ShelfFolder>>>("folderId", .id())

    func read(_ request: Request) async throws -> ShelfItemChange {
        let (title, artist, genre, duration, comment, rating, folder) = try await request.read(
            \.title, \.artist, \.genre, \.duration, \.comment, \.rating, \.folder, of: self)
        return try ShelfItemChange(
            title: title, artist: artist, genre: genre, durationMilliseconds: duration.nested, comment: comment,
            rating: rating.nested, folder: folder.nested)
    }
}

/// Tracks, albums and items, and the folder that they are put into.
struct ShelfPlacementDraftBody: InputBody {
    let folder = Input<ID<ShelfFolder>?>(
        nullable: "folderId", .id(), missing: "folderId is missing; null is for no folder")
    let tracks = Input<[ID<Track>]?>("trackIds", .ids(upTo: ShelfRules.mostAtOnce))
    let albums = Input<[ID<Album>]?>("albumIds", .ids(upTo: ShelfRules.mostAtOnce))
    let items = Input<[ID<ShelfItem>]?>("itemIds", .ids(upTo: ShelfRules.mostAtOnce))

    func read(_ request: Request) async throws -> ShelfPlacement {
        let (tracks, albums, items, folder) = try await request.read(
            \.tracks, \.albums, \.items, \.folder, of: self, upTo: ShelfItemRoutes.longestBody)
        return try ShelfPlacement(tracks: tracks ?? [], albums: albums ?? [], items: items ?? [], folder: folder)
    }
}

/// The track or album that an entry is.
struct ShelfLinkBody: InputBody {
    let track = Input<ID<Track>?>("trackId", .id())
    let album = Input<ID<Album>?>("albumId", .id())

    func read(_ request: Request) async throws -> AnnotationSubject {
        let (track, album) = try await request.read(\.track, \.album, of: self)
        switch (track, album) {
        case (let track?, nil): return .track(track)
        case (nil, let album?): return .album(album)
        case (nil, nil): throw DomainError.invalid("trackId or albumId is missing", field: "trackId")
        case (.some, .some): throw DomainError.invalid("An item is a track or an album", field: "albumId")
        }
    }
}
