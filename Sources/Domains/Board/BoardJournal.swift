package import Journal
package import Primitives

/// What the journal says of what happens on the board. Stores make the entries in their transactions, where it is known when and on
/// which day something happened.
package enum BoardJournal {
    package static func opened(_ moment: BoardMoment) -> JournalEntry {
        JournalEntry(
            at: moment.instant, by: .gateway, "board.open", .init(kind: "day", id: moment.day.text))
    }

    /// From this day on, days that a clock far ahead has opened are taken back.
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

    /// `reaction.add`, `reaction.remove`.
    package static func reacted(
        _ reaction: Reaction, to post: ID<Post>, isAdded: Bool, at instant: Timestamp, by actor: JournalEntry.Actor
    ) -> JournalEntry {
        JournalEntry(
            at: instant, by: actor, isAdded ? "reaction.add" : "reaction.remove",
            .init(kind: "post", id: post.rawValue), details: ["reaction": reaction.rawValue])
    }

    /// `post.delete`, `comment.delete`.
    package static func removed(
        _ kind: String, _ id: String, at instant: Timestamp, by actor: JournalEntry.Actor
    ) -> JournalEntry {
        JournalEntry(at: instant, by: actor, "\(kind).delete", .init(kind: kind, id: id))
    }

    /// `post.hide`, `comment.show` and the like; `reason` is nil for what is shown again.
    package static func hid(
        _ kind: String, _ id: String, reason: String?, at instant: Timestamp, by actor: JournalEntry.Actor
    ) -> JournalEntry {
        JournalEntry(
            at: instant, by: actor, reason == nil ? "\(kind).show" : "\(kind).hide", .init(kind: kind, id: id),
            details: reason.map { ["reason": $0] } ?? [:])
    }
}
