package import Catalog
package import Journal
package import Primitives

/// Stores playlists. Every method is one transaction.
///
/// A playlist that the caller may not read is `notFound`. A caller who may read it but not change it gets `forbidden`.
package protocol PlaylistStore: Sendable {
    /// Throws `notFound` for a folder that is not the caller's.
    func playlists(_ query: PlaylistQuery, for caller: Principal, _ page: PageRequest) async throws -> Page<Playlist>
    func playlist(_ id: ID<Playlist>, for caller: Principal) async throws -> Playlist
    /// The users whom the owner invited, by name.
    func editors(of id: ID<Playlist>, for caller: Principal) async throws -> [PlaylistPerson]

    /// The entries in order, without those of libraries that the caller does not see. The revision is read in the same
    /// transaction as the page.
    func entries(
        of id: ID<Playlist>, for caller: Principal, _ page: PageRequest
    ) async throws -> (entries: Page<PlaylistEntry>, revision: Int64)
    /// The playlist with all entries that the caller sees, at most `PlaylistRules.longest`.
    func whole(
        _ id: ID<Playlist>, for caller: Principal
    ) async throws -> (playlist: Playlist, entries: [PlaylistEntry])
    /// The names and tracks of several playlists, for others to hear: at most `limit` tracks of each. Playlists that
    /// the caller may not read, or that a moderator has hidden, are left out.
    func contents(
        of ids: [ID<Playlist>], for caller: Principal, limit: Int
    ) async throws -> [ID<Playlist>: (name: String, tracks: [ID<Track>])]
    /// Whether one of the playlists that `contents` returns contains the track. It uses indexed look-ups, however long
    /// the playlists are.
    func holds(_ track: ID<Track>, in ids: [ID<Playlist>], for caller: Principal) async throws -> Bool
    func outline(of id: ID<Playlist>, for caller: Principal, step: Int) async throws -> ListOutline

    /// Runs `body` on a state that no other change reaches meanwhile, without writing.
    func inspect<Outcome: Sendable>(
        _ body: @escaping @Sendable (any PlaylistState) throws -> Outcome
    ) async throws -> Outcome
    /// Runs `decide` on a state that no other change reaches meanwhile, and writes the changes. Nothing is written if
    /// `decide` or a write throws.
    func edit<Outcome: Sendable>(
        _ decide: @escaping Decision<any PlaylistState, PlaylistWrite, Outcome>
    ) async throws -> (outcome: Outcome, entries: EntryChanges)

    /// The tracks that the rules select for the caller now: their number, their total duration, and the first of them.
    func preview(
        _ rules: SmartRules, for caller: Principal, first: Int
    ) async throws -> (count: Int, durationMilliseconds: Int64, first: [ID<Track>])

    /// The identifiers in the tracks' files by which other programs know them.
    func labels(of tracks: [ID<Track>], in scope: LibraryScope) async throws -> [ID<Track>: TrackLabel]
    /// The library's track for each of `wanted`; nil where there is none.
    func match(_ wanted: [PlaylistDocument.Track], in scope: LibraryScope) async throws -> [ID<Track>?]

    /// Recomputes the totals of all playlists. Returns the number of wrong totals: zero unless the database file was
    /// edited by hand.
    func recount() async throws -> Int
}

/// The filter and the order of a list of playlists.
package struct PlaylistQuery: Sendable, Equatable {
    package enum Sort: String, Sendable, CaseIterable {
        case name, created, changed
    }

    /// The playlists to list.
    package enum Ownership: String, Sendable, CaseIterable {
        /// All playlists that the caller may read.
        case all
        case own
        case others
        /// Playlists whose entries the caller may change.
        case editable
        /// Public playlists of all users.
        case `public`
    }

    /// The places of the playlists among the caller's folders.
    package enum Place: Sendable, Equatable {
        case anywhere
        /// In no folder.
        case unfiled
        /// In any folder.
        case filed
        case folder(ID<PlaylistFolder>)
    }

    package var sort: Sort
    package var isDescending: Bool
    package var ownership: Ownership
    package var place: Place

    package init(
        sort: Sort = .name, isDescending: Bool = false, ownership: Ownership = .all, place: Place = .anywhere
    ) {
        self.sort = sort
        self.isDescending = isDescending
        self.ownership = ownership
        self.place = place
    }

    /// The list's name in a cursor, so that a cursor is valid for this order only.
    package var list: String { "playlists.\(sort.rawValue).\(isDescending ? "desc" : "asc")" }
}

/// The events that a playlist's readers receive.
package enum PlaylistEvents {
    /// - Parameter revision: nil for a playlist that was deleted, or that these readers no longer see.
    package static func events(
        _ id: ID<Playlist>, revision: Int64?, to readers: PlaylistChange.Readers
    ) -> [Event] {
        var data: [String: Event.Value] = ["id": .text(id.rawValue)]
        if let revision { data["revision"] = .integer(revision) } else { data["gone"] = .flag(true) }
        switch readers {
        case .everybody: return [Event(.playlist, to: .everyone, data)]
        case .people(let people):
            return people.sorted { $0.rawValue < $1.rawValue }.map { Event(.playlist, to: .person($0), data) }
        }
    }

    /// The events of a change. Readers who lose access receive first that the playlist is gone. Then the present
    /// readers receive its new revision.
    package static func events(
        _ id: ID<Playlist>, _ revision: Int64, before: PlaylistChange.Readers, after: PlaylistChange.Readers
    ) -> [Event] {
        let gone = before == after ? [] : events(id, revision: nil, to: before)
        return gone + events(id, revision: revision, to: after)
    }
}
