import Catalog
import Journal
package import Primitives

/// Journal entries for the board's actions.
enum BoardJournal {
    static func posted(_ post: NewPost, by actor: JournalEntry.Actor) -> JournalEntry {
        var details = ["day": post.moment.day.text]
        switch post.song {
        case .track(let track): details["track"] = track.rawValue
        case .outside(let song): details["outside"] = "\(song.id)"
        }
        return JournalEntry(
            at: post.moment.instant, by: actor, "post.create", .init("post", post.id), details: details)
    }

    static func commented(_ comment: NewComment, by actor: JournalEntry.Actor) -> JournalEntry {
        var details = ["day": comment.moment.day.text]
        details["post"] = comment.post?.rawValue
        return JournalEntry(
            at: comment.moment.instant, by: actor, "comment.create", .init("comment", comment.id), details: details)
    }

    /// Makes `post.hide`, `post.show`, `comment.hide` or `comment.show`; `reason` is nil for showing again.
    static func hid(
        _ kind: String, _ id: String, reason: String?, at instant: Timestamp, by actor: JournalEntry.Actor
    ) -> JournalEntry {
        JournalEntry(
            at: instant, by: actor, reason == nil ? "\(kind).show" : "\(kind).hide", .init(kind: kind, id: id),
            details: reason.map { ["reason": $0] } ?? [:])
    }
}

/// The events that all users receive about the board. An event says only what kind of change happened, on which day and
/// to which post. Clients then fetch the change, and see as much of it as they may.
package enum BoardEvents {
    package enum Change: String, Sendable {
        /// A new day has begun.
        case opened
        case posted, removed, hidden, shown
        /// The library has the outside song of a post.
        case arrived
        case reacted
        case commented, commentRemoved, commentHidden, commentShown
    }

    package static func event(
        _ change: Change, on day: LocalDay, post: ID<Post>? = nil, comment: ID<Comment>? = nil
    ) -> Event {
        var data: [String: Event.Value] = ["change": .text(change.rawValue), "date": .text(day.text)]
        data["post"] = post.map { .text($0.rawValue) }
        data["comment"] = comment.map { .text($0.rawValue) }
        return Event(.board, to: .everyone, data)
    }
}

/// Notifications to the author of a post about reactions, comments and moderation.
struct PostNotifications {
    let post: StoredPost

    func commented(_ comment: ID<Comment>, by person: ID<Person>) -> NotificationChange {
        notify(.postCommented, by: person, topic: Self.topic(of: comment))
    }

    /// Notifies once for each user, however many reactions they try.
    func reacted(_ reaction: Reaction, by person: ID<Person>) -> NotificationChange {
        notify(.postReacted, by: person, text: reaction.rawValue, topic: "reaction:\(post.id):\(person)")
    }

    /// - Parameter reason: nil if the post is shown again.
    func hidden(because reason: String?, by moderator: ID<Person>) -> [NotificationChange] {
        let topic = "hidden:\(post.id)"
        let retraction = NotificationChange.retract(about: post.id.rawValue, topic: topic)
        guard let reason else { return [retraction] }
        return [retraction, notify(.postHidden, by: moderator, namesActor: false, text: reason, topic: topic)]
    }

    /// Removes the notification about a comment that was removed or hidden.
    static func commentRemoved(_ comment: ID<Comment>, from post: ID<Post>) -> NotificationChange {
        .retract(about: post.rawValue, topic: topic(of: comment))
    }

    private static func topic(of comment: ID<Comment>) -> String { "comment:\(comment)" }

    private func notify(
        _ kind: NotificationKind, by person: ID<Person>, namesActor: Bool = true, text: String = "", topic: String
    ) -> NotificationChange {
        .deliver(
            NotificationDraft(
                to: post.entry.author, kind, by: person, namesActor: namesActor,
                about: NotificationSubject(.post, post.id, day: post.entry.day.text), title: post.title, text: text,
                library: post.part, topic: topic))
    }
}
