package import Catalog
package import Primitives

/// What a person's listening has left at the things of one page; what they have not played or marked is left out.
package struct ListeningAnnotations: Sendable, Equatable {
    package var tracks: [ID<Track>: PlayCount] = [:]
    /// Of which every track counts.
    package var albums: [ID<Album>: PlayCount] = [:]
    /// Where in a track their bookmark is.
    package var positions: [ID<Track>: Duration] = [:]

    package init() {}
}
