package import Catalog
package import Primitives

/// The storage of recommendations. Items outside the requested scope do not exist; missing files are left out.
package protocol DiscoveryStore: Sendable {
    /// - Parameter seed: chooses the albums of large genres that are considered.
    func evidence(
        for target: DiscoveryTarget, in scope: LibraryScope, seed: UInt64
    ) async throws -> SimilarityEvidence

    /// The tracks of some albums, at most 3000.
    func tracks(of albums: [ID<Album>], in scope: LibraryScope) async throws -> [TrackTraits]

    /// These tracks, at most 3000.
    func tracks(_ ids: [ID<Track>], in scope: LibraryScope) async throws -> [TrackTraits]

    /// At most `limit` tracks of the scope from a place that `seed` chooses.
    func anyTracks(in scope: LibraryScope, seed: UInt64, limit: Int) async throws -> [TrackTraits]

    /// The albums of some years, at most 20,000.
    func albums(of years: ClosedRange<Int>, in scope: LibraryScope) async throws -> [ID<Album>]

    /// At most `limit` tracks of a mood, from a place that `seed` chooses.
    func tracks(of mood: Mood, in scope: LibraryScope, seed: UInt64, limit: Int) async throws -> [TrackTraits]

    /// The decades of the albums, the earliest first.
    func decades(in scope: LibraryScope) async throws -> [Int]

    /// The items to which the user has given the lowest rating.
    func disliked(by user: ID<Person>) async throws -> Disliked

    /// The tracks that stand for the target: itself, an album's tracks, or the most played ones of an artist or of some
    /// albums of a genre, which `seed` chooses. None for years and moods.
    func examples(
        of target: DiscoveryTarget, in scope: LibraryScope, seed: UInt64, limit: Int
    ) async throws -> [ID<Track>]

    /// The tracks that the user played since an instant, each with its last play, the longest ago first. At most 500.
    func played(by user: ID<Person>, since start: Timestamp) async throws -> [ID<Track>]

    /// The tracks that the user played most between two instants: late plays count more. At most `limit`, the most
    /// important first.
    func habits(
        of user: ID<Person>, from start: Timestamp, until end: Timestamp, in scope: LibraryScope, limit: Int
    ) async throws -> [HabitualTrack]

    /// The tracks that an artist performs, else those with another credit for them. Ordered by the plays of all users;
    /// of equals, and without plays, by album and position on it (for an artist of thousands of tracks by id and by
    /// title).
    func topTracks(of artist: ID<Artist>, in scope: LibraryScope, limit: Int) async throws -> [ID<Track>]

    /// The text about the artist in one of the folders of their albums, or in the folder around them if they made more
    /// than half of the albums in it.
    func text(about artist: ID<Artist>, in scope: LibraryScope) async throws -> String?
    /// The text about the album in one of its folders.
    func text(about album: ID<Album>, in scope: LibraryScope) async throws -> String?

    /// The artist of this name with the most plays of all users. Names are compared as in `FoldedText`.
    func artist(named name: String) async throws -> ID<Artist>?
}

/// The item for which similar music is searched.
package enum DiscoveryTarget: Sendable, Equatable {
    case track(ID<Track>)
    case album(ID<Album>)
    case artist(ID<Artist>)
    case genre(ID<Genre>)
    /// Some songs together, such as a playlist's or a queue's. At most `SongRadioService.mostSeeds`.
    case songs([ID<Track>])
    case years(ClosedRange<Int>)
    case mood(Mood)
}

/// A mood that can be told from a track's sound: by its energy, and by whether its key is minor.
package enum Mood: String, Sendable, CaseIterable {
    case calm, energetic, cheerful, melancholic

    /// The energy of such tracks, from 0 to 1.
    package var energy: Range<Double> {
        switch self {
        case .calm: 0..<0.35
        case .melancholic: 0..<0.5
        case .cheerful: 0.5..<1.01
        case .energetic: 0.65..<1.01
        }
    }

    /// Whether their key is minor; nil where it does not matter.
    package var isMinor: Bool? {
        switch self {
        case .calm, .energetic: nil
        case .cheerful: false
        case .melancholic: true
        }
    }
}

/// The music that a user has given the lowest rating. It is suggested to them nowhere.
package struct Disliked: Sendable, Equatable {
    package let tracks: Set<ID<Track>>
    package let albums: Set<ID<Album>>
    package let artists: Set<ID<Artist>>

    package init(tracks: Set<ID<Track>> = [], albums: Set<ID<Album>> = [], artists: Set<ID<Artist>> = []) {
        self.tracks = tracks
        self.albums = albums
        self.artists = artists
    }

    /// Whether a track, its album or its first performer is among it.
    package func contains(_ track: TrackTraits) -> Bool {
        tracks.contains(track.track) || albums.contains(track.album) || track.artist.map(artists.contains) ?? false
    }
}

/// A track with the facts by which suggestions are weighed and mixed.
package struct TrackTraits: Sendable, Equatable {
    package let track: ID<Track>
    package let album: ID<Album>
    /// The first performer.
    package let artist: ID<Artist>?
    /// The plays by all users.
    package let plays: Int

    package init(track: ID<Track>, album: ID<Album>, artist: ID<Artist>?, plays: Int) {
        self.track = track
        self.album = album
        self.artist = artist
        self.plays = plays
    }
}

/// A track that a user plays, with its importance.
package struct HabitualTrack: Sendable, Equatable {
    package let traits: TrackTraits
    package let genre: ID<Genre>?
    /// The number of plays, of which one of a month ago counts a half.
    package let weight: Double

    package init(traits: TrackTraits, genre: ID<Genre>?, weight: Double) {
        self.traits = traits
        self.genre = genre
        self.weight = weight
    }
}

/// The stored data on which similarity to a target is based: the listeners and genres of albums. All of it is of the
/// requested scope, and bounded.
package struct SimilarityEvidence: Sendable, Equatable {
    /// The most evidence that is collected, so that a large catalog takes as long as a small one.
    package enum Bounds {
        /// The listeners who play the target most, and the albums that each plays most.
        package static let listeners = 20
        package static let albumsOfListener = 40
        /// The most common genres of the target, and the albums of each.
        package static let genres = 4
        package static let albumsOfGenre = 80
        /// The artists of the target, and their albums.
        package static let artists = 8
        package static let ownAlbums = 200
    }

    /// An album that may be similar.
    package struct Traits: Sendable, Equatable {
        /// The first of the album's artists; nil for "Various Artists".
        package let artist: ID<Artist>?
        /// The plays of its tracks by all users.
        package let plays: Int
        package var genres: [ID<Genre>] = []

        package init(artist: ID<Artist>?, plays: Int) {
            self.artist = artist
            self.plays = plays
        }
    }

    /// One listener's plays of an album.
    package struct Heard: Sendable, Equatable {
        /// An index into `listeners`.
        package let listener: Int
        package let album: ID<Album>
        package let plays: Int

        package init(listener: Int, album: ID<Album>, plays: Int) {
            self.listener = listener
            self.album = album
            self.plays = plays
        }
    }

    /// One genre of the target.
    package struct GenreShare: Sendable, Equatable {
        package let genre: ID<Genre>
        /// The number of the target's albums with this genre.
        package let own: Int
        /// The number of all albums with this genre.
        package let all: Int

        package init(genre: ID<Genre>, own: Int, all: Int) {
            self.genre = genre
            self.own = own
            self.all = all
        }
    }

    /// The artists of the target.
    package var artists: [ID<Artist>] = []
    /// The albums of these artists, or the album itself, at most 200.
    package var own: [ID<Album>] = []
    /// The plays of the target by each of the users who play it most.
    package var listeners: [Int] = []
    package var heard: [Heard] = []
    package var genres: [GenreShare] = []
    /// The albums that were found, including the target's own.
    package var albums: [ID<Album>: Traits] = [:]

    package init() {}
}
