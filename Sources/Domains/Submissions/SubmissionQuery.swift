package import Primitives

/// Which submissions to list.
package struct SubmissionQuery: Sendable, Equatable {
    /// Nil for all that the reader gets to see.
    package let state: Submission.State?
    package let giver: ID<Person>?
    /// Words that all of them hold.
    package let text: String?
    package let batch: String?
    package let isDescending: Bool

    package init(
        state: Submission.State? = nil, giver: ID<Person>? = nil, text: String? = nil, batch: String? = nil,
        isDescending: Bool = true
    ) {
        self.state = state
        self.giver = giver
        self.text = text
        self.batch = batch
        self.isDescending = isDescending
    }
}
