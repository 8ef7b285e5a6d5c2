package import Catalog
package import Primitives

/// A change of one playlist. It is applied as a whole or not at all: first the playlist's own fields, then the
/// operations in order.
package struct PlaylistEdit: Sendable {
    /// One step that changes the entries. Ids of entries that are gone are ignored, so that concurrent edits by two
    /// users combine.
    package enum Operation: Sendable {
        /// Appends the tracks.
        case append([ID<Track>])
        /// Inserts the tracks after an entry; nil inserts them at the beginning.
        case insert([ID<Track>], after: ID<PlaylistEntry>?)
        case remove([ID<PlaylistEntry>])
        /// Removes entries by place, from 0. Places count the entries that the caller sees before the whole change;
        /// entries without a file count only where `amongMissing` is true.
        case removePlaces([Int], amongMissing: Bool)
        /// Moves the entries, in their present order, after an entry; nil moves them to the beginning.
        case move([ID<PlaylistEntry>], after: ID<PlaylistEntry>?)
        /// Replaces all entries that the caller sees by these tracks. Entries that the caller does not see stay, behind
        /// the new ones. So do entries without a file where `keepsMissing` says that the caller was not shown them.
        case replace([ID<Track>], keepsMissing: Bool)
    }

    package private(set) var name: String?
    package private(set) var description: String?
    package var visibility: PlaylistVisibility?
    /// New rules for a smart playlist.
    package var rules: SmartRules?
    /// `.some(nil)` removes the picture.
    package var cover: BlobKey??
    /// User names of the users who may edit it.
    package private(set) var editors: [String]?
    package private(set) var operations: [Operation] = []
    /// The revision that the caller has seen; nil applies the change to any revision.
    package var expected: Int64?

    package init(expecting revision: Int64? = nil) {
        expected = revision
    }

    package mutating func rename(_ text: String) throws(DomainError) { name = try PlaylistRules.name(text) }

    package mutating func describe(_ text: String) throws(DomainError) {
        description = try PlaylistRules.description(text)
    }

    package mutating func invite(_ usernames: [String]) throws(DomainError) {
        guard usernames.count <= PlaylistRules.mostEditors else {
            throw .invalid("A playlist has at most \(PlaylistRules.mostEditors) editors", field: "editors")
        }
        editors = usernames
    }

    package mutating func add(_ operation: Operation) throws(DomainError) {
        switch operation {
        case .append(let tracks), .insert(let tracks, _):
            guard tracks.count <= PlaylistRules.mostAdded else {
                throw .invalid("At most \(PlaylistRules.mostAdded) tracks are added at a time", field: "trackIds")
            }
        case .replace(let tracks, _):
            guard tracks.count <= PlaylistRules.longest else { throw .playlistFull }
        case .remove, .removePlaces, .move: break
        }
        operations.append(operation)
    }

    /// Whether only the owner may make this change.
    package var concernsOwner: Bool {
        name != nil || description != nil || visibility != nil || cover != nil || editors != nil || rules != nil
    }

    /// Whether the edit contains no change.
    package var isEmpty: Bool { !concernsOwner && operations.isEmpty }

    /// A summary of the edit, for the journal.
    var summary: [String: String] {
        var details: [String: String] = [:]
        if let name { details["name"] = name }
        if description != nil { details["description"] = "changed" }
        if let visibility { details["visibility"] = visibility.rawValue }
        if let cover { details["cover"] = cover == nil ? "removed" : "set" }
        if rules != nil { details["rules"] = "changed" }
        if let editors { details["editors"] = "\(editors.count)" }
        for operation in operations {
            switch operation {
            case .append(let tracks), .insert(let tracks, _): details["added"] = "\(tracks.count)"
            case .remove(let entries): details["removed"] = "\(entries.count)"
            case .removePlaces(let places, _): details["removed"] = "\(places.count)"
            case .move(let entries, _): details["moved"] = "\(entries.count)"
            case .replace(let tracks, _): details["replaced"] = "\(tracks.count)"
            }
        }
        return details
    }
}

/// The result of an edit, with the readers before and after it.
package struct PlaylistChange: Sendable, Equatable {
    /// The readers of a playlist.
    package enum Readers: Sendable, Equatable {
        case everybody
        case people(Set<ID<Person>>)
    }

    package let revision: Int64
    /// The new entries, in their order.
    package let added: [ID<PlaylistEntry>]
    package let removed: Int
    package let before: Readers
    package let after: Readers
}

/// The values of a new playlist.
package struct PlaylistDraft: Sendable {
    package let name: String
    package let description: String
    package let visibility: PlaylistVisibility
    package let tracks: [ID<Track>]
    /// Set for a smart playlist, which has no tracks of its own.
    package let rules: SmartRules?

    package init(
        name: String, description: String = "", visibility: PlaylistVisibility = .private, tracks: [ID<Track>] = [],
        rules: SmartRules? = nil
    ) throws(DomainError) {
        guard tracks.count <= PlaylistRules.longest else { throw .playlistFull }
        guard rules == nil || tracks.isEmpty else {
            throw .invalid("A smart playlist has no tracks of its own. Leave trackIds out", field: "trackIds")
        }
        self.name = try PlaylistRules.name(name)
        self.description = try PlaylistRules.description(description)
        self.visibility = visibility
        self.tracks = tracks
        self.rules = rules
    }
}
