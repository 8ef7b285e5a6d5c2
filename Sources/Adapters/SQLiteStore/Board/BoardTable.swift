import Board
import Catalog
import GRDB
import Moderation
import Primitives

/// The board's state within one transaction.
struct BoardTable: BoardState, EditedTable {
    let db: Database

    func latestDay(before day: LocalDay?) throws -> LocalDay? {
        try db.value(Self.newest, ["before": day])
    }

    func firstDay(after day: LocalDay) throws -> LocalDay? {
        try db.value(Self.next, [day])
    }

    func firstDayAfterGap(after day: LocalDay, beyond distance: Int) throws -> LocalDay? {
        guard try db.exists(Self.before, [day]) else { return nil }
        return try db.value(Self.ahead, [day.number + distance])
    }

    func post(_ id: ID<Post>) throws -> StoredPost? {
        try db.row(Self.post, [id]).map { row in
            StoredPost(id: id, entry: BoardRows.entry(row), title: row["title"], part: row["part"])
        }
    }

    func post(by author: ID<Person>, on day: LocalDay) throws -> ID<Post>? {
        try db.value(Self.own, [day, author])
    }

    func comment(_ id: ID<Comment>) throws -> StoredComment? {
        try db.row(Self.comment, [id]).map { row in
            StoredComment(id: id, entry: BoardRows.entry(row), post: row["post"])
        }
    }

    func hasReaction(_ reaction: Reaction, to post: ID<Post>, by person: ID<Person>) throws -> Bool {
        try db.exists(Self.reaction, [post, reaction.rawValue, person])
    }

    func track(_ id: ID<Track>, in libraries: LibraryScope) throws -> TrackItem? {
        try TrackItemReader(db).items(ScopeReader(db, libraries).tracks([id.rawValue])).first
    }

    func match(for song: NamedTrack, in libraries: LibraryScope) throws -> ID<Track>? {
        try SongFinder(db, libraries).best(for: song)?.track
    }

    /// The days with content that the viewer sees, newest first.
    func days(for viewer: Principal, _ part: ListPart) throws -> [ListedDay] {
        try db.rows(Self.list, part.arguments(from: [Int32.max]) + viewer.arguments).map { row in
            let day: LocalDay = row["day"]
            let first = try first(on: day, for: viewer)
            return ListedDay(
                day: day, posts: row["posts"], comments: row["comments"], covers: first.covers, people: first.people)
        }
    }

    /// The pictures of a day: at most four different covers, and at most five users, of its first posts.
    private func first(on day: LocalDay, for viewer: Principal) throws -> (
        covers: [ListedDay.Cover], people: [NamedPerson]
    ) {
        let rows = try db.rows(Self.first, viewer.arguments + ["day": day])
        var covers: [ListedDay.Cover] = []
        for row in rows where covers.count < 4 && viewer.libraries.admits(library: row["library"]) {
            let outside = (row["pictured"] as Int64?).map { ListedDay.Cover.outside($0) }
            if let cover = row.blobKey("cover").map(ListedDay.Cover.image) ?? outside, !covers.contains(cover) {
                covers.append(cover)
            }
        }
        return (covers, rows.prefix(5).map { $0.person("account") })
    }

    static let newest = """
        SELECT max(day) FROM board_day WHERE day < coalesce(:before, 9223372036854775807) AND revoked_at IS NULL
        """
    static let next = "SELECT min(day) FROM board_day WHERE day > ? AND revoked_at IS NULL"
    static let ahead = """
        SELECT min(d.day) FROM board_day d WHERE d.day > ? AND d.revoked_at IS NULL
          AND NOT EXISTS (SELECT 1 FROM board_day p WHERE p.day = d.day - 1 AND p.revoked_at IS NULL)
        """
    static let before = "SELECT day FROM board_day WHERE day <= ? AND revoked_at IS NULL LIMIT 1"
    static let post = """
        SELECT p.account, p.day, p.hidden_at, p.hidden_reason, p.title, coalesce(t.part, p.library) AS part
        FROM board_post p LEFT JOIN track t ON t.id = p.track WHERE p.id = ?
        """
    static let own = "SELECT id FROM board_post WHERE day = ? AND account = ?"
    static let comment = "SELECT account, day, hidden_at, hidden_reason, post FROM board_comment WHERE id = ?"
    static let reaction = "SELECT 1 FROM board_reaction WHERE post = ? AND reaction = ? AND account = ?"
    static let first = """
        SELECT p.account AS account, a.display_name AS display_name, a.picture AS picture,
          coalesce(t.part, p.library) AS library, CASE WHEN \(WithdrawnTracks.isListed("t")) THEN t.cover END AS cover,
          CASE WHEN o.has_picture THEN o.song END AS pictured
        FROM board_post p INDEXED BY board_post_by_time CROSS JOIN account a ON a.id = p.account
        LEFT JOIN track t ON t.id = p.track LEFT JOIN board_outside_song o ON o.post = p.id
        WHERE p.day = :day AND \(BoardRows.seen("p")) ORDER BY p.at, p.id LIMIT 12
        """
    static let list = """
        SELECT d.day AS day,
          (SELECT count(*) FROM board_post e WHERE e.day = d.day AND \(BoardRows.seen("e"))) AS posts,
          (SELECT count(*) FROM board_comment e WHERE e.day = d.day AND e.post IS NULL AND \(BoardRows.seen("e")))
            AS comments
        FROM board_day d
        WHERE d.day < :after0 AND (
          EXISTS (SELECT 1 FROM board_post e WHERE e.day = d.day AND \(BoardRows.seen("e")))
          OR EXISTS (SELECT 1 FROM board_comment e WHERE e.day = d.day AND e.post IS NULL AND \(BoardRows.seen("e"))))
        ORDER BY d.day DESC LIMIT :limit
        """
}

extension BoardTable {
    func execute(_ write: BoardWrite) throws {
        switch write {
        case .openDay(let moment):
            try db.run(
                """
                INSERT INTO board_day (day, opened_at) VALUES (?, ?)
                ON CONFLICT (day) DO UPDATE SET opened_at = excluded.opened_at, revoked_at = NULL
                """, [moment.day, moment.instant])
        case .revokeDays(let first, let instant):
            try db.run("UPDATE board_day SET revoked_at = ? WHERE day >= ? AND revoked_at IS NULL", [instant, first])
        case .moveContent(let first, let day):
            try db.run("UPDATE OR IGNORE board_post SET day = ? WHERE day >= ?", [day, first])
            try db.run(
                """
                UPDATE board_comment SET day = :to
                WHERE day >= :first AND (post IS NULL OR post IN (SELECT id FROM board_post WHERE day = :to))
                """, ["to": day, "first": first])
        case .addPost(let post):
            switch post.song {
            case .track(let track): try add(post, track: track, part: nil)
            case .outside(let song):
                try add(
                    post, track: nil, part: LibraryScope.part(of: LibraryScope.outside, isExplicit: song.isExplicit))
                try add(song, of: post)
            }
        case .becomeTrack(let post, let track):
            try db.run(
                "UPDATE board_post SET track = t.id, library = t.part FROM track t WHERE t.id = ? AND board_post.id = ?",
                [track, post])
            try db.run("DELETE FROM board_outside_song WHERE post = ?", [post])
            try ExplicitFlags.carry(db, of: [track.rawValue])
        case .removePost(let post): try db.run("DELETE FROM board_post WHERE id = ?", [post])
        case .hidePost(let post, let hiding, let moderator):
            try db.hide("board_post", post.rawValue, hiding, by: moderator)
        case .addReaction(let reaction, let post, let person, let instant):
            try db.run(
                "INSERT INTO board_reaction (post, reaction, account, at) VALUES (?, ?, ?, ?)",
                [post, reaction.rawValue, person, instant])
        case .removeReaction(let reaction, let post, let person):
            try db.run(
                "DELETE FROM board_reaction WHERE post = ? AND reaction = ? AND account = ?",
                [post, reaction.rawValue, person])
        case .addComment(let comment):
            try db.run(
                "INSERT INTO board_comment (id, day, post, account, at, text) VALUES (?, ?, ?, ?, ?, ?)",
                [comment.id, comment.moment.day, comment.post, comment.author, comment.moment.instant, comment.text])
        case .removeComment(let comment): try db.run("DELETE FROM board_comment WHERE id = ?", [comment])
        case .hideComment(let comment, let hiding, let moderator):
            try db.hide("board_comment", comment.rawValue, hiding, by: moderator)
        case .closeReports(let reported, let instant, let actor):
            let reports = ReportTable(db)
            switch reported {
            case .post(let post): try reports.act(on: .post, post.rawValue, at: instant, by: actor)
            case .comment(let comment): try reports.act(on: .comment, comment.rawValue, at: instant, by: actor)
            }
        }
    }

    /// - Parameter part: of a song that is no track.
    private func add(_ post: NewPost, track: ID<Track>?, part: String?) throws {
        try db.run(
            """
            INSERT INTO board_post (id, day, account, at, caption, title, artist, track, library)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, coalesce((SELECT part FROM track WHERE id = ?8), ?9))
            """,
            [
                post.id, post.moment.day, post.author, post.moment.instant, post.caption, post.title, post.artist,
                track, part,
            ])
    }

    private func add(_ song: OutsideSong, of post: NewPost) throws {
        try db.run(
            """
            INSERT INTO board_outside_song (post, song, album, duration_ms, base_title, has_picture, has_preview)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """,
            [
                post.id, song.id, song.named.album, song.named.durationMilliseconds, TitleForm(song.named.title).base,
                song.picture != nil, song.preview != nil,
            ])
    }
}
