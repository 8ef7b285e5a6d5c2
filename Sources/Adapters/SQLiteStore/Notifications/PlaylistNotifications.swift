import GRDB
import Messaging
import Primitives
import Shelf

/// Tells people that they may edit somebody's playlist now.
struct PlaylistNotifications {
    private let playlist: ID<Playlist>
    private let db: Database
    private let editors: Set<String>

    /// Before the change that may invite somebody.
    init(_ playlist: ID<Playlist>, before db: Database) throws {
        self.playlist = playlist
        self.db = db
        editors = try Self.editors(of: playlist, db)
    }

    /// After it.
    func tellDifference(by owner: ID<Person>, at instant: Timestamp) throws {
        let now = try Self.editors(of: playlist, db)
        for person in editors.subtracting(now).sorted() {
            try NotificationDraft.takeBack(about: playlist.rawValue, from: ID(person), in: db)
        }
        let added = now.subtracting(editors).sorted()
        guard !added.isEmpty else { return }
        let name = try String.fetchOne(
            db, sql: "SELECT name FROM playlist WHERE id = ?", arguments: [playlist.rawValue])
        for person in added {
            try NotificationDraft(
                to: ID(person), .playlistShared, by: owner, about: NotificationSubject(.playlist, playlist),
                title: name ?? "", topic: "playlist:\(playlist)"
            ).deliver(in: db, at: instant)
        }
    }

    /// Those who may edit it: none while it is not collaborative.
    private static func editors(of playlist: ID<Playlist>, _ db: Database) throws -> Set<String> {
        try String.fetchSet(
            db,
            sql: """
                SELECT e.account FROM playlist_editor e JOIN playlist p ON p.id = e.playlist
                WHERE p.id = ? AND p.visibility = 'collaborative'
                """, arguments: [playlist.rawValue])
    }
}
