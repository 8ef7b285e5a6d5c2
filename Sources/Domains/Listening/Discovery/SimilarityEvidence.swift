package import Catalog
package import Primitives

/// What speaks for albums' being like something, as it is stored: who else hears them, and their genres. Everything is
/// of the scope that was asked for, and bounded.
package struct SimilarityEvidence: Sendable, Equatable {
    /// An album that was found.
    package struct Traits: Sendable, Equatable {
        /// The first of its artists; nil for "Various Artists".
        package let artist: ID<Artist>?
        /// Everybody's plays of its tracks.
        package let plays: Int
        package var genres: [ID<Genre>] = []

        package init(artist: ID<Artist>?, plays: Int) {
            self.artist = artist
            self.plays = plays
        }
    }

    /// One listener's plays of an album.
    package struct Heard: Sendable, Equatable {
        /// An index of `listeners`.
        package let listener: Int
        package let album: ID<Album>
        package let plays: Int

        package init(listener: Int, album: ID<Album>, plays: Int) {
            self.listener = listener
            self.album = album
            self.plays = plays
        }
    }

    /// One genre of the thing itself.
    package struct GenreShare: Sendable, Equatable {
        package let genre: ID<Genre>
        /// On how many of its albums.
        package let own: Int
        /// On how many albums in all.
        package let all: Int

        package init(genre: ID<Genre>, own: Int, all: Int) {
            self.genre = genre
            self.own = own
            self.all = all
        }
    }

    /// The artists of the thing itself.
    package var artists: [ID<Artist>] = []
    /// Their albums, or the album itself, at most 200.
    package var own: [ID<Album>] = []
    /// The plays of the thing by each of those who hear it most.
    package var listeners: [Int] = []
    package var heard: [Heard] = []
    package var genres: [GenreShare] = []
    /// What has been found, the own ones too.
    package var albums: [ID<Album>: Traits] = [:]

    package init() {}
}
