import Catalog
import GRDB
import Journal
import Lyrics
import Primitives

/// The stored versions of lyrics within one transaction.
struct LyricsVersionTable: LyricsWritingState, EditedTable {
    let db: Database

    func song(_ track: ID<Track>, in scope: LibraryScope) throws -> WritableSong {
        guard let row = try db.row(Self.song, [track]),
            scope.admits(library: row["part"] as String)
        else { throw DomainError.notFound("There is no such track") }
        let submitter: ID<Person>? = try db.value(TrackDetailsReader.submitter, [track])
        return WritableSong(title: row["title"], library: row["part"], submitter: submitter)
    }

    func current(of track: ID<Track>) throws -> (id: ID<LyricsVersion>, content: WrittenLyrics)? {
        try db.row(Self.current, [track]).map { (ID($0["id"]), try LyricsContent.lyrics($0["content"])) }
    }

    func version(
        _ id: ID<LyricsVersion>, of track: ID<Track>?, in scope: LibraryScope
    ) throws -> (version: LyricsVersion, content: WrittenLyrics) {
        let sql = "\(Self.columns) WHERE v.id = :id AND t.missing_since IS NULL\(scope.and("t.library"))"
        guard
            let row = try db.row(sql, ["id": id] + scope.arguments),
            let version = Self.version(row), track == nil || version.track == track
        else { throw DomainError.noLyricsVersion }
        let content: String? = try db.value("SELECT content FROM lyrics_version WHERE id = ?", [id])
        return (version, try LyricsContent.lyrics(content ?? "[]"))
    }

    func openProposal(about track: ID<Track>, by author: ID<Person>) throws -> ID<LyricsVersion>? {
        try db.value(Self.proposal, [track, author])
    }

    func moderators(of track: ID<Track>) throws -> [ID<Person>] {
        try db.values(Self.moderators, [track])
    }

    func execute(_ write: LyricsWrite) throws {
        switch write {
        case .add(let id, let lyrics, let track, let author, let state, let note, let restored, let instant):
            let outline = LyricsVersion.Outline(of: lyrics)
            try db.run(
                Self.insertion,
                [
                    "id": id, "track": track, "author": author, "at": instant, "state": state.rawValue,
                    "published": state == .published ? instant : nil, "note": note, "restored": restored,
                    "content": try LyricsContent.text(of: lyrics), "lines": outline.lines,
                    "languages": outline.languages.joined(separator: " "), "precision": outline.precision.rawValue,
                ])
        case .remove(let id): try db.run("DELETE FROM lyrics_version WHERE id = ?", [id])
        case .decide(let id, let state, let reason, let moderator, let instant):
            try db.run(
                Self.decision,
                [
                    "id": id, "state": state.rawValue, "published": state == .published ? instant : nil,
                    "reason": reason, "moderator": moderator, "at": instant,
                ])
        }
    }

    /// Reads a row of `columns`. Returns nil for a value that only a later version of the server knows.
    static func version(_ row: Row) -> LyricsVersion? {
        guard let state = LyricsVersion.State(rawValue: row["state"]),
            let precision = SongLyrics.Precision(rawValue: row["precision"])
        else { return nil }
        let languages: String = row["languages"]
        return LyricsVersion(
            id: row["id"], track: row["track"], author: row.person(inRole: "author"), at: row["at"], state: state,
            isCurrent: row["current"], note: row["note"], restored: row["restored"],
            outline: LyricsVersion.Outline(
                languages: languages.split(separator: " ").map(String.init), lines: row["lines"], precision: precision),
            moderator: row.person(inRole: "moderator"), decidedAt: row["decided_at"], reason: row["reason"])
    }

    private static let song = "SELECT title, part FROM track WHERE id = ? AND missing_since IS NULL"
    /// The part of a library with explicit tracks has a name of its own.
    private static let moderators = """
        SELECT a.id FROM track t CROSS JOIN account a ON a.role IN ('moderator', 'admin') AND a.disabled = 0
        WHERE t.id = ? AND (t.part = t.library OR a.hears_explicit = 1) AND (a.all_libraries = 1
          OR EXISTS (SELECT 1 FROM account_library l WHERE l.account = a.id AND l.library = t.library))
        ORDER BY a.id
        """
    static let current = """
        SELECT id, content FROM lyrics_version WHERE track = ? AND published_at IS NOT NULL
        ORDER BY published_at DESC, id DESC LIMIT 1
        """
    static let proposal = """
        SELECT id FROM lyrics_version WHERE track = ? AND author = ? AND state = 'proposed' ORDER BY at DESC LIMIT 1
        """
    private static let insertion = """
        INSERT INTO lyrics_version (id, track, author, at, state, published_at, note, restored, content, lines, languages,
          precision)
        VALUES (:id, :track, :author, :at, :state, :published, :note, :restored, :content, :lines, :languages, :precision)
        """
    private static let decision = """
        UPDATE lyrics_version SET state = :state, published_at = :published, reason = :reason, decided_at = :at,
          moderator = (SELECT id FROM account WHERE id = :moderator) WHERE id = :id
        """
    static let columns = """
        SELECT v.id, v.track, v.author, v.at, v.state, v.note, v.restored, v.lines, v.languages, v.precision, v.moderator,
          v.decided_at, v.reason, a.display_name AS author_name, a.picture AS author_picture,
          m.display_name AS moderator_name, m.picture AS moderator_picture, t.title AS track_title,
          v.published_at IS NOT NULL AND v.id = (SELECT c.id FROM lyrics_version c
            WHERE c.track = v.track AND c.published_at IS NOT NULL
            ORDER BY c.published_at DESC, c.id DESC LIMIT 1) AS current
        FROM lyrics_version v JOIN track t ON t.id = v.track LEFT JOIN account a ON a.id = v.author
        LEFT JOIN account m ON m.id = v.moderator
        """
}
