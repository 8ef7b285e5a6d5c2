import Foundation
package import Primitives

/// The permissions on posts and comments. The service checks them within the transaction that follows, against the
/// state at that moment.
package enum BoardRules {
    /// The most days by which a change of time zone can put the board ahead of the calendar (UTC+14 after UTC-12). More
    /// are caused by a wrong clock.
    package static let farthestAhead = 2

    /// The facts of a post or comment that decide.
    package struct Entry: Sendable, Equatable {
        package let author: ID<Person>
        package let day: LocalDay
        package let hiding: Hiding?

        package init(author: ID<Person>, day: LocalDay, hiding: Hiding?) {
            self.author = author
            self.day = day
            self.hiding = hiding
        }
    }

    /// Checks that the reader may remove the post: their own, on any day. Removing a post lets its author post again
    /// that day. A hidden post therefore cannot be removed while its day is open, or hiding it would have no effect.
    package static func checkRemoval(ofPost post: Entry, by reader: BoardViewer, today: LocalDay) throws(DomainError) {
        try checkSight(post, by: reader, orElse: .noPost)
        guard post.author == reader.person else { throw DomainError(.forbidden, "This post is not yours") }
        if post.hiding != nil, post.day == today { throw .postHidden }
    }

    package static func checkRemoval(ofComment comment: Entry, by reader: BoardViewer) throws(DomainError) {
        try checkSight(comment, by: reader, orElse: .noComment)
        guard comment.author == reader.person else { throw DomainError(.forbidden, "This comment is not yours") }
    }

    /// Checks that the reader may react to or comment on the post: it is visible to everybody, and its day is open.
    package static func checkAnswer(to post: Entry, by reader: BoardViewer, today: LocalDay) throws(DomainError) {
        try checkSight(post, by: reader, orElse: .noPost)
        guard post.hiding == nil else { throw .postHidden }
        guard post.day == today else { throw .dayClosed }
    }

    package static func checkSight(_ entry: Entry, by reader: BoardViewer, orElse missing: DomainError)
        throws(DomainError)
    {
        guard reader.sees(entry.hiding, by: entry.author) else { throw missing }
    }
}

/// The reader of the board, as far as this decides what they see.
package struct BoardViewer: Sendable, Equatable {
    package let person: ID<Person>
    package let libraries: LibraryScope
    /// Whether the reader is a moderator, who sees hidden posts and comments with the reason.
    package let moderates: Bool

    package init(_ caller: Principal) {
        person = caller.user
        libraries = caller.libraries
        moderates = caller.may(.moderate)
    }

    /// Whether the reader sees something. Hidden posts and comments are visible to their author and to moderators only.
    package func sees(_ hiding: Hiding?, by author: ID<Person>) -> Bool {
        hiding == nil || moderates || author == person
    }
}

/// A moderator's decision to hide a post or a comment from others.
package struct Hiding: Sendable, Equatable {
    package let at: Timestamp
    /// Shown to the author.
    package let reason: String

    package init(at: Timestamp, reason: String) {
        self.at = at
        self.reason = reason
    }
}

extension DomainError {
    package static let noPost = DomainError.notFound("There is no such post")
    package static let noComment = DomainError.notFound("There is no such comment")
    package static let noDay = DomainError.notFound("There is no such day on the board")

    /// Earlier days are read-only.
    package static let dayClosed = DomainError(
        .conflict, "This day of the board is over and can only be read", reason: "day_closed")

    package static let postHidden = DomainError(
        .conflict, "A moderator has hidden this post", reason: "post_hidden")

    package static let alreadyPosted = DomainError(
        .conflict, "You have posted a song today. Post the next one tomorrow", reason: "already_posted")
}

/// Limits how often a user may post, comment and react. Each action has an allowance of its own.
package struct BoardThrottle: Sendable {
    package enum Action: Hashable, Sendable {
        case post, comment, react

        /// The number of actions at once, and the time after which one more is available.
        var allowance: (burst: Int, refill: Duration) {
            switch self {
            case .post: (60, .seconds(2))
            case .comment: (20, .seconds(3))
            case .react: (60, .seconds(1))
            }
        }
    }

    private struct Key: Hashable {
        let person: ID<Person>
        let action: Action
    }

    private let limiter: RateLimiter<Key>

    package init(clock: any MonotonicClock = SystemMonotonicClock()) {
        limiter = RateLimiter(clock: clock)
    }

    /// Uses the allowance once. Throws `rateLimited` with the time to wait.
    func take(_ action: Action, by person: ID<Person>) throws(DomainError) {
        let (burst, refill) = action.allowance
        if let wait = limiter.take(Key(person: person, action: action), burst: burst, refill: refill) {
            throw DomainError(.rateLimited, "Too many actions in a short time. Wait a moment", retryAfter: wait)
        }
    }
}

/// The rule for text on the board: plain text of a limited length, which cannot disturb the display of other text.
package enum BoardText {
    /// Returns `text` in Unicode NFC with line ends as `\n`, at most two of them in a row, and no white space at its
    /// ends. Throws `invalid` when the result is too short or too long, or contains control, bidirectional, private or
    /// unassigned characters.
    package static func checked(
        _ text: String, length: ClosedRange<Int>, field: String
    ) throws(DomainError) -> String {
        let failure = DomainError.invalid(
            "\(field) must have \(length.lowerBound) to \(length.upperBound) characters, none of them control characters",
            field: field)
        guard text.utf8.count <= length.upperBound * 16 else { throw failure }
        var accepted = String.UnicodeScalarView()
        var (lineEnds, marks) = (0, 0)
        let unified = text.replacing("\r\n", with: "\n").precomposedStringWithCanonicalMapping
        for scalar in unified.unicodeScalars {
            let isLineEnd = scalar == "\n" || scalar == "\r"
            lineEnds = isLineEnd ? lineEnds + 1 : 0
            if lineEnds > 2 { continue }
            marks = isMark(scalar) ? marks + 1 : 0
            guard isLineEnd || isAllowed(scalar), marks <= 8 else { throw failure }
            accepted.append(isLineEnd ? "\n" : scalar)
        }
        let result = String(accepted).trimmingCharacters(in: .whitespacesAndNewlines)
        guard length.contains(result.unicodeScalars.count) else { throw failure }
        return result
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark: true
        default: false
        }
    }

    /// Whether a character may be used. Joiners, variation selectors and the tags of flags may: emoji and several
    /// scripts need them.
    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\u{200C}", "\u{200D}", "\u{E0020}"..."\u{E007F}": return true
        case "\u{FFFD}": return false
        default: break
        }
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: return false
        default: return !scalar.properties.isDefaultIgnorableCodePoint || scalar.properties.isVariationSelector
        }
    }
}
