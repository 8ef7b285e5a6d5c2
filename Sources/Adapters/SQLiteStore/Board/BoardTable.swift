import Board
import Catalog
import GRDB
import Moderation
import Primitives

/// The board's state within one transaction.
struct BoardTable: BoardState {
    private let db: Database

    init(_ db: Database) {
        self.db = db
    }

    func latestDay(before day: LocalDay?) throws -> LocalDay? {
        try number(Self.newest, ["before": day?.number])
    }

    func firstDay(after day: LocalDay) throws -> LocalDay? {
        try number(Self.next, [day.number])
    }

    func firstDayAfterGap(after day: LocalDay, beyond distance: Int) throws -> LocalDay? {
        guard try number(Self.before, [day.number]) != nil else { return nil }
        return try number(Self.ahead, [day.number + distance])
    }

    func post(_ id: ID<Post>) throws -> StoredPost? {
        try Row.fetchOne(db.cachedStatement(sql: Self.post), arguments: [id.rawValue]).map { row in
            StoredPost(id: id, entry: BoardRows.entry(row), title: row["title"], part: row["part"])
        }
    }

    func post(by author: ID<Person>, on day: LocalDay) throws -> ID<Post>? {
        try String.fetchOne(db.cachedStatement(sql: Self.own), arguments: [day.number, author.rawValue]).map { ID($0) }
    }

    func comment(_ id: ID<Comment>) throws -> StoredComment? {
        try Row.fetchOne(db.cachedStatement(sql: Self.comment), arguments: [id.rawValue]).map { row in
            StoredComment(id: id, entry: BoardRows.entry(row), post: (row["post"] as String?).map { ID($0) })
        }
    }

    func hasReaction(_ reaction: Reaction, to post: ID<Post>, by person: ID<Person>) throws -> Bool {
        try Row.fetchOne(
            db.cachedStatement(sql: Self.reaction),
            arguments: [post.rawValue, reaction.rawValue, person.rawValue]) != nil
    }

    func track(_ id: ID<Track>, in libraries: LibraryScope) throws -> TrackItem? {
        try TrackItemReader(db).items(ScopeReader(db, libraries).tracks([id.rawValue])).first
    }

    func match(for song: NamedTrack, in libraries: LibraryScope) throws -> ID<Track>? {
        try SongFinder(db, in: libraries).best(for: song)?.track
    }

    /// The days before `day` with content that the viewer sees, newest first.
    func list(before day: LocalDay, for viewer: Principal, limit: Int) throws -> [ListedDay] {
        try Row.fetchAll(
            db, sql: Self.list,
            arguments: [
                "before": day.number, "me": viewer.user.rawValue, "moderates": viewer.may(.moderate), "limit": limit,
            ]
        ).map { row in
            let day = LocalDay(number: row["day"])
            let first = try first(on: day, for: viewer)
            return ListedDay(
                day: day, posts: row["posts"], comments: row["comments"], covers: first.covers, people: first.people)
        }
    }

    /// The pictures of a day: at most four different covers, and at most five users, of its first posts.
    private func first(on day: LocalDay, for viewer: Principal) throws -> (
        covers: [ListedDay.Cover], people: [NamedPerson]
    ) {
        let rows = try Row.fetchAll(
            db.cachedStatement(sql: Self.first),
            arguments: ["day": day.number, "me": viewer.user.rawValue, "moderates": viewer.may(.moderate)])
        var covers: [ListedDay.Cover] = []
        for row in rows where covers.count < 4 && viewer.libraries.admits(library: row["library"]) {
            let outside = (row["pictured"] as Int64?).map { ListedDay.Cover.outside($0) }
            if let cover = row.blobKey("cover").map(ListedDay.Cover.image) ?? outside, !covers.contains(cover) {
                covers.append(cover)
            }
        }
        return (covers, rows.prefix(5).map(BoardRows.author))
    }

    private func number(_ sql: String, _ arguments: StatementArguments) throws -> LocalDay? {
        try Int.fetchOne(db.cachedStatement(sql: sql), arguments: arguments).map { LocalDay(number: $0) }
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
        WHERE d.day < :before AND (
          EXISTS (SELECT 1 FROM board_post e WHERE e.day = d.day AND \(BoardRows.seen("e")))
          OR EXISTS (SELECT 1 FROM board_comment e WHERE e.day = d.day AND e.post IS NULL AND \(BoardRows.seen("e"))))
        ORDER BY d.day DESC LIMIT :limit
        """
}

extension BoardTable {
    func execute(_ write: BoardWrite) throws {
        switch write {
        case .openDay(let moment):
            try run(
                """
                INSERT INTO board_day (day, opened_at) VALUES (?, ?)
                ON CONFLICT (day) DO UPDATE SET opened_at = excluded.opened_at, revoked_at = NULL
                """, [moment.day.number, moment.instant.milliseconds])
        case .revokeDays(let first, let instant):
            try run(
                "UPDATE board_day SET revoked_at = ? WHERE day >= ? AND revoked_at IS NULL",
                [instant.milliseconds, first.number])
        case .moveContent(let first, let day):
            try run("UPDATE OR IGNORE board_post SET day = ? WHERE day >= ?", [day.number, first.number])
            try run(
                """
                UPDATE board_comment SET day = :to
                WHERE day >= :first AND (post IS NULL OR post IN (SELECT id FROM board_post WHERE day = :to))
                """, ["to": day.number, "first": first.number])
        case .addPost(let post):
            switch post.song {
            case .track(let track): try add(post, track: track, part: nil)
            case .outside(let song):
                try add(
                    post, track: nil, part: LibraryScope.part(of: LibraryScope.outside, isExplicit: song.isExplicit))
                try add(song, of: post)
            }
        case .becomeTrack(let post, let track):
            try run(
                "UPDATE board_post SET track = t.id, library = t.part FROM track t WHERE t.id = ? AND board_post.id = ?",
                [track.rawValue, post.rawValue])
            try run("DELETE FROM board_outside_song WHERE post = ?", [post.rawValue])
            try ExplicitFlags.carry(db, of: [track.rawValue])
        case .removePost(let post):
            try run("DELETE FROM board_post WHERE id = ?", [post.rawValue])
        case .hidePost(let post, let hiding, let moderator):
            try hide("board_post", post.rawValue, hiding, by: moderator)
        case .addReaction(let reaction, let post, let person, let instant):
            try run(
                "INSERT INTO board_reaction (post, reaction, account, at) VALUES (?, ?, ?, ?)",
                [post.rawValue, reaction.rawValue, person.rawValue, instant.milliseconds])
        case .removeReaction(let reaction, let post, let person):
            try run(
                "DELETE FROM board_reaction WHERE post = ? AND reaction = ? AND account = ?",
                [post.rawValue, reaction.rawValue, person.rawValue])
        case .addComment(let comment):
            try run(
                "INSERT INTO board_comment (id, day, post, account, at, text) VALUES (?, ?, ?, ?, ?, ?)",
                [
                    comment.id.rawValue, comment.moment.day.number, comment.post?.rawValue, comment.author.rawValue,
                    comment.moment.instant.milliseconds, comment.text,
                ])
        case .removeComment(let comment):
            try run("DELETE FROM board_comment WHERE id = ?", [comment.rawValue])
        case .hideComment(let comment, let hiding, let moderator):
            try hide("board_comment", comment.rawValue, hiding, by: moderator)
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
        try run(
            """
            INSERT INTO board_post (id, day, account, at, caption, title, artist, track, library)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, coalesce((SELECT part FROM track WHERE id = ?8), ?9))
            """,
            [
                post.id.rawValue, post.moment.day.number, post.author.rawValue, post.moment.instant.milliseconds,
                post.caption, post.title, post.artist, track?.rawValue, part,
            ])
    }

    private func add(_ song: OutsideSong, of post: NewPost) throws {
        try run(
            """
            INSERT INTO board_outside_song (post, song, album, duration_ms, base_title, has_picture, has_preview)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """,
            [
                post.id.rawValue, song.id, song.named.album, song.named.durationMilliseconds,
                TitleForm(song.named.title).base, song.picture != nil, song.preview != nil,
            ])
    }

    private func hide(_ table: String, _ id: String, _ hiding: Hiding?, by moderator: ID<Person>) throws {
        try run(
            "UPDATE \(table) SET hidden_at = ?, hidden_by = ?, hidden_reason = ? WHERE id = ?",
            [hiding?.at.milliseconds, hiding.map { _ in moderator.rawValue }, hiding?.reason, id])
    }

    private func run(_ sql: String, _ arguments: StatementArguments) throws {
        try db.cachedStatement(sql: sql).execute(arguments: arguments)
    }
}
