package import Primitives
package import Shelf

/// A file that the server downloads for a user. A complete download becomes an `Upload` of the same id, and later a
/// `Submission`.
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
    /// The normalized form of the link.
    package let address: String
    package let state: State
    /// The file's name, once the remote server has sent it.
    package let name: String?
    /// Bytes received.
    package let received: Int64
    /// The total number of bytes, where the remote server announced it.
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
