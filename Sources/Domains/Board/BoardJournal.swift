package import Journal
package import Primitives

/// Journal entries for the board's actions. Stores make them within their transactions, where the time and the day of
/// an action are known.
package enum BoardJournal {
    package static func opened(_ moment: BoardMoment) -> JournalEntry {
        JournalEntry(
            at: moment.instant, by: .gateway, "board.open", .init(kind: "day", id: moment.day.text))
    }

    /// Revokes the days from this one on, which a fast clock had opened.
    package static func revoked(from day: LocalDay, at moment: BoardMoment) -> JournalEntry {
        JournalEntry(at: moment.instant, by: .gateway, "board.revoke", .init(kind: "day", id: day.text))
    }

    package static func posted(
        _ post: ID<Post>, _ draft: PostDraft, at moment: BoardMoment, by actor: JournalEntry.Actor
    ) -> JournalEntry {
        JournalEntry(
            at: moment.instant, by: actor, "post.create", .init(kind: "post", id: post.rawValue),
            details: ["day": moment.day.text, "track": draft.track.rawValue])
    }

    package static func commented(
        _ comment: ID<Comment>, on post: ID<Post>?, at moment: BoardMoment, by actor: JournalEntry.Actor
    ) -> JournalEntry {
        var details = ["day": moment.day.text]
        details["post"] = post?.rawValue
        return JournalEntry(
            at: moment.instant, by: actor, "comment.create", .init(kind: "comment", id: comment.rawValue),
            details: details)
    }

    /// Makes `reaction.add` or `reaction.remove`.
    package static func reacted(
        _ reaction: Reaction, to post: ID<Post>, isAdded: Bool, at instant: Timestamp, by actor: JournalEntry.Actor
    ) -> JournalEntry {
        JournalEntry(
            at: instant, by: actor, isAdded ? "reaction.add" : "reaction.remove",
            .init(kind: "post", id: post.rawValue), details: ["reaction": reaction.rawValue])
    }

    /// Makes `post.delete` or `comment.delete`.
    package static func removed(
        _ kind: String, _ id: String, at instant: Timestamp, by actor: JournalEntry.Actor
    ) -> JournalEntry {
        JournalEntry(at: instant, by: actor, "\(kind).delete", .init(kind: kind, id: id))
    }

    /// Makes `post.hide`, `post.show`, `comment.hide` or `comment.show`; `reason` is nil for showing again.
    package static func hid(
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
        case reacted
        case commented, commentRemoved, commentHidden, commentShown
    }

    package static func event(
        _ change: Change, on day: LocalDay, post: ID<Post>? = nil, comment: ID<Comment>? = nil
    ) -> Event {
        var data: [String: Event.Value] = ["change": .text(change.rawValue), "date": .text(day.text)]
        data["post"] = post.map { .text($0.rawValue) }
        data["comment"] = comment.map { .text($0.rawValue) }
        return Event("board", to: .everyone, data)
    }
}
