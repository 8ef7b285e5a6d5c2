import HTTPSupport
import Primitives
package import Shelf

struct PlaylistBody: ObjectBody {
    static let component: String? = "Playlist"
    static let fields = Fields<Self> {
        Field("id") { $0.playlist.id }
        Field("name") { $0.playlist.name }
        Field("description") { $0.playlist.description }
        Field("owner") { $0.playlist.owner }
        Field("visibility") { $0.playlist.visibility }
        Field("cover") { $0.playlist.cover.map(ImagePath.text) }
        Field("covers") { $0.playlist.covers.map(ImagePath.text) }
        Field(allOf: ColorsBody.self) { ColorsBody(colors: $0.playlist.colors) }
        Field("entryCount") { $0.playlist.totals.entries }
        Field("missingCount") { $0.playlist.totals.missing }
        Field("hiddenCount") { $0.playlist.totals.hidden }
        Field("durationMs") { $0.playlist.totals.durationMilliseconds }
        Field("revision") { $0.playlist.revision }
        Field("createdAt") { $0.playlist.createdAt }
        Field("changedAt") { $0.playlist.changedAt }
        Field("mayEdit") { $0.playlist.mayEdit }
        Field("own") { $0.playlist.isOwn }
        Field("smart") { $0.playlist.rules != nil }
        Field("rules", .anything) { $0.playlist.rules?.node }
        Field("sources", .array(.choice(of: SmartSource.self))) { $0.playlist.rules?.sources.map(\.rawValue).sorted() }
        Field("contents") { $0.playlist.rules == nil ? nil : $0.playlist.contents }
        Field("hidden") { $0.playlist.hiding }
        Field("editors") { $0.editors }
    }

    let playlist: Playlist
    /// Nil in lists.
    var editors: [PlaylistPerson]?
}

extension PlaylistPerson: ObjectBody {
    package static let fields = Fields<Self> {
        Field("id") { $0.id.rawValue }
        Field("username") { $0.username }
        Field("name") { $0.name }
    }
}

struct PlaylistItemBody: ObjectBody {
    static let component: String? = "PlaylistEntry"
    static let fields = Fields<Self> {
        Field("id") { $0.item.entry.id.rawValue }
        Field("addedAt") { $0.item.entry.addedAt }
        Field("addedBy") { $0.item.entry.addedBy?.rawValue }
        Field("track") { TrackItemBody($0.item.track, $0.annotations) }
    }

    let item: PlaylistItem
    let annotations: Annotations
}

/// A page of entries, and the revision that they belong to.
struct PlaylistPageBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("items") { body in body.items.items.map { PlaylistItemBody(item: $0, annotations: body.annotations) } }
        Field("nextCursor") { $0.items.next?.text }
        Field("revision") { $0.revision }
    }

    let items: Page<PlaylistItem>
    let revision: Int64
    let annotations: Annotations
}

extension PlaylistChange: ObjectBody {
    package static let fields = Fields<Self> {
        Field("revision") { $0.revision }
        Field("added") { $0.added.map(\.rawValue) }
        Field("removed") { $0.removed }
    }
}

extension PlaylistImport: ObjectBody {
    package static let fields = Fields<Self> {
        Field("playlistId") { $0.playlist }
        Field("found") { $0.found }
        Field("missingCount") { $0.missing.count }
        Field("missing", each: { Array($0.missing.prefix(named)) }) {
            Field("place") { $0.place }
            Field("label") { $0.label }
        }
    }

    /// The number of entries not found that are named.
    fileprivate static let named = 500
}
