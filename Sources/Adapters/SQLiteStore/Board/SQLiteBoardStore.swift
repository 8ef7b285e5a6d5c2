package import Board
package import Catalog
import GRDB
package import Journal
import Messaging
import Moderation
package import Primitives

/// The daily board in SQLite.
package struct SQLiteBoardStore: BoardStore {
    static let posts = "board.posts"
    static let comments = "board.comments"
    private static let days = "board.days"
    /// The maximum length of a queue.
    private static let longestPlaylist = 10_000

    let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    /// Almost always only reads: each day is opened once.
    package func open(_ clock: BoardClock) async throws -> BoardMoment {
        let open: BoardMoment? = try await database.read { db in
            let days = BoardDays(db: db)
            let latest = try days.latest()
            let (moment, calendar) = (clock.moment(after: latest), clock.moment(after: nil))
            guard moment.day == latest else { return nil }
            // The board waits for the calendar, unless the clock was wrong.
            if calendar.day < moment.day, try days.firstAhead(of: calendar.day) != nil { return nil }
            return moment
        }
        if let open { return open }
        return try await database.write(.board) { try BoardDays(db: $0).open(clock) }
    }

    package func takeBack(_ clock: BoardClock) async throws -> BoardMoment {
        try await database.write(.board) { db in
            let days = BoardDays(db: db)
            let today = clock.moment(after: nil).day
            return try days.open(clock, takingBack: try days.first(after: today))
        }
    }

    package func posts(on day: LocalDay, for reader: BoardViewer, _ page: PageRequest) async throws -> Page<Post> {
        let position = try BoardRows.position(page.cursor, of: Self.posts)
        let found = try await database.read { db in
            try PostReader(db: db, reader: reader).page(of: day, after: position, limit: page.limit + 1)
        }
        return BoardRows.page(found, limit: page.limit) {
            Cursor(list: Self.posts, values: [.integer($0.at.milliseconds), .text($0.id.rawValue)])
        }
    }

    package func post(_ id: ID<Post>, for reader: BoardViewer) async throws -> Post? {
        try await database.read { try PostReader(db: $0, reader: reader).post(id) }
    }

    package func ownPost(on day: LocalDay, for reader: BoardViewer) async throws -> Post? {
        try await database.read { try PostReader(db: $0, reader: reader).own(on: day) }
    }

    package func tracks(on day: LocalDay, for reader: BoardViewer) async throws -> [ID<Track>] {
        try await database.read { db in
            try String.fetchAll(
                db, sql: PostReader.tracks(reader.libraries),
                arguments: ["day": day.number, "limit": Self.longestPlaylist] + reader.libraries.arguments
            ).map { ID($0) }
        }
    }

    package func days(for reader: BoardViewer, _ page: PageRequest) async throws -> Page<ListedDay> {
        var before = LocalDay(number: Int(Int32.max))
        if let cursor = page.cursor {
            guard case .integer(let number) = try cursor.values(of: Self.days, count: 1)[0] else {
                throw DomainError.invalid("This cursor belongs to another list or order", field: "cursor")
            }
            before = LocalDay(number: Int(number))
        }
        let start = before
        let found = try await database.read { db in
            try BoardDays(db: db).list(before: start, for: reader, limit: page.limit + 1)
        }
        return BoardRows.page(found, limit: page.limit) {
            Cursor(list: Self.days, values: [.integer(Int64($0.day.number))])
        }
    }

    package func add(
        _ draft: PostDraft, by reader: BoardViewer, _ actor: JournalEntry.Actor, _ clock: BoardClock
    ) async throws -> PostOutcome<Post> {
        try await database.write(.board) { db in
            let posts = PostReader(db: db, reader: reader)
            let moment = try BoardDays(db: db).open(clock)
            if let own = try posts.own(on: moment.day) { return .alreadyPosted(own) }
            let id = ID<Post>.make(at: moment.instant)
            try Self.insert(id, draft, at: moment, by: reader, db)
            try BoardJournal.posted(id, draft, at: moment, by: actor).append(to: db)
            try BoardEvents.event(.posted, on: moment.day, post: id).append(to: db)
            guard let post = try posts.post(id) else { throw DomainError.noPost }
            return .posted(post)
        }
    }

    private static func insert(
        _ id: ID<Post>, _ draft: PostDraft, at moment: BoardMoment, by reader: BoardViewer, _ db: Database
    ) throws {
        let seen = try ScopeReader(db, reader.libraries).tracks([draft.track.rawValue])
        guard let track = try TrackItemReader(db).items(seen).first, !track.isMissing else {
            throw DomainError.invalid("There is no such track", field: "trackId", reason: "track_not_found")
        }
        try db.execute(
            sql: """
                INSERT INTO board_post (id, day, account, at, caption, track, library, title, artist)
                SELECT ?, ?, ?, ?, ?, id, part, ?, ? FROM track WHERE id = ?
                """,
            arguments: [
                id.rawValue, moment.day.number, reader.person.rawValue, moment.instant.milliseconds, draft.caption,
                track.title, track.artists.map(\.name).joined(separator: ", "), draft.track.rawValue,
            ])
    }

    package func remove(
        _ post: ID<Post>, by reader: BoardViewer, _ actor: JournalEntry.Actor, _ clock: BoardClock
    ) async throws {
        try await database.write(.board) { db in
            let moment = try BoardDays(db: db).open(clock)
            guard let entry = try PostReader.entry(post, db) else { throw DomainError.noPost }
            try BoardRules.checkRemoval(ofPost: entry, by: reader, today: moment.day)
            try db.execute(sql: "DELETE FROM board_post WHERE id = ?", arguments: [post.rawValue])
            try BoardJournal.removed("post", post.rawValue, at: moment.instant, by: actor).append(to: db)
            try BoardEvents.event(.removed, on: entry.day, post: post).append(to: db)
            try NotificationDraft.takeBack(about: post.rawValue, in: db)
        }
    }

    package func setReaction(
        _ reaction: Reaction, to isThere: Bool, on post: ID<Post>, by reader: BoardViewer, _ actor: JournalEntry.Actor,
        _ clock: BoardClock
    ) async throws -> Post {
        try await database.write(.board) { db in
            let moment = try BoardDays(db: db).open(clock)
            guard let entry = try PostReader.entry(post, db) else { throw DomainError.noPost }
            try BoardRules.checkAnswer(to: entry, by: reader, today: moment.day)
            let key = [post.rawValue, reaction.rawValue, reader.person.rawValue]
            if isThere {
                try db.execute(
                    sql: """
                        INSERT INTO board_reaction (post, reaction, account, at) VALUES (?, ?, ?, ?)
                        ON CONFLICT DO NOTHING
                        """,
                    arguments: StatementArguments(key) + [moment.instant.milliseconds])
            } else {
                try db.execute(
                    sql: "DELETE FROM board_reaction WHERE post = ? AND reaction = ? AND account = ?",
                    arguments: StatementArguments(key))
            }
            if db.changesCount > 0 {
                try BoardJournal.reacted(reaction, to: post, isAdded: isThere, at: moment.instant, by: actor)
                    .append(to: db)
                try BoardEvents.event(.reacted, on: entry.day, post: post).append(to: db)
                if isThere {
                    try BoardNotifications(post, db)?.reacted(reaction, by: reader.person, at: moment.instant)
                }
            }
            guard let answered = try PostReader(db: db, reader: reader).post(post) else { throw DomainError.noPost }
            return answered
        }
    }

    package func hide(
        _ post: ID<Post>, because reason: String?, by reader: BoardViewer, _ actor: JournalEntry.Actor,
        _ clock: BoardClock
    ) async throws -> Post {
        try await database.write(.board) { db in
            let moment = try BoardDays(db: db).open(clock)
            try BoardRows.hide("board_post", post.rawValue, because: reason, by: reader, at: moment.instant, db)
            guard let hidden = try PostReader(db: db, reader: reader).post(post) else { throw DomainError.noPost }
            try BoardJournal.hid("post", post.rawValue, reason: reason, at: moment.instant, by: actor).append(to: db)
            try BoardEvents.event(reason == nil ? .shown : .hidden, on: hidden.day, post: post).append(to: db)
            try BoardNotifications(post, db)?.hidden(because: reason, by: reader.person, at: moment.instant)
            if reason != nil { try ReportWriter(db, at: moment.instant, by: actor).act(on: .post, post.rawValue) }
            return hidden
        }
    }
}

/// The columns and conditions that posts and comments share.
enum BoardRows {
    /// The condition that a viewer sees a post or comment (`BoardViewer.sees`). It reads `:me` and `:moderates`.
    static func seen(_ alias: String) -> String {
        "(\(alias).hidden_at IS NULL OR \(alias).account = :me OR :moderates)"
    }

    static func author(_ row: Row) -> NamedPerson {
        let picture: String? = row["picture"]
        return NamedPerson(
            id: ID(row["account"]), name: row["display_name"], picture: picture.flatMap { BlobKey(hex: $0) })
    }

    static func hiding(_ row: Row) -> Hiding? {
        guard let at: Int64 = row["hidden_at"], let reason: String = row["hidden_reason"] else { return nil }
        return Hiding(at: Timestamp(milliseconds: at), reason: reason)
    }

    /// Reads `account`, `day` and the columns of hiding.
    static func entry(_ row: Row) -> BoardRules.Entry {
        BoardRules.Entry(author: ID(row["account"]), day: LocalDay(number: row["day"]), hiding: hiding(row))
    }

    /// The position after which a page by time begins. No id begins with a tilde or a greater character.
    static func position(_ cursor: Primitives.Cursor?, of list: String) throws -> (at: Int64, id: String) {
        guard let cursor else { return (Int64.max, "~") }
        let values = try cursor.values(of: list, count: 2)
        guard case .integer(let at) = values[0], case .text(let id) = values[1] else {
            throw DomainError.invalid("This cursor belongs to another list or order", field: "cursor")
        }
        return (at, id)
    }

    static func page<Item>(_ items: [Item], limit: Int, after: (Item) -> Primitives.Cursor) -> Page<Item> {
        let shown = Array(items.prefix(limit))
        return Page(items: shown, next: items.count > limit ? shown.last.map(after) : nil)
    }

    /// - Parameter reason: nil shows it again.
    static func hide(
        _ table: String, _ id: String, because reason: String?, by reader: BoardViewer, at instant: Timestamp,
        _ db: Database
    ) throws {
        try db.execute(
            sql: "UPDATE \(table) SET hidden_at = ?, hidden_by = ?, hidden_reason = ? WHERE id = ?",
            arguments: [
                reason.map { _ in instant.milliseconds }, reason.map { _ in reader.person.rawValue }, reason, id,
            ])
    }
}
