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
package protocol FeatureRequestStore: ChangeStore where State == any FeatureRequestState, Write == FeatureRequestWrite {
    /// Newest first. Both filters are optional: one user's requests, and requests in one state.
    func requests(
        of person: ID<Person>?, in state: FeatureRequest.State?, _ page: PageRequest
    ) async throws -> Page<FeatureRequest>
    func openCount() async throws -> Int
}

/// The requests as they are within a transaction, for decisions that must hold when they are written.
package protocol FeatureRequestState {
    /// Throws `notFound` if there is no such request.
    func request(_ id: ID<FeatureRequest>) throws -> FeatureRequest
    func openCount(of person: ID<Person>) throws -> Int
    func admins() throws -> [ID<Person>]
    /// Nil if the account was deleted.
    func name(of person: ID<Person>) throws -> String?
}

/// A write to the stored requests.
package enum FeatureRequestWrite: Sendable {
    case add(ID<FeatureRequest>, String, by: ID<Person>, at: Timestamp)
    case answer(ID<FeatureRequest>, String, FeatureRequest.State, by: ID<Person>?, at: Timestamp)
    case remove(ID<FeatureRequest>)
}
