package import Primitives

/// Who did what on one track.
package struct ArtistCredit: Sendable, Equatable {
    package let id: ID<Artist>
    package let name: String
    package let role: ArtistRole

    package init(id: ID<Artist>, name: String, role: ArtistRole) {
        self.id = id
        self.name = name
        self.role = role
    }
}
