package import Catalog
package import Journal
package import Primitives

/// Stores the songs of playlists that were brought from elsewhere. Every method is one transaction. A playlist that the
/// caller may not read is `notFound`.
package protocol ImportedSongStore: Sendable {
    /// The songs in the playlist's order.
    func songs(
        of playlist: ID<Playlist>, _ filter: ImportedSongFilter, for caller: Principal, _ page: PageRequest
    ) async throws -> Page<ImportedSong>

    func counts(of playlist: ID<Playlist>, for caller: Principal) async throws -> ImportedSongCounts

    /// The tracks that the song may be, the best first, at most `limit`.
    func candidates(
        for song: ImportedSong, as caller: Principal, limit: Int
    ) async throws -> [ID<Track>]

    /// Runs `decide` on a state that no other change reaches meanwhile, and writes the changes. Nothing is written if
    /// `decide` throws.
    func edit<Outcome: Sendable>(
        _ decide: @escaping Decision<any ImportedSongState, ImportedSongWrite, Outcome>
    ) async throws -> Outcome
}

/// The imported songs as they are within a transaction.
package protocol ImportedSongState {
    var playlists: any PlaylistState { get }
    /// Nil if the playlist has no such song.
    func song(_ id: ID<ImportedSong>, of playlist: ID<Playlist>, for caller: Principal) throws -> ImportedSong?
    /// Whether the caller sees the track, and its file is there.
    func isTrack(_ id: ID<Track>, for caller: Principal) throws -> Bool
    func isFull(_ playlist: ID<Playlist>) throws -> Bool
    /// The number of the playlist's imported songs.
    func count(of playlist: ID<Playlist>) throws -> Int
    /// - Parameter key: made by `ImportedSongDecisions.key`.
    func has(_ key: String, in playlist: ID<Playlist>) throws -> Bool
    /// The place after the playlist's last entry and awaited song.
    func nextPlace(in playlist: ID<Playlist>, for caller: Principal) throws -> Int64
    /// The track that the song is, if the caller sees one that is certain enough.
    func match(for named: NamedTrack, as caller: Principal) throws -> (track: ID<Track>, certainty: MatchCertainty)?
}
