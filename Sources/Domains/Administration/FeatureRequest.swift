package import Journal
package import Primitives

/// A user's request for a feature of the server, with the admins' answer.
package struct FeatureRequest: Sendable, Equatable {
    package enum State: String, Sendable, CaseIterable {
        case open, planned, done, declined
    }

    package static let textLimit = 2_000
    package static let answerLimit = 2_000
    /// The number of requests that a user may have open.
    package static let openLimit = 20

    package let id: ID<FeatureRequest>
    package let person: ID<Person>
    package let personName: String
    package let text: String
    package let at: Timestamp
    package let state: State
    /// Empty without an answer.
    package let answer: String
    /// Nil when there is no answer, or the admin's account was deleted.
    package let answeredBy: String?
    package let answeredAt: Timestamp?

    package init(
        id: ID<FeatureRequest>, person: ID<Person>, personName: String, text: String, at: Timestamp, state: State,
        answer: String, answeredBy: String?, answeredAt: Timestamp?
    ) {
        self.id = id
        self.person = person
        self.personName = personName
        self.text = text
        self.at = at
        self.state = state
        self.answer = answer
        self.answeredBy = answeredBy
        self.answeredAt = answeredAt
    }
}

/// The storage of requests. Every method is one transaction.
package protocol FeatureRequestStore: Sendable {
    /// Newest first. Both filters are optional: one user's requests, and requests in one state.
    func requests(
        of person: ID<Person>?, in state: FeatureRequest.State?, _ page: PageRequest
    ) async throws -> Page<FeatureRequest>
    func openCount() async throws -> Int
    /// Throws `conflict` with reason `too_many_open` when the user has `FeatureRequest.openLimit` open requests already.
    func add(
        _ id: ID<FeatureRequest>, _ text: String, by person: ID<Person>, at now: Timestamp, journal entry: JournalEntry
    ) async throws -> FeatureRequest
    /// Stores the answer and notifies the user who asked. Nil when there is no such request.
    func answer(
        _ id: ID<FeatureRequest>, _ answer: String, _ state: FeatureRequest.State, by admin: ID<Person>?,
        at now: Timestamp, journal entry: JournalEntry
    ) async throws -> FeatureRequest?
    /// Removes the request if it is this user's and still open. False when there is none. Throws `conflict` with reason
    /// `request_answered` when it is no longer open.
    func withdraw(_ id: ID<FeatureRequest>, of person: ID<Person>, journal entry: JournalEntry) async throws -> Bool
}
