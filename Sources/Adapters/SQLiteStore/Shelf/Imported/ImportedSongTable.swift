import Catalog
import Foundation
import GRDB
import Primitives
import Shelf

/// The imported songs within one transaction.
struct ImportedSongTable: ImportedSongState, EditedTable {
    let db: Database

    var playlists: any PlaylistState { PlaylistTable(db) }

    func song(_ id: ID<ImportedSong>, of playlist: ID<Playlist>, for caller: Principal) throws -> ImportedSong? {
        try db.row(Self.one, [id, playlist]).map { Self.song($0, for: caller.libraries) }
    }

    func isTrack(_ id: ID<Track>, for caller: Principal) throws -> Bool {
        try SongFinder(db, caller.libraries).track(id) != nil
    }

    func isFull(_ playlist: ID<Playlist>) throws -> Bool {
        let length: Int? = try db.value("SELECT sum(entries) FROM playlist_total WHERE playlist = ?", [playlist])
        return length ?? 0 >= PlaylistRules.longest
    }

    /// The playlist that was made of the one that a source names so.
    func playlist(named name: String, from source: String, of user: ID<Person>) throws -> ID<Playlist>? {
        try db.value(
            "SELECT playlist FROM imported_playlist WHERE account = ? AND source = ? AND name = ?",
            [user, source, name])
    }

    func add(_ playlist: ID<Playlist>, named name: String, from source: String, of user: ID<Person>) throws {
        try db.run(
            "INSERT INTO imported_playlist (playlist, account, source, name) VALUES (?, ?, ?, ?)",
            [playlist, user, source, name])
    }

    func has(_ key: String, in playlist: ID<Playlist>) throws -> Bool {
        try db.exists("SELECT 1 FROM imported_song WHERE playlist = ? AND song_key = ?", [playlist, key])
    }

    func count(of playlist: ID<Playlist>) throws -> Int {
        try db.value("SELECT count(*) FROM imported_song WHERE playlist = ?", [playlist]) ?? 0
    }

    func nextPlace(in playlist: ID<Playlist>, for caller: Principal) throws -> Int64 {
        (try PlaylistEntries(db, of: playlist, for: caller).last() ?? 0) + PlaylistEntries.gap
    }

    func match(for named: NamedTrack, as caller: Principal) throws -> (track: ID<Track>, certainty: MatchCertainty)? {
        try SongFinder(db, caller.libraries).best(for: named)
    }

    private func add(_ song: ImportedSong) throws {
        try db.run(
            """
            INSERT INTO imported_song
              (id, playlist, place, song_key, title, artist, album, duration_ms, isrc, recording, base_title, state,
              outside)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'awaited', ?)
            """,
            [
                song.id, song.playlist, song.place, ImportedSongDecisions.key(of: song.named), song.named.title,
                song.named.artist, song.named.album, song.named.durationMilliseconds,
                SongMatching.code(song.named.isrc), song.named.recording?.lowercased(),
                TitleForm(song.named.title).base, song.outside,
            ])
    }

    func execute(_ write: ImportedSongWrite) throws {
        switch write {
        case .add(let song): try add(song)
        case .fill(let song, let track, let state, let entry, let person, let instant):
            try db.run(
                """
                INSERT INTO playlist_entry (playlist, id, place, track, added_by, added_at)
                SELECT s.playlist, ?2, s.place, ?3, ?4, ?5 FROM imported_song s WHERE s.id = ?1
                """, [song.id, entry, track, person, instant])
            try db.run(
                "UPDATE imported_song SET entry = ?2, state = ?3 WHERE id = ?1", [song.id, entry, state.rawValue])
        case .await(let song, let state):
            // The song leaves its entry first, because it would go with it.
            try db.run(
                """
                UPDATE imported_song AS s SET entry = NULL, state = ?2, place = coalesce(
                  (SELECT e.place FROM playlist_entry e WHERE e.playlist = s.playlist AND e.id = s.entry), place)
                WHERE s.id = ?1
                """, [song.id, state.rawValue])
            try removeEntry(of: song)
        case .remove(let song):
            try db.run("DELETE FROM imported_song WHERE id = ?", [song.id])
            try removeEntry(of: song)
        case .raiseRevision(let id, let instant): _ = try PlaylistTable(db).execute(.raiseRevision(of: id, at: instant))
        }
    }

    private func removeEntry(of song: ImportedSong) throws {
        guard let entry = song.entry else { return }
        try db.run("DELETE FROM playlist_entry WHERE playlist = ? AND id = ?", [song.playlist, entry])
    }

    /// - Parameter scope: the libraries of the reader; nil for an awaited song, which has no track.
    static func song(_ row: Row, for scope: LibraryScope?) -> ImportedSong {
        let isSeen = (row["library"] as String?).map { scope?.admits(library: $0) ?? false } ?? false
        return ImportedSong(
            id: row["id"], playlist: row["playlist"], place: row["place"],
            named: NamedTrack(
                recording: row["recording"], isrc: row["isrc"], title: row["title"], artist: row["artist"],
                album: row["album"], durationMilliseconds: row["duration_ms"]),
            state: ImportedSong.State(rawValue: row["state"]) ?? .awaited, entry: row["entry"],
            track: isSeen ? row["track"] : nil, outside: row["outside"])
    }

    private static let columns = """
        s.id, s.playlist, s.place, s.title, s.artist, s.album, s.duration_ms, s.isrc, s.recording, s.state, s.entry,
          s.outside, e.track, t.part AS library
        """
    private static let entry = """
        LEFT JOIN playlist_entry e ON e.playlist = s.playlist AND e.id = s.entry LEFT JOIN track t ON t.id = e.track
        """
    private static let one = "SELECT \(columns) FROM imported_song s \(entry) WHERE s.id = ? AND s.playlist = ?"

    static func page(isFirst: Bool) -> String {
        """
        SELECT \(columns) FROM imported_song s INDEXED BY imported_song_order \(entry)
        WHERE s.playlist = :playlist AND s.state IN (SELECT value FROM json_each(:states))
          \(isFirst ? "" : "AND (s.place, s.id) > (:after0, :after1)") ORDER BY s.place, s.id LIMIT :limit
        """
    }

    static let counts = "SELECT state, count(*) AS count FROM imported_song WHERE playlist = ? GROUP BY state"
}
