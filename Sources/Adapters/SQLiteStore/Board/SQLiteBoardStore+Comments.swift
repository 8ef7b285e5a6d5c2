package import Board
import GRDB
package import Journal
import Moderation
package import Primitives

extension SQLiteBoardStore {
    package func comments(
        on topic: CommentTopic, for reader: BoardViewer, _ page: PageRequest
    ) async throws -> Page<Comment> {
        let position = try BoardRows.position(page.cursor, of: Self.comments)
        let found = try await database.read { db in
            if case .post(let post) = topic {
                guard let entry = try PostReader.entry(post, db) else { throw DomainError.noPost }
                try BoardRules.checkSight(entry, by: reader, orElse: .noPost)
            }
            return try CommentReader(db: db, reader: reader).page(of: topic, after: position, limit: page.limit + 1)
        }
        return BoardRows.page(found, limit: page.limit) {
            Cursor(list: Self.comments, values: [.integer($0.at.milliseconds), .text($0.id.rawValue)])
        }
    }

    package func comments(
        on day: LocalDay, after instant: Timestamp, limit: Int, for reader: BoardViewer
    ) async throws -> [Comment] {
        try await database.read { db in
            try CommentReader(db: db, reader: reader).comments(on: day, after: instant, limit: limit).reversed()
        }
    }

    package func comment(
        _ text: CommentText, on post: ID<Post>?, by reader: BoardViewer, _ actor: JournalEntry.Actor,
        _ clock: BoardClock
    ) async throws -> Comment {
        try await database.write(.board) { db in
            let moment = try BoardDays(db: db).open(clock)
            if let post {
                guard let entry = try PostReader.entry(post, db) else { throw DomainError.noPost }
                try BoardRules.checkAnswer(to: entry, by: reader, today: moment.day)
            }
            let id = ID<Comment>.make(at: moment.instant)
            try db.execute(
                sql: "INSERT INTO board_comment (id, day, post, account, at, text) VALUES (?, ?, ?, ?, ?, ?)",
                arguments: [
                    id.rawValue, moment.day.number, post?.rawValue, reader.person.rawValue,
                    moment.instant.milliseconds, text.text,
                ])
            try BoardJournal.commented(id, on: post, at: moment, by: actor).append(to: db)
            try BoardEvents.event(.commented, on: moment.day, post: post, comment: id).append(to: db)
            if let post { try BoardNotifications(post, db)?.commented(id, by: reader.person, at: moment.instant) }
            guard let comment = try CommentReader(db: db, reader: reader).comment(id) else {
                throw DomainError.noComment
            }
            return comment
        }
    }

    package func remove(
        _ comment: ID<Comment>, by reader: BoardViewer, _ actor: JournalEntry.Actor, _ clock: BoardClock
    ) async throws {
        try await database.write(.board) { db in
            let moment = try BoardDays(db: db).open(clock)
            guard let (entry, post) = try CommentReader.entry(comment, db) else { throw DomainError.noComment }
            try BoardRules.checkRemoval(ofComment: entry, by: reader)
            try db.execute(sql: "DELETE FROM board_comment WHERE id = ?", arguments: [comment.rawValue])
            try BoardJournal.removed("comment", comment.rawValue, at: moment.instant, by: actor).append(to: db)
            try BoardEvents.event(.commentRemoved, on: entry.day, post: post, comment: comment).append(to: db)
            try BoardNotifications.takeBack(comment, on: post, in: db)
        }
    }

    package func hide(
        _ comment: ID<Comment>, because reason: String?, by reader: BoardViewer, _ actor: JournalEntry.Actor,
        _ clock: BoardClock
    ) async throws -> Comment {
        try await database.write(.board) { db in
            let moment = try BoardDays(db: db).open(clock)
            try BoardRows.hide("board_comment", comment.rawValue, because: reason, by: reader, at: moment.instant, db)
            guard let hidden = try CommentReader(db: db, reader: reader).comment(comment) else {
                throw DomainError.noComment
            }
            try BoardJournal.hid("comment", comment.rawValue, reason: reason, at: moment.instant, by: actor)
                .append(to: db)
            let change: BoardEvents.Change = reason == nil ? .commentShown : .commentHidden
            try BoardEvents.event(change, on: hidden.day, post: hidden.post, comment: comment).append(to: db)
            if reason != nil {
                try BoardNotifications.takeBack(comment, on: hidden.post, in: db)
                try ReportWriter(db, at: moment.instant, by: actor).act(on: .comment, comment.rawValue)
            }
            return hidden
        }
    }
}

/// Reads comments as one viewer sees them.
struct CommentReader {
    let db: Database
    let reader: BoardViewer

    func page(of topic: CommentTopic, after position: (at: Int64, id: String), limit: Int) throws -> [Comment] {
        let arguments: StatementArguments = [
            "at": position.at, "id": position.id, "limit": limit, "me": reader.person.rawValue,
            "moderates": reader.moderates,
        ]
        switch topic {
        case .post(let post):
            return try comments(Self.onPost, arguments + ["topic": post.rawValue])
        case .day(let day):
            return try comments(Self.onDay, arguments + ["topic": day.number])
        }
    }

    /// Newest first.
    func comments(on day: LocalDay, after instant: Timestamp, limit: Int) throws -> [Comment] {
        try comments(
            Self.since,
            [
                "topic": day.number, "since": instant.milliseconds, "limit": limit, "me": reader.person.rawValue,
                "moderates": reader.moderates,
            ])
    }

    func comment(_ id: ID<Comment>) throws -> Comment? {
        try comments(
            Self.comment,
            ["id": id.rawValue, "me": reader.person.rawValue, "moderates": reader.moderates]
        ).first
    }

    /// Returns nil if the comment does not exist.
    static func entry(_ id: ID<Comment>, _ db: Database) throws -> (entry: BoardRules.Entry, post: ID<Post>?)? {
        try Row.fetchOne(
            db, sql: "SELECT account, day, hidden_at, hidden_reason, post FROM board_comment WHERE id = ?",
            arguments: [id.rawValue]
        ).map { row in
            let post: String? = row["post"]
            return (BoardRows.entry(row), post.map { ID($0) })
        }
    }

    private func comments(_ sql: String, _ arguments: StatementArguments) throws -> [Comment] {
        try Row.fetchAll(db.cachedStatement(sql: sql), arguments: arguments).map { row in
            let post: String? = row["post"]
            return Comment(
                id: ID(row["id"]), day: LocalDay(number: row["day"]), post: post.map { ID($0) },
                at: Timestamp(milliseconds: row["at"]), author: BoardRows.author(row), username: row["username"],
                text: row["text"],
                hiding: BoardRows.hiding(row))
        }
    }

    static let onPost = """
        \(columns)
        WHERE c.post = :topic AND (c.at, c.id) < (:at, :id) AND \(BoardRows.seen("c"))
        ORDER BY c.at DESC, c.id DESC LIMIT :limit
        """

    static let onDay = """
        \(columns)
        WHERE c.day = :topic AND c.post IS NULL AND (c.at, c.id) < (:at, :id) AND \(BoardRows.seen("c"))
        ORDER BY c.at DESC, c.id DESC LIMIT :limit
        """

    static let since = """
        \(columns)
        WHERE c.day = :topic AND c.post IS NULL AND c.at > :since AND \(BoardRows.seen("c"))
        ORDER BY c.at DESC, c.id DESC LIMIT :limit
        """

    static let comment = "\(columns) WHERE c.id = :id AND \(BoardRows.seen("c"))"

    private static let columns = """
        SELECT c.id AS id, c.day AS day, c.post AS post, c.at AS at, c.account AS account,
          a.username AS username, a.display_name AS display_name, a.picture AS picture, c.text AS text, c.hidden_at AS hidden_at,
          c.hidden_reason AS hidden_reason
        FROM board_comment c CROSS JOIN account a ON a.id = c.account
        """
}
