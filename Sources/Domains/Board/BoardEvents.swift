package import Primitives

/// What everybody hears of the board: that something is different there, on which day and about which post. What is different they ask
/// for, and see as much as they may.
package enum BoardEvents {
    package enum Change: String, Sendable {
        /// Another day has begun.
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
