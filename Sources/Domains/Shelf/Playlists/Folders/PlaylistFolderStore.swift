package import Journal
package import Primitives

/// Stores folders of playlists. Every method is one transaction.
package protocol PlaylistFolderStore: Sendable {
    /// The caller's folders by name.
    func folders(of caller: Principal) async throws -> [PlaylistFolder]

    /// Runs `decide` on a state that no other change reaches meanwhile, and writes the changes. Nothing is written if
    /// `decide` throws.
    func edit<Outcome: Sendable>(
        _ decide: @escaping Decision<any PlaylistFolderState, PlaylistFolderWrite, Outcome>
    ) async throws -> Outcome
}

/// The folders as they are within a transaction.
package protocol PlaylistFolderState {
    func tree(of person: ID<Person>) throws -> PlaylistFolderTree
    /// The folder of the user's that holds the playlist; nil for none.
    func folder(holding playlist: ID<Playlist>, of person: ID<Person>) throws -> ID<PlaylistFolder>?
    /// Whether the caller may read the playlist.
    func reads(_ playlist: ID<Playlist>, _ caller: Principal) throws -> Bool
}

/// The event after which a user's clients load their folders of playlists again.
package enum PlaylistFolderEvents {
    package static func changed(of person: ID<Person>) -> Event {
        Event(.playlistFolders, to: .person(person))
    }
}

/// A write to the stored folders.
package enum PlaylistFolderWrite: Sendable {
    case add(ID<PlaylistFolder>, PlaylistFolderDraft, of: ID<Person>, at: Timestamp)
    case edit(ID<PlaylistFolder>, PlaylistFolderChange, at: Timestamp)
    /// Puts what is in a folder, folders and playlists, into another one; nil into none.
    case empty(ID<PlaylistFolder>, into: ID<PlaylistFolder>?)
    case remove(ID<PlaylistFolder>)
    /// Puts a playlist into a folder, and so takes it out of another one; nil only takes it out.
    case put(ID<Playlist>, into: ID<PlaylistFolder>?, of: ID<Person>)
}
