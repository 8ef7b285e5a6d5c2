import Board
import Catalog
import Foundation
import GRDB
import Journal
import Primitives
import Shelf

/// Finds which of the tracks that are written are songs that playlists and posts on the board await.
final class SongArrivals {
    private let db: Database
    private let library: String
    private let at: Timestamp
    private var arrivals: [(ArrivedSong, [AwaitedSong])] = []
    private var arrivalsOnBoard: [(ArrivedSong, [AwaitedPost])] = []
    /// Checked once for each batch: most servers await few songs, and scans add many tracks.
    private lazy var areThere: Result<Bool, any Error> = Result { try db.value(Self.areThere) ?? false }

    init(_ db: Database, library: String, at: Timestamp) {
        self.db = db
        self.library = library
        self.at = at
    }

    func note(_ track: ID<Track>, title: String) throws {
        guard try areThere.get(), let found = try SongFinder(db, .everything).track(track) else { return }
        let base = TitleForm(title).base
        let songs = try db.rows(
            Self.songs,
            [
                "title": base, "isrc": SongMatching.code(found.facts.isrc),
                "recording": found.facts.recording?.lowercased(), "library": library,
            ])
        let posts = try db.rows(Self.posts, ["title": base, "library": library])
        guard !songs.isEmpty || !posts.isEmpty else { return }
        let part = try WishTable(db).part(of: .track(track)) ?? library
        let arrived = ArrivedSong(
            track: ArrivedTrack(id: track, artists: found.facts.artists, part: part, isExplicit: part != library),
            facts: found.facts)
        arrivals.append((arrived, try songs.map(awaited)))
        arrivalsOnBoard.append((arrived, posts.map(Self.post)))
    }

    private func awaited(_ row: Row) throws -> AwaitedSong {
        let song = ImportedSongTable.song(row, for: nil)
        let access = try PlaylistTable(db).access(to: song.playlist)
        return AwaitedSong(
            song: song, owner: row["owner"], playlistName: row["name"], revision: row["revision"],
            access: access
                ?? PlaylistAccess(owner: row["owner"], visibility: .private, isHidden: false, invited: []),
            isFull: try ImportedSongTable(db).isFull(song.playlist), hearsExplicit: row["hears_explicit"])
    }

    private static func post(_ row: Row) -> AwaitedPost {
        AwaitedPost(
            id: row["id"], day: row["day"],
            named: NamedTrack(
                title: row["title"], artist: row["artist"], album: row["album"],
                durationMilliseconds: row["duration_ms"]),
            hearsExplicit: row["hears_explicit"])
    }

    /// Fills the playlists with what has come, and makes posts those of the tracks.
    func finish() throws {
        guard !arrivals.isEmpty else { return }
        let changes = ImportedSongDecisions.notice(arrivals, at: at)
        try changes.write(to: db, ImportedSongTable(db).execute)
        try BoardArrivals.notice(arrivalsOnBoard, at: at).write(to: db, BoardTable(db).execute)
    }

    private static let areThere = """
        SELECT EXISTS (SELECT 1 FROM imported_song WHERE entry IS NULL) OR EXISTS (SELECT 1 FROM board_outside_song)
        """

    /// Awaited songs of users who see the library.
    static let songs = """
        SELECT s.id, s.playlist, s.place, s.title, s.artist, s.album, s.duration_ms, s.isrc, s.recording, s.state,
          s.entry, s.outside, NULL AS track, NULL AS library, p.owner, p.name, p.revision, a.hears_explicit
        FROM (SELECT id FROM imported_song WHERE base_title = :title AND entry IS NULL
            UNION SELECT id FROM imported_song WHERE isrc = :isrc AND isrc IS NOT NULL AND entry IS NULL
            UNION SELECT id FROM imported_song WHERE recording = :recording AND recording IS NOT NULL AND entry IS NULL
          ) f CROSS JOIN imported_song s ON s.id = f.id CROSS JOIN playlist p ON p.id = s.playlist
          CROSS JOIN account a ON a.id = p.owner
        WHERE a.disabled = 0 AND (a.all_libraries = 1
          OR EXISTS (SELECT 1 FROM account_library l WHERE l.account = a.id AND l.library = :library))
        LIMIT 500
        """

    /// Posts that await their song, by users who see the library.
    static let posts = """
        SELECT p.id, p.day, p.title, p.artist, o.album, o.duration_ms, a.hears_explicit
        FROM board_outside_song o CROSS JOIN board_post p ON p.id = o.post CROSS JOIN account a ON a.id = p.account
        WHERE o.base_title = :title AND (a.all_libraries = 1
          OR EXISTS (SELECT 1 FROM account_library l WHERE l.account = a.id AND l.library = :library))
        LIMIT 500
        """
}
