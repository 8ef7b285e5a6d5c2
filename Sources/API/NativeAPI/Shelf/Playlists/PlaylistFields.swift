import Catalog
import HTTPSupport
import Primitives
import Shelf

/// Reads the request fields of playlists and checks their bounds.
enum PlaylistFields {
    /// The largest body in bytes: twenty thousand ids of 64 characters, and some overhead.
    static let longestBody = 1536 * 1024
    static let longestFile = 8 * 1024 * 1024

    static func draft(_ fields: consuming JSONFields) throws(DomainError) -> PlaylistDraft {
        var fields = fields
        let name = try fields.text("name", upTo: 4096)
        let description = try fields.optionalText("description", upTo: 32 * 1024) ?? ""
        let visibility = try fields.optionalChoice("visibility", of: PlaylistVisibility.self) ?? .private
        let tracks =
            fields.presence(of: "trackIds") == .value ? try self.tracks(&fields, upTo: PlaylistRules.longest) : []
        let rules = try self.rules(&fields)
        try fields.end()
        return try PlaylistDraft(
            name: name, description: description, visibility: visibility, tracks: tracks, rules: rules)
    }

    static func change(_ fields: consuming JSONFields) throws(DomainError) -> PlaylistEdit {
        var fields = fields
        var edit = PlaylistEdit(expecting: try revision(&fields))
        if let name = try fields.optionalText("name", upTo: 4096) { try edit.rename(name) }
        if let text = try fields.optionalText("description", upTo: 32 * 1024) { try edit.describe(text) }
        edit.visibility = try fields.optionalChoice("visibility", of: PlaylistVisibility.self)
        if fields.presence(of: "editors") == .value {
            try edit.invite(try fields.texts("editors", count: PlaylistRules.mostEditors, eachUpTo: 256))
        }
        edit.rules = try rules(&fields)
        try fields.end()
        return edit
    }

    static func addition(_ fields: consuming JSONFields) throws(DomainError) -> PlaylistEdit {
        var fields = fields
        var edit = PlaylistEdit(expecting: try revision(&fields))
        let tracks = try tracks(&fields, upTo: PlaylistRules.mostAdded)
        let anchor = try anchor(&fields)
        switch anchor {
        case .end: try edit.add(.append(tracks))
        case .start: try edit.add(.insert(tracks, after: nil))
        case .after(let entry): try edit.add(.insert(tracks, after: entry))
        }
        try fields.end()
        return edit
    }

    /// Removes by entry ids, or by positions. Positions apply only to the revision in which they were seen.
    static func removal(_ fields: consuming JSONFields) throws(DomainError) -> PlaylistEdit {
        var fields = fields
        var edit = PlaylistEdit(expecting: try revision(&fields))
        if fields.presence(of: "entryIds") == .value {
            try edit.add(.remove(try entries(&fields)))
        } else {
            let places = try fields.integers(
                "indices", count: PlaylistRules.longest, in: 0...Int64(PlaylistRules.longest))
            guard edit.expected != nil else {
                throw .invalid("indices need the revision that they were seen in", field: "revision")
            }
            try edit.add(.removePlaces(places.map(Int.init), amongMissing: true))
        }
        try fields.end()
        return edit
    }

    static func move(_ fields: consuming JSONFields) throws(DomainError) -> PlaylistEdit {
        var fields = fields
        var edit = PlaylistEdit(expecting: try revision(&fields))
        let moved = try entries(&fields)
        let anchor = try anchor(&fields)
        switch anchor {
        case .after(let entry): try edit.add(.move(moved, after: entry))
        case .start: try edit.add(.move(moved, after: nil))
        case .end: throw .invalid("after is missing; null puts them first", field: "after")
        }
        try fields.end()
        return edit
    }

    /// Requires a revision, so that no other user's addition is overwritten unseen.
    static func replacement(_ fields: consuming JSONFields) throws(DomainError) -> PlaylistEdit {
        var fields = fields
        guard let revision = try revision(&fields) else { throw .invalid("revision is missing", field: "revision") }
        var edit = PlaylistEdit(expecting: revision)
        try edit.add(.replace(try tracks(&fields, upTo: PlaylistRules.longest), keepsMissing: false))
        try fields.end()
        return edit
    }

    /// The rules of a smart playlist; nil when absent.
    static func rules(_ fields: inout JSONFields) throws(DomainError) -> SmartRules? {
        try fields.optionalTree("rules").map { value throws(DomainError) in try SmartRules(SmartNode(value)) }
    }

    private enum Anchor {
        case start, end
        case after(ID<PlaylistEntry>)
    }

    private static func anchor(_ fields: inout JSONFields) throws(DomainError) -> Anchor {
        switch fields.presence(of: "after") {
        case .absent: return .end
        case .null: return .start
        case .value: return .after(ID(try fields.text("after", upTo: 64)))
        }
    }

    private static func revision(_ fields: inout JSONFields) throws(DomainError) -> Int64? {
        try fields.optionalInteger("revision", in: 0...Int64.max)
    }

    private static func tracks(_ fields: inout JSONFields, upTo count: Int) throws(DomainError) -> [ID<Track>] {
        let tracks = try fields.texts("trackIds", count: count, eachUpTo: 64)
        return tracks.map { ID($0) }
    }

    private static func entries(_ fields: inout JSONFields) throws(DomainError) -> [ID<PlaylistEntry>] {
        let entries = try fields.texts("entryIds", count: PlaylistRules.longest, eachUpTo: 64)
        return entries.map { ID($0) }
    }
}
