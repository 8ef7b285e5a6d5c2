package import Primitives
package import Shelf

/// A file that somebody is sending, until it is whole and looked through; then it is a `Submission` of the same id.
package struct Upload: Sendable, Equatable {
    package enum State: String, Sendable, CaseIterable {
        /// Bytes are missing.
        case receiving
        /// It is whole, and waits to be looked through.
        case checking
        /// It was no music, or broken: its bytes are gone, and the reason is kept for a day.
        case refused
    }

    package let id: ID<Submission>
    package let account: ID<Person>
    /// What its giver calls the file; never a path here.
    package let name: String
    /// Bytes, as announced.
    package let length: Int64
    /// How many of them are on the disk for good.
    package let received: Int64
    package let state: State
    package let batch: String?
    /// Whether it goes to the moderators by itself as soon as it is looked through.
    package let isSubmitted: Bool
    package let wish: ID<Wish>?
    /// Why it was refused: a stable name, and a sentence.
    package let reason: String?
    package let detail: String?
    package let createdAt: Timestamp
    package let touchedAt: Timestamp

    package init(
        id: ID<Submission>, account: ID<Person>, name: String, length: Int64, received: Int64, state: State,
        batch: String?, isSubmitted: Bool, wish: ID<Wish>?, reason: String?, detail: String?, createdAt: Timestamp,
        touchedAt: Timestamp
    ) {
        self.id = id
        self.account = account
        self.name = name
        self.length = length
        self.received = received
        self.state = state
        self.batch = batch
        self.isSubmitted = isSubmitted
        self.wish = wish
        self.reason = reason
        self.detail = detail
        self.createdAt = createdAt
        self.touchedAt = touchedAt
    }
}
