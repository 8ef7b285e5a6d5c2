package import Catalog
package import Primitives

/// What one person makes of the things on a page.
package struct Annotations: Sendable {
    private let found: [AnnotationSubject: Annotation]

    package static let none = Annotations([:])

    /// - Parameter found: without those about which there is nothing to say.
    package init(_ found: [AnnotationSubject: Annotation]) {
        self.found = found
    }

    package subscript(subject: AnnotationSubject) -> Annotation { found[subject] ?? .none }
    package subscript(track: ID<Track>) -> Annotation { found[.track(track)] ?? .none }
    package subscript(album: ID<Album>) -> Annotation { found[.album(album)] ?? .none }
    package subscript(artist: ID<Artist>) -> Annotation { found[.artist(artist)] ?? .none }
}
