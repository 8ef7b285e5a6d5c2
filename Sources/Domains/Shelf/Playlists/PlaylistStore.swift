package import Catalog
package import Journal
package import Primitives

/// What playlists need from storage. Every method is one transaction.
///
/// What the caller may not read is treated as if it never was: `notFound`. Who may read but not change gets `forbidden`.
package protocol PlaylistStore: Sendable {
    func playlists(_ query: PlaylistQuery, for caller: Principal, _ page: PageRequest) async throws -> Page<Playlist>
    func playlist(_ id: ID<Playlist>, for caller: Principal) async throws -> Playlist
    /// Those whom the owner invited, by name.
    func editors(of id: ID<Playlist>, for caller: Principal) async throws -> [PlaylistPerson]

    /// In their order, without those of libraries that the caller does not see. The revision is that of the page's own moment.
    func entries(
        of id: ID<Playlist>, for caller: Principal, _ page: PageRequest
    ) async throws -> (entries: Page<PlaylistEntry>, revision: Int64)
    /// With all that the caller sees, at most `PlaylistRules.longest`.
    func whole(
        _ id: ID<Playlist>, for caller: Principal
    ) async throws -> (playlist: Playlist, entries: [PlaylistEntry])
    /// The names and tracks of several, for others to hear: at most `limit` tracks of each, and none of what the caller may not read or a
    /// moderator has hidden.
    func contents(
        of ids: [ID<Playlist>], for caller: Principal, limit: Int
    ) async throws -> [ID<Playlist>: (name: String, tracks: [ID<Track>])]
    /// Whether one of the playlists that `contents` gives holds the track. Indexed look-ups, however long they are.
    func holds(_ track: ID<Track>, in ids: [ID<Playlist>], for caller: Principal) async throws -> Bool
    func outline(of id: ID<Playlist>, for caller: Principal, step: Int) async throws -> ListOutline

    /// Throws `invalid` with the field `trackIds` where a track is not known to the caller.
    func create(
        _ draft: PlaylistDraft, _ id: ID<Playlist>, for caller: Principal, at instant: Timestamp,
        journal entry: JournalEntry
    ) async throws
    /// Throws `conflict` with reason `playlist_changed` where the stored revision is not the expected one, with `entry_gone` where
    /// the entry to come after is not there, and `invalid` as `create` does or where an editor is not known.
    func edit(
        _ id: ID<Playlist>, _ edit: PlaylistEdit, for caller: Principal, at instant: Timestamp,
        journal entry: JournalEntry
    ) async throws -> PlaylistChange
    func delete(
        _ id: ID<Playlist>, for caller: Principal, journal entry: JournalEntry
    ) async throws

    /// What rules find for the caller at the moment: how many tracks, how long they take, and the first of them.
    func preview(
        _ rules: SmartRules, for caller: Principal, first: Int
    ) async throws -> (count: Int, durationMilliseconds: Int64, first: [ID<Track>])

    /// What the files of tracks say that other programs know them by.
    func labels(of tracks: [ID<Track>], in scope: LibraryScope) async throws -> [ID<Track>: TrackLabel]
    /// The track that each of `wanted` means, nil where there is none.
    func match(_ wanted: [PlaylistDocument.Track], in scope: LibraryScope) async throws -> [ID<Track>?]

    /// Adds up anew what is in all playlists. Returns how many totals were wrong, which is none unless somebody changed the file by
    /// hand.
    func recount() async throws -> Int
}
