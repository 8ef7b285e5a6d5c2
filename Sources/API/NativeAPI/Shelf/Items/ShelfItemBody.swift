import Catalog
import HTTPSupport
import Primitives
import Shelf

/// An item of the caller's shelf. What it says about itself is its own for an entry; `track` or `album` is what the catalogue says now,
/// and `missing` that it has no file at present.
struct ShelfItemBody: JSONWritable {
    static let schema = Schema.object(
        required: [
            ("id", .text), ("kind", .choice(ShelfSource.Kind.allCases.map(\.rawValue))), ("title", .text),
            ("artist", .text), ("genre", .text), ("comment", .text), ("addedAt", .instant), ("changedAt", .instant),
        ],
        optional: [
            ("durationMs", .integer), ("cover", .text), ("rating", .number), ("folderId", .text),
            ("track", .named("TrackItem")), ("album", .named("AlbumItem")), ("missing", .flag),
        ])

    let shelved: ShelvedItem
    let annotations: Annotations

    func write(to json: inout JSONWriter) {
        let item = shelved.item
        json.object { json in
            json.field("id", item.id.rawValue)
            json.field("kind", item.source.kind.rawValue)
            json.field("title", item.title)
            json.field("artist", artist)
            json.field("genre", shelved.track?.genres.first ?? item.genre)
            json.field("durationMs", duration.map { Int($0) })
            json.field("comment", item.comment)
            json.field("cover", (item.cover ?? shelved.track?.cover ?? shelved.album?.cover).map(ImagePath.text))
            json.field("rating", item.rating?.stars)
            json.field("folderId", item.folder?.rawValue)
            json.field("addedAt", item.addedAt)
            json.field("changedAt", item.changedAt)
            if let track = shelved.track { json.field("track", TrackItemBody(track, annotations)) }
            if let album = shelved.album { json.field("album", AlbumItemBody(album, annotations)) }
            if item.source != .entry, shelved.album == nil, shelved.track?.isMissing ?? true {
                json.field("missing", true)
            }
        }
    }

    private var artist: String {
        let artists = shelved.track?.artists ?? shelved.album?.artists
        return artists.map { $0.map(\.name).joined(separator: ", ") } ?? shelved.item.artist
    }

    private var duration: Int64? {
        shelved.track?.durationMilliseconds ?? shelved.album?.durationMilliseconds
            ?? shelved.item.durationMilliseconds
    }
}
