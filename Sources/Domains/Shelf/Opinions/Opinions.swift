package import Catalog
package import Primitives

/// What one person makes of the things on a page.
package struct Opinions: Sendable {
    private let found: [OpinionSubject: Opinion]

    package static let none = Opinions([:])

    /// - Parameter found: without those about which there is nothing to say.
    package init(_ found: [OpinionSubject: Opinion]) {
        self.found = found
    }

    package subscript(subject: OpinionSubject) -> Opinion { found[subject] ?? .none }
    package subscript(track: ID<Track>) -> Opinion { found[.track(track)] ?? .none }
    package subscript(album: ID<Album>) -> Opinion { found[.album(album)] ?? .none }
    package subscript(artist: ID<Artist>) -> Opinion { found[.artist(artist)] ?? .none }
}
