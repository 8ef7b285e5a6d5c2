package import Primitives
package import Catalog

/// A change of one playlist, which happens as a whole or not at all: what is said about it first, then the operations in their order.
package struct PlaylistEdit: Sendable {
    /// One step of what happens to the entries. Ids of entries that are gone are passed over, so that what two people do at the same
    /// time comes together.
    package enum Operation: Sendable {
        /// At the end.
        case append([ID<Track>])
        /// After an entry, or first where there is none to come after.
        case insert([ID<Track>], after: ID<PlaylistEntry>?)
        case remove([ID<PlaylistEntry>])
        /// By place, from 0, among the entries that the caller sees as they are before the whole change; those without a file count only
        /// where `amongMissing` says so.
        case removePlaces([Int], amongMissing: Bool)
        /// In the order that they have, after an entry or first.
        case move([ID<PlaylistEntry>], after: ID<PlaylistEntry>?)
        /// These tracks instead of all entries that the caller sees. What they do not see stays, behind; and so does what has no
        /// file, where `keepsMissing` says that the caller was not shown it.
        case replace([ID<Track>], keepsMissing: Bool)
    }

    package private(set) var name: String?
    package private(set) var description: String?
    package var visibility: PlaylistVisibility?
    /// Others for a smart playlist.
    package var rules: SmartRules?
    /// Within: nil takes the picture away.
    package var cover: BlobKey??
    /// User names of those who may edit it.
    package private(set) var editors: [String]?
    package private(set) var operations: [Operation] = []
    /// The revision that the caller has seen; nil to change whatever is there.
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
            throw .invalid("At most \(PlaylistRules.mostEditors) people edit a playlist", field: "editors")
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

    /// Whether only the owner may do it.
    package var concernsOwner: Bool {
        name != nil || description != nil || visibility != nil || cover != nil || editors != nil || rules != nil
    }

    /// Whether it asks for anything at all.
    package var isEmpty: Bool { !concernsOwner && operations.isEmpty }

    /// What it does, for the journal.
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
