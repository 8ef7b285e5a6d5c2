package import Accounts
import Journal
package import Primitives
import Shelf

/// Users ask for features, and admins answer.
package struct FeatureRequestService: Sendable {
    private let store: any FeatureRequestStore
    private let clock: any WallClock

    package init(store: any FeatureRequestStore, clock: any WallClock = SystemWallClock()) {
        self.store = store
        self.clock = clock
    }

    /// The caller's own, newest first.
    package func own(_ page: PageRequest, as caller: Caller) async throws -> Page<FeatureRequest> {
        let principal = try caller.requirePerson()
        return try await store.requests(of: principal.user, in: nil, page)
    }

    /// Every user's, newest first.
    package func list(
        in state: FeatureRequest.State?, _ page: PageRequest, as caller: Caller
    ) async throws -> Page<FeatureRequest> {
        try caller.principal?.require(.administer)
        return try await store.requests(of: nil, in: state, page)
    }

    /// Throws `invalid` with the field `text`, and `conflict` with reason `too_many_open`.
    package func send(_ text: String, as caller: Caller) async throws -> FeatureRequest {
        let principal = try caller.requirePerson()
        let text = try Self.checked(text, upTo: FeatureRequest.textLimit, field: "text")
        guard PlainText.isVisible(text) else {
            throw DomainError.invalid("The text is empty. Describe the feature that you would like", field: "text")
        }
        let now = clock.now()
        let id = ID<FeatureRequest>.make(at: now)
        let entry = Self.entry("request.send", id, caller, at: now)
        return try await store.edit { requests in
            let open = try requests.openCount(of: principal.user)
            guard open < FeatureRequest.openLimit else {
                throw DomainError(
                    .conflict, "You have \(open) open requests. Wait for an answer first",
                    reason: "too_many_open")
            }
            let changes = Changes<FeatureRequestWrite>(
                at: now, .add(id, text, by: principal.user, at: now), journal: [entry],
                notifications: try requests.admins().map { admin in
                    .deliver(
                        NotificationDraft(
                            to: admin, .requestArrived, by: principal.user, about: NotificationSubject(.request, id),
                            title: Self.title(text), topic: "request:\(id)"))
                })
            let request = FeatureRequest(
                id: id, person: principal.user, personName: try requests.name(of: principal.user) ?? "", text: text,
                at: now, state: .open, answer: "", answeredBy: nil, answeredAt: nil)
            return (changes, request)
        }
    }

    /// Removes an open request of the caller's own. Throws `notFound` for another user's, and `conflict` with reason
    /// `request_answered`.
    package func withdraw(_ id: ID<FeatureRequest>, as caller: Caller) async throws {
        let principal = try caller.requirePerson()
        let now = clock.now()
        let entry = Self.entry("request.withdraw", id, caller, at: now)
        try await store.edit { requests in
            let request = try requests.request(id)
            guard request.person == principal.user else { throw DomainError.noRequest }
            guard request.state == .open else {
                throw DomainError(
                    .conflict, "This request was answered and cannot be withdrawn", reason: "request_answered")
            }
            return Changes(at: now, .remove(id), journal: [entry], notifications: [.retract(about: id.rawValue)])
        }
    }

    /// Answers the request, also once more. The user is notified each time.
    package func answer(
        _ id: ID<FeatureRequest>, _ answer: String, _ state: FeatureRequest.State, as caller: Caller
    ) async throws -> FeatureRequest {
        try caller.principal?.require(.administer)
        let answer = try Self.checked(answer, upTo: FeatureRequest.answerLimit, field: "answer")
        let now = clock.now()
        let admin = caller.principal?.user
        return try await store.edit { requests in
            let request = try requests.request(id)
            // The detail `person` notifies the requester (`JournalUpdate`).
            let entry = Self.entry(
                "request.answer", id, caller, at: now,
                ["state": state.rawValue, "person": request.person.rawValue])
            let notification = NotificationDraft(
                to: request.person, .requestAnswered, by: admin, about: nil, title: Self.title(request.text),
                text: answer)
            let changes = Changes<FeatureRequestWrite>(
                at: now, .answer(id, answer, state, by: admin, at: now), journal: [entry],
                notifications: [.retract(about: id.rawValue), .deliver(notification)])
            let answered = FeatureRequest(
                id: id, person: request.person, personName: request.personName, text: request.text, at: request.at,
                state: state, answer: answer, answeredBy: try admin.flatMap { try requests.name(of: $0) },
                answeredAt: now)
            return (changes, answered)
        }
    }

    /// The request's beginning, as the title of a notification.
    private static func title(_ text: String) -> String { String(text.prefix(200)) }

    /// The text with its lines, without other invisible characters and those that reverse the text around them.
    private static func checked(_ text: String, upTo limit: Int, field: String) throws(DomainError) -> String {
        let result = PlainText.lines(text)
        guard result.count <= limit else {
            throw .invalid("\(field) has at most \(limit) characters", field: field)
        }
        return result
    }

    private static func entry(
        _ action: String, _ id: ID<FeatureRequest>, _ caller: Caller, at now: Timestamp,
        _ details: [String: String] = [:]
    ) -> JournalEntry {
        JournalEntry(at: now, by: caller.actor, action, .init("request", id), details: details)
    }
}

extension DomainError {
    package static let noRequest = notFound("There is no such request")
}
