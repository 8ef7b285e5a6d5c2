package import Primitives

/// What somebody wants the gateway to be able to do, and what became of it.
package struct FeatureRequest: Sendable, Equatable {
    package enum State: String, Sendable, CaseIterable {
        case open, planned, done, declined
    }

    package static let textLimit = 2_000
    package static let answerLimit = 2_000
    /// How many a person may have open.
    package static let openLimit = 20

    package let id: ID<FeatureRequest>
    package let person: ID<Person>
    package let personName: String
    package let text: String
    package let at: Timestamp
    package let state: State
    /// Empty without one.
    package let answer: String
    /// Nil where nobody answered, or their account is gone.
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
