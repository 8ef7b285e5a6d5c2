import HTTPSupport
import Primitives
import Shelf

struct PlaylistBody: ObjectBody {
    static let component: String? = "Playlist"
    static let fields = Fields<Self> {
        Field("id") { $0.playlist.id }
        Field("name") { $0.playlist.name }
        Field("description") { $0.playlist.description }
        Field("owner") { PlaylistPersonBody(person: $0.playlist.owner) }
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
        Field("hidden") { $0.playlist.hiding.map(HidingBody.init) }
        Field("editors") { $0.editors?.map(PlaylistPersonBody.init) }
    }

    let playlist: Playlist
    /// Nil in lists.
    var editors: [PlaylistPerson]?
}

struct PlaylistPersonBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("id") { $0.person.id.rawValue }
        Field("username") { $0.person.username }
        Field("name") { $0.person.name }
    }

    let person: PlaylistPerson
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

struct PlaylistChangeBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("revision") { $0.change.revision }
        Field("added") { $0.change.added.map(\.rawValue) }
        Field("removed") { $0.change.removed }
    }

    let change: PlaylistChange
}

struct PlaylistImportBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("playlistId") { $0.report.playlist }
        Field("found") { $0.report.found }
        Field("missingCount") { $0.report.missing.count }
        Field("missing", each: { Array($0.report.missing.prefix(named)) }) {
            Field("place") { $0.place }
            Field("label") { $0.label }
        }
    }

    /// The number of entries not found that are named.
    private static let named = 500

    let report: PlaylistImport
}
