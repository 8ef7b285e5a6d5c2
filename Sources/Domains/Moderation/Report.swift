package import Primitives

/// A user's report of a thing that moderators should check.
package struct Report: Sendable, Equatable {
    /// A kind of thing that can be reported.
    package enum Kind: String, Sendable, CaseIterable {
        case track, playlist, post, comment, moment
        /// A user's profile picture.
        case picture
    }

    package enum State: String, Sendable, CaseIterable {
        case open
        /// Moderators have taken action.
        case acted
        /// Moderators have taken no action.
        case dismissed
    }

    package let id: ID<Report>
    package let kind: Kind
    /// The thing's id; for a picture, the user's id.
    package let subject: String
    /// The board day of a post or comment, as `2026-11-21`.
    package let day: String?
    /// The track of a moment that is still there.
    package let track: String?
    /// The thing's name at the time of the report.
    package let title: String
    /// The thing's owner; nil for music, and where the account was deleted.
    package let owner: NamedPerson?
    /// The reporter's explanation; may be empty.
    package let text: String
    package let at: Timestamp
    package let reporter: NamedPerson
    package let state: State
    package let moderator: NamedPerson?
    /// The moderator's answer to the reporter.
    package let answer: String
    /// The number of open reports about the thing, including this one.
    package let count: Int

    package init(
        id: ID<Report>, kind: Kind, subject: String, day: String?, track: String?, title: String, owner: NamedPerson?,
        text: String, at: Timestamp, reporter: NamedPerson, state: State, moderator: NamedPerson?, answer: String,
        count: Int
    ) {
        self.id = id
        self.kind = kind
        self.subject = subject
        self.day = day
        self.track = track
        self.title = title
        self.owner = owner
        self.text = text
        self.at = at
        self.reporter = reporter
        self.state = state
        self.moderator = moderator
        self.answer = answer
        self.count = count
    }
}

/// The values of a new report.
package struct ReportDraft: Sendable, Equatable {
    package static let longestText = 1000

    package let kind: Report.Kind
    package let subject: String
    package let text: String

    package init(kind: Report.Kind, subject: String, text: String) throws(DomainError) {
        let text = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard text.count <= Self.longestText else {
            throw .invalid("text has at most \(Self.longestText) characters", field: "text")
        }
        self.kind = kind
        self.subject = subject
        self.text = text
    }
}

extension DomainError {
    package static let noReport = notFound("There is no such report")
    package static let alreadyReported = DomainError(
        .conflict, "You have reported this already. Moderators will check it", reason: "already_reported")
    package static let tooManyReports = DomainError(
        .rateLimited, "You have reported \(ReportService.mostPerDay) things today. Try again tomorrow.",
        reason: "too_many_reports", retryAfter: .seconds(3600))
    package static let ownReport = DomainError(
        .conflict, "This is your own. Change or remove it yourself", reason: "own_report")
    package static let reportClosed = DomainError(
        .conflict, "This report was closed already", reason: "report_closed")
}
