package import Catalog
package import Primitives

/// A song of a playlist that was brought from another service or found in the outside catalog, as that described it. It
/// is an entry of the playlist, or awaited at its place.
package struct ImportedSong: Sendable, Equatable {
    package enum State: String, Sendable, CaseIterable {
        case exact, sure, likely
        /// Its owner has chosen the track.
        case chosen
        /// The library does not have it yet.
        case awaited
        /// Awaited, and its owner has said that no candidate is it.
        case refused
    }

    package let id: ID<ImportedSong>
    package let playlist: ID<Playlist>
    /// Its place among the entries.
    package let place: Int64
    package let named: NamedTrack
    package let state: State
    package let entry: ID<PlaylistEntry>?
    /// The track of its entry, if the caller sees it.
    package let track: ID<Track>?
    /// Its number in the outside catalog; nil for a song that was not found there.
    package let outside: Int64?

    package init(
        id: ID<ImportedSong>, playlist: ID<Playlist>, place: Int64, named: NamedTrack, state: State,
        entry: ID<PlaylistEntry>?, track: ID<Track>?, outside: Int64? = nil
    ) {
        self.id = id
        self.playlist = playlist
        self.place = place
        self.named = named
        self.state = state
        self.entry = entry
        self.track = track
        self.outside = outside
    }
}

/// An imported song with its track, for one reader.
package struct ImportedSongItem: Sendable {
    package let song: ImportedSong
    package let track: TrackItem?
}

/// The outcome of saving an outside song to a playlist.
package enum SavedOutsideSong: String, Sendable, CaseIterable {
    /// The playlist plays its preview until the library has it.
    case awaited
    /// The library has it, so its track is an entry.
    case added
    /// The playlist had it before.
    case present
}

/// The number of a playlist's imported songs by state.
package struct ImportedSongCounts: Sendable, Equatable {
    package let counts: [ImportedSong.State: Int]

    package init(_ counts: [ImportedSong.State: Int]) {
        self.counts = counts
    }

    package var total: Int { counts.values.reduce(0, +) }
    package var missing: Int { self[.awaited] + self[.refused] }
    package subscript(_ state: ImportedSong.State) -> Int { counts[state] ?? 0 }
}

/// The songs to list.
package enum ImportedSongFilter: String, Sendable, CaseIterable {
    case all, matched, likely, missing

    package var states: [ImportedSong.State] {
        switch self {
        case .all: ImportedSong.State.allCases
        case .matched: [.exact, .sure, .chosen]
        case .likely: [.likely]
        case .missing: [.awaited, .refused]
        }
    }
}

/// The outcome of wishing for what a playlist lacks.
package struct ImportedWishes: Sendable, Equatable {
    package var made = 0
    package var backed = 0
    /// The user wished for it, or backed it, before.
    package var present = 0
    /// Left out, because a user has only so many wishes.
    package var left = 0
}
