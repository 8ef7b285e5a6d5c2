package import Catalog
package import Primitives

/// A playlist that is about to be made.
package struct PlaylistDraft: Sendable {
    package let name: String
    package let description: String
    package let visibility: PlaylistVisibility
    package let tracks: [ID<Track>]
    /// For a smart playlist, which has no tracks of its own.
    package let rules: SmartRules?

    package init(
        name: String, description: String = "", visibility: PlaylistVisibility = .private, tracks: [ID<Track>] = [],
        rules: SmartRules? = nil
    ) throws(DomainError) {
        guard tracks.count <= PlaylistRules.longest else { throw .playlistFull }
        guard rules == nil || tracks.isEmpty else {
            throw .invalid("A smart playlist is filled by its rules alone", field: "trackIds")
        }
        self.name = try PlaylistRules.name(name)
        self.description = try PlaylistRules.description(description)
        self.visibility = visibility
        self.tracks = tracks
        self.rules = rules
    }
}
