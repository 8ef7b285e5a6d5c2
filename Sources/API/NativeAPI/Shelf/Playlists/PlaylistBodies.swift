import HTTPSupport
import Primitives
import Shelf

struct PlaylistBody: JSONWritable {
    static let schema = Schema.object(
        required: [
            ("id", .text), ("name", .text), ("description", .text), ("owner", PlaylistPersonBody.schema),
            ("visibility", .choice(PlaylistVisibility.allCases.map(\.rawValue))), ("covers", .array(.text)),
            ("entryCount", .integer), ("missingCount", .integer), ("hiddenCount", .integer), ("durationMs", .integer),
            ("revision", .integer), ("createdAt", .instant), ("changedAt", .instant), ("mayEdit", .flag),
            ("own", .flag), ("smart", .flag),
        ],
        optional: [
            ("cover", .text), ("editors", .array(PlaylistPersonBody.schema)), ("rules", .anything),
            ("sources", .array(.choice(SmartSource.allCases.map(\.rawValue)))), ("contents", .integer),
            ("hidden", HidingBody.schema),
        ])

    let playlist: Playlist
    /// Nil in lists.
    var editors: [PlaylistPerson]?

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("id", playlist.id.rawValue)
            json.field("name", playlist.name)
            json.field("description", playlist.description)
            json.field("owner", PlaylistPersonBody(person: playlist.owner))
            json.field("visibility", playlist.visibility.rawValue)
            json.field("cover", playlist.cover.map(ImagePath.text))
            json.field("covers", playlist.covers.map(ImagePath.text))
            json.field("entryCount", playlist.totals.entries)
            json.field("missingCount", playlist.totals.missing)
            json.field("hiddenCount", playlist.totals.hidden)
            json.field("durationMs", playlist.totals.durationMilliseconds)
            json.field("revision", playlist.revision)
            json.field("createdAt", playlist.createdAt)
            json.field("changedAt", playlist.changedAt)
            json.field("mayEdit", playlist.mayEdit)
            json.field("own", playlist.isOwn)
            json.field("smart", playlist.rules != nil)
            if let rules = playlist.rules {
                json.key("rules")
                rules.node.write(to: &json)
                json.field("sources", rules.sources.map(\.rawValue).sorted())
                if let contents = playlist.contents { json.field("contents", contents) }
            }
            if let hiding = playlist.hiding { json.field("hidden", HidingBody(hiding)) }
            if let editors { json.field("editors", editors.map(PlaylistPersonBody.init)) }
        }
    }
}

struct PlaylistPersonBody: JSONWritable {
    static let schema = Schema.object(required: [("id", .text), ("username", .text), ("name", .text)], optional: [])

    let person: PlaylistPerson

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("id", person.id.rawValue)
            json.field("username", person.username)
            json.field("name", person.name)
        }
    }
}

struct PlaylistItemBody: JSONWritable {
    static let schema = Schema.object(
        required: [("id", .text), ("addedAt", .instant), ("track", .named("TrackItem"))],
        optional: [("addedBy", .text)])

    let item: PlaylistItem
    let annotations: Annotations

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("id", item.entry.id.rawValue)
            json.field("addedAt", item.entry.addedAt)
            json.field("addedBy", item.entry.addedBy?.rawValue)
            json.field("track", TrackItemBody(item.track, annotations))
        }
    }
}

/// A page of entries, and the revision that they belong to.
struct PlaylistPageBody: JSONWritable {
    static let schema = Schema.object(
        required: [("items", .array(.named("PlaylistEntry"))), ("revision", .integer)],
        optional: [("nextCursor", .text)])

    let items: Page<PlaylistItem>
    let revision: Int64
    let annotations: Annotations

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("items", items.items.map { PlaylistItemBody(item: $0, annotations: annotations) })
            json.field("nextCursor", items.next?.text)
            json.field("revision", revision)
        }
    }
}

struct PlaylistChangeBody: JSONWritable {
    static let schema = Schema.object(
        required: [("revision", .integer), ("added", .array(.text)), ("removed", .integer)], optional: [])

    let change: PlaylistChange

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("revision", change.revision)
            json.field("added", change.added.map(\.rawValue))
            json.field("removed", change.removed)
        }
    }
}

struct PlaylistImportBody: JSONWritable {
    /// The number of entries not found that are named.
    private static let named = 500
    static let schema = Schema.object(
        required: [
            ("playlistId", .text), ("found", .integer), ("missingCount", .integer),
            ("missing", .array(.object(required: [("place", .integer), ("label", .text)], optional: []))),
        ], optional: [])

    let report: PlaylistImport

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("playlistId", report.playlist.rawValue)
            json.field("found", report.found)
            json.field("missingCount", report.missing.count)
            json.key("missing")
            json.array(report.missing.prefix(Self.named)) { json, one in
                json.object { json in
                    json.field("place", one.place)
                    json.field("label", one.label)
                }
            }
        }
    }
}
