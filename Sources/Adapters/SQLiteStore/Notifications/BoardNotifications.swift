import Board
import GRDB
import Messaging
import Primitives

/// Tells the author of a post what others do about it.
struct BoardNotifications {
    private let author: ID<Person>
    private let subject: NotificationSubject
    private let title: String
    private let library: String?
    private let post: ID<Post>
    private let db: Database

    /// Nil when there is no such post.
    init?(_ post: ID<Post>, _ db: Database) throws {
        let row = try Row.fetchOne(
            db.cachedStatement(sql: Self.post), arguments: [post.rawValue])
        guard let row else { return nil }
        author = ID(row["account"])
        subject = NotificationSubject(.post, post, day: LocalDay(number: row["day"]).text)
        title = row["title"]
        library = row["library"]
        self.post = post
        self.db = db
    }

    func commented(_ comment: ID<Comment>, by person: ID<Person>, at instant: Timestamp) throws {
        try tell(.postCommented, by: person, topic: Self.topic(of: comment), at: instant)
    }

    /// Once for each person, however many reactions they try.
    func reacted(_ reaction: Reaction, by person: ID<Person>, at instant: Timestamp) throws {
        try tell(
            .postReacted, by: person, text: reaction.rawValue, topic: "reaction:\(post):\(person)", at: instant)
    }

    /// - Parameter reason: nil when it is shown again.
    func hidden(because reason: String?, by moderator: ID<Person>, at instant: Timestamp) throws {
        let topic = "hidden:\(post)"
        try NotificationDraft.takeBack(about: post.rawValue, topic: topic, in: db)
        guard let reason else { return }
        try tell(.postHidden, by: moderator, namesActor: false, text: reason, topic: topic, at: instant)
    }

    /// A comment that is gone or hidden is not told of any more.
    static func takeBack(_ comment: ID<Comment>, on post: ID<Post>?, in db: Database) throws {
        guard let post else { return }
        try NotificationDraft.takeBack(about: post.rawValue, topic: topic(of: comment), in: db)
    }

    private static func topic(of comment: ID<Comment>) -> String { "comment:\(comment)" }

    private func tell(
        _ kind: NotificationKind, by person: ID<Person>, namesActor: Bool = true, text: String = "", topic: String,
        at instant: Timestamp
    ) throws {
        try NotificationDraft(
            to: author, kind, by: person, namesActor: namesActor, about: subject, title: title, text: text,
            library: library, topic: topic
        ).deliver(in: db, at: instant)
    }

    private static let post = """
        SELECT p.account, p.day, p.title, coalesce(t.part, p.library) AS library
        FROM board_post p LEFT JOIN track t ON t.id = p.track WHERE p.id = ?
        """
}
