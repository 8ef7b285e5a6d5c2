package import Primitives
package import Shelf

/// A file that the gateway fetches for somebody. Once it is here it is an `Upload` of the same id, and later a `Submission`.
package struct LinkImport: Sendable, Equatable {
    package enum State: String, Sendable, CaseIterable {
        case waiting
        case fetching
        /// It became an upload.
        case done
        case failed
    }

    package let id: ID<Submission>
    package let account: ID<Person>
    /// As it was given, put into the usual form.
    package let address: String
    package let state: State
    /// What the file is called, once its server has said.
    package let name: String?
    /// Bytes that have come.
    package let received: Int64
    /// Bytes that are to come in all, where the server has said.
    package let total: Int64?
    package let wish: ID<Wish>?
    package let failure: LinkFailure?
    package let createdAt: Timestamp
    package let changedAt: Timestamp

    package init(
        id: ID<Submission>, account: ID<Person>, address: String, state: State, name: String?, received: Int64,
        total: Int64?, wish: ID<Wish>?, failure: LinkFailure?, createdAt: Timestamp, changedAt: Timestamp
    ) {
        self.id = id
        self.account = account
        self.address = address
        self.state = state
        self.name = name
        self.received = received
        self.total = total
        self.wish = wish
        self.failure = failure
        self.createdAt = createdAt
        self.changedAt = changedAt
    }
}
