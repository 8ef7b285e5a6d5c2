package import Journal
package import Primitives

/// The reports as they are within a transaction, for decisions that must hold when they are written.
package protocol ReportState {
    /// The thing as the caller sees it. Throws `notFound` for one that they do not see.
    func subject(_ kind: Report.Kind, _ id: String, for caller: Principal) throws -> ReportedSubject
    func hasOpenReport(about kind: Report.Kind, _ subject: String, by reporter: ID<Person>) throws -> Bool
    /// The number of the user's reports after an instant.
    func count(by reporter: ID<Person>, after instant: Timestamp) throws -> Int
    /// Throws `notFound` for a report about music out of scope.
    func report(_ id: ID<Report>, in scope: LibraryScope) throws -> Report
    func openReports(about kind: Report.Kind, _ subject: String) throws -> [OpenReport]
    func moderators() throws -> [ID<Person>]
    /// Nil for users without a profile picture.
    func nameOfPictured(_ person: ID<Person>) throws -> String?
}

/// The facts about a thing that a report stores.
package struct ReportedSubject: Sendable {
    package let title: String
    /// Nil for music.
    package let owner: ID<Person>?
    package let library: String?
    /// The board day of a post or comment.
    package let day: String?

    package init(title: String, owner: ID<Person>? = nil, library: String? = nil, day: String? = nil) {
        self.title = title
        self.owner = owner
        self.library = library
        self.day = day
    }
}

/// A report that nobody has decided about.
package struct OpenReport: Sendable {
    package let id: ID<Report>
    package let reporter: ID<Person>
    package let title: String
    package let day: String?

    package init(id: ID<Report>, reporter: ID<Person>, title: String, day: String?) {
        self.id = id
        self.reporter = reporter
        self.title = title
        self.day = day
    }
}

/// A write to the stored reports.
package enum ReportWrite: Sendable {
    case add(ID<Report>, ReportDraft, ReportedSubject, by: ID<Person>, at: Timestamp)
    case close(ID<Report>, as: Report.State, answer: String, by: ID<Person>?, at: Timestamp)
    case removePicture(of: ID<Person>)
}

/// The decisions about reports, and the changes that follow from them.
package enum ReportDecisions {
    /// Adds a report and notifies the moderators.
    static func add(
        _ id: ID<Report>, _ draft: ReportDraft, by actor: JournalEntry.Actor, as caller: Principal,
        at instant: Timestamp,
        _ reports: any ReportState
    ) throws -> Changes<ReportWrite> {
        let subject = try reports.subject(draft.kind, draft.subject, for: caller)
        guard subject.owner != caller.user else { throw DomainError.ownReport }
        guard try !reports.hasOpenReport(about: draft.kind, draft.subject, by: caller.user) else {
            throw DomainError.alreadyReported
        }
        let dayBefore = instant.advanced(by: .zero - ReportService.day)
        guard try reports.count(by: caller.user, after: dayBefore) < ReportService.mostPerDay else {
            throw DomainError.tooManyReports
        }
        let entry = JournalEntry(
            at: instant, by: actor, "report.create", .init("report", id),
            details: [draft.kind.rawValue: draft.subject, "title": subject.title])
        return Changes(
            at: instant, .add(id, draft, subject, by: caller.user, at: instant), journal: [entry],
            events: [event(id)],
            notifications: try reports.moderators().map { moderator in
                .deliver(
                    NotificationDraft(
                        to: moderator, .reportArrived, by: caller.user, about: NotificationSubject(.report, id),
                        title: subject.title, library: subject.library, topic: "report:\(id)"))
            })
    }

    /// Closes every open report about a thing that was just taken down.
    package static func act(
        on kind: Report.Kind, _ subject: String, by actor: JournalEntry.Actor, at instant: Timestamp,
        _ reports: any ReportState
    ) throws -> Changes<ReportWrite> {
        try close(about: kind, subject, as: .acted, answer: "", by: actor, at: instant, reports)
    }

    /// Closes every open report about a thing and notifies the reporters.
    static func close(
        about kind: Report.Kind, _ subject: String, as outcome: Report.State, answer: String,
        by actor: JournalEntry.Actor, at instant: Timestamp, _ reports: any ReportState
    ) throws -> Changes<ReportWrite> {
        var changes = Changes<ReportWrite>(at: instant)
        let hasActed = outcome == .acted
        for report in try reports.openReports(about: kind, subject) {
            changes.writes.append(.close(report.id, as: outcome, answer: answer, by: actor.user, at: instant))
            changes.journal.append(
                JournalEntry(
                    at: instant, by: actor, hasActed ? "report.act" : "report.dismiss", .init("report", report.id),
                    details: [kind.rawValue: subject, "title": report.title]))
            changes.notifications += [
                .retract(about: report.id.rawValue),
                .deliver(
                    NotificationDraft(
                        to: report.reporter, hasActed ? .reportActed : .reportDismissed, by: actor.user,
                        namesActor: false, about: hasActed ? nil : link(to: kind, subject, day: report.day),
                        title: report.title, text: answer)),
            ]
            changes.events.append(event(report.id))
        }
        return changes
    }

    /// Removes a user's profile picture and closes the reports about it.
    static func removePicture(
        of person: ID<Person>, because reason: ModerationReason, by actor: JournalEntry.Actor, at instant: Timestamp,
        _ reports: any ReportState
    ) throws -> Changes<ReportWrite> {
        let name = try reports.nameOfPictured(person).orThrow(.notFound("There is no such user with a picture"))
        let entry = JournalEntry(
            at: instant, by: actor, "picture.takeDown", .init("user", person),
            details: ["reason": reason.text, "name": name])
        let notification = NotificationDraft(
            to: person, .pictureRemoved, by: actor.user, namesActor: false, about: nil, title: "", text: reason.text)
        var changes = Changes<ReportWrite>(
            at: instant, .removePicture(of: person), journal: [entry], notifications: [.deliver(notification)])
        changes.append(try act(on: .picture, person.rawValue, by: actor, at: instant, reports)) { $0 }
        return changes
    }

    /// Lets moderators' clients reload the report.
    private static func event(_ id: ID<Report>) -> Event {
        Event(.moderation, to: .may(.moderate), ["id": .text(id.rawValue), "state": .text("report")])
    }

    /// The link of a notification about the report.
    private static func link(to kind: Report.Kind, _ id: String, day: String?) -> NotificationSubject? {
        switch kind {
        case .track: NotificationSubject(.track, id)
        case .playlist: NotificationSubject(.playlist, id)
        case .post: NotificationSubject(.post, id, day: day)
        case .comment, .moment: nil
        case .picture: NotificationSubject(.person, id)
        }
    }
}
