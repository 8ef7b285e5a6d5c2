package import Catalog
package import Primitives

/// What finding one's way from one thing to others needs of storage. What lies outside the scope that is asked for is
/// treated as if it never was; what missing files were is left out.
package protocol DiscoveryStore: Sendable {
    /// - Parameter seed: chooses which albums of large genres are looked at.
    func evidence(
        for target: DiscoveryTarget, in scope: LibraryScope, seed: UInt64
    ) async throws -> SimilarityEvidence

    /// The tracks of some albums with everybody's plays, at most 3000.
    func tracks(
        of albums: [ID<Album>], in scope: LibraryScope
    ) async throws -> [(track: ID<Track>, album: ID<Album>, plays: Int)]

    /// The tracks that an artist performs, else those that they have another part in: what everybody plays most first;
    /// of equals, and where nothing was played, by album and place on it (for an artist of thousands of tracks by id and
    /// by title).
    func topTracks(of artist: ID<Artist>, in scope: LibraryScope, limit: Int) async throws -> [ID<Track>]

    /// The text about the artist in one of the folders of their albums, or in the one around them where they made more
    /// than half of the albums in it.
    func text(about artist: ID<Artist>, in scope: LibraryScope) async throws -> String?
    /// The text about the album in one of its folders.
    func text(about album: ID<Album>, in scope: LibraryScope) async throws -> String?

    /// The artist of this name whom everybody hears most; names meet as in `FoldedText`.
    func artist(named name: String) async throws -> ID<Artist>?
}
