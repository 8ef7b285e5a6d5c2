package import Primitives

/// An artist's name where it is shown beside something else, to follow.
package struct ArtistReference: Sendable, Equatable {
    package let id: ID<Artist>
    package let name: String

    package init(id: ID<Artist>, name: String) {
        self.id = id
        self.name = name
    }
}
