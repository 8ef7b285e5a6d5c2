package import Catalog
package import Primitives

/// A playlist that is about to be made.
package struct PlaylistDraft: Sendable {
    package let name: String
    package let description: String
    package let visibility: PlaylistVisibility
    package let tracks: [ID<Track>]

    package init(
        name: String, description: String = "", visibility: PlaylistVisibility = .private, tracks: [ID<Track>] = []
    ) throws(DomainError) {
        guard tracks.count <= PlaylistRules.longest else { throw .playlistFull }
        self.name = try PlaylistRules.name(name)
        self.description = try PlaylistRules.description(description)
        self.visibility = visibility
        self.tracks = tracks
    }
}
