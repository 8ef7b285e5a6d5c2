import Catalog
import HTTPSupport
import Primitives
package import Shelf

/// An item of the caller's shelf. An entry describes itself. `track` or `album` contains the catalog's present data,
/// and `missing` means that the item has no file at present. An entry of an outside song has its number there, and
/// `arrival` is the own track that it can be linked to.
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
        Field("outsideId") { $0.shelved.item.outside }
        Field("addedAt") { $0.shelved.item.addedAt }
        Field("changedAt") { $0.shelved.item.changedAt }
        Field("track") { body in body.shelved.track.map { track in TrackItemBody(track, body.annotations) } }
        Field("album") { body in body.shelved.album.map { album in AlbumItemBody(album, body.annotations) } }
        Field("arrival") { body in body.shelved.arrival.map { track in TrackItemBody(track, body.annotations) } }
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
extension ShelfPlacement.Outcome: ObjectBody {
    package static let fields = Fields<Self> {
        Field("added") { $0.added }
        Field("moved") { $0.moved }
    }
}
