package import Primitives

/// What givers and moderators hear of submissions; what there is now they ask for. Stores append these in the transaction that makes the
/// change.
package enum SubmissionEvents {
    /// - Parameter state: as it is now; nil when it is gone.
    package static func events(
        _ id: ID<Submission>, _ state: Submission.State?, of giver: ID<Person>?, forModerators: Bool
    ) -> [Event] {
        let data: [String: Event.Value] = [
            "id": .text(id.rawValue), "state": .text(state?.rawValue ?? "removed"),
        ]
        var events: [Event] = []
        if let giver { events.append(Event("submission", to: .person(giver), data)) }
        if forModerators { events.append(Event("moderation", to: .may(.moderate), data)) }
        return events
    }

    /// That something is different about an upload of one's own.
    package static func upload(_ id: ID<Submission>, _ state: String, of giver: ID<Person>) -> Event {
        Event("upload", to: .person(giver), ["id": .text(id.rawValue), "state": .text(state)])
    }

    /// That something is different about an import by link of one's own.
    package static func link(_ id: ID<Submission>, _ state: String, of giver: ID<Person>) -> Event {
        Event("import", to: .person(giver), ["id": .text(id.rawValue), "state": .text(state)])
    }
}
