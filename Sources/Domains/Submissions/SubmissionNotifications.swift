import Journal
package import Primitives

/// The events that submitters and moderators receive about submissions. An event contains only the state; clients fetch
/// the rest.
package enum SubmissionEvents {
    /// - Parameter state: the present state; nil when the submission was removed.
    package static func events(
        _ id: ID<Submission>, _ state: Submission.State?, of submitter: ID<Person>?, forModerators: Bool
    ) -> [Event] {
        let data: [String: Event.Value] = [
            "id": .text(id.rawValue), "state": .text(state?.rawValue ?? "removed"),
        ]
        var events: [Event] = []
        if let submitter { events.append(Event(.submission, to: .person(submitter), data)) }
        if forModerators { events.append(Event(.moderation, to: .may(.moderate), data)) }
        return events
    }

    /// The events of a change to `state`. Moderators receive them if they see the submission before or after it.
    static func events(_ submission: Submission, becoming state: Submission.State) -> [Event] {
        events(
            submission.id, state, of: submission.submitter?.id,
            forModerators: Submission.State.seen.contains(submission.state) || Submission.State.seen.contains(state))
    }

    /// A change of one of the user's own uploads.
    package static func upload(_ id: ID<Submission>, _ state: String, of submitter: ID<Person>) -> Event {
        Event(.upload, to: .person(submitter), ["id": .text(id.rawValue), "state": .text(state)])
    }

    /// A change of one of the user's own imports by link.
    package static func link(_ id: ID<Submission>, _ state: String, of submitter: ID<Person>) -> Event {
        Event(.linkImport, to: .person(submitter), ["id": .text(id.rawValue), "state": .text(state)])
    }
}

/// Notifications about submissions, to moderators and submitters.
enum SubmissionNotifications {
    /// A submission waits for a decision. Of a batch, only the first one is announced, with its album.
    static func arrived(
        _ id: ID<Submission>, _ form: SubmissionForm, batch: String?, of submitter: ID<Person>,
        to moderators: [ID<Person>]
    ) -> [NotificationChange] {
        moderators.map { moderator in
            .deliver(
                NotificationDraft(
                    to: moderator, .submissionArrived, by: submitter, about: NotificationSubject(.submission, id),
                    title: batch == nil ? form.title : form.album ?? form.title,
                    topic: topic(of: batch ?? id.rawValue)))
        }
    }

    /// Removes the announcement of a submission that waits no longer. That of a batch stays while others of it wait.
    static func arrivalEnded(_ submission: Submission, _ state: any SubmissionState) throws -> [NotificationChange] {
        guard let batch = submission.batch else {
            return [.retract(about: submission.id.rawValue, kind: .submissionArrived)]
        }
        let members = try state.batch(batch, of: submission.submitter?.id)
        guard !members.contains(where: { $0.id != submission.id && $0.state == .pending }) else { return [] }
        // By its topic, too, since the submission that it is about may have been removed.
        return members.map { .retract(about: $0.id.rawValue, kind: .submissionArrived) }
            + (try state.moderators().map { .retractTopic(topic(of: batch), from: $0) })
    }

    /// Removes the announcement of a submission that the caller withdraws. If that of its batch was about it, the next
    /// one that waits is announced.
    static func withdrawn(
        _ submission: Submission, by caller: Principal, _ state: any SubmissionState
    ) throws -> [NotificationChange] {
        try arrivalEnded(submission, state) + [.retract(about: submission.id.rawValue, kind: .submissionArrived)]
            + nextArrival(after: submission, by: caller, state)
    }

    /// Removes every notification about a submission of the caller's own that is removed. If the announcement of its
    /// batch was about it, the next one that waits is announced.
    static func removed(
        _ submission: Submission, by caller: Principal, _ state: any SubmissionState
    ) throws -> [NotificationChange] {
        try [.retract(about: submission.id.rawValue)] + nextArrival(after: submission, by: caller, state)
    }

    private static func nextArrival(
        after submission: Submission, by caller: Principal, _ state: any SubmissionState
    ) throws -> [NotificationChange] {
        guard let batch = submission.batch,
            let next = try state.batch(batch, of: caller.user).first(where: {
                $0.id != submission.id && $0.state == .pending
            })
        else { return [] }
        let form = try state.submission(next.id, for: caller).form
        return arrived(next.id, form, batch: batch, of: caller.user, to: try state.moderators())
    }

    /// The topic of the announcement of a batch, or of a submission that belongs to none.
    private static func topic(of batch: String) -> String { "submission:\(batch)" }

    static func rejected(
        _ submission: Submission, because reason: String, by moderator: ID<Person>
    ) -> [NotificationChange] {
        guard let submitter = submission.submitter else { return [] }
        return [
            .deliver(
                NotificationDraft(
                    to: submitter.id, .submissionRejected, by: moderator,
                    about: NotificationSubject(.submission, submission.id), title: submission.form.title, text: reason,
                    topic: "rejected:\(submission.id):\(submission.revision)"))
        ]
    }
}
