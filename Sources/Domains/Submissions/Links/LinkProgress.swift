package import Primitives

/// How far a file is that is being fetched.
package struct LinkProgress: Sendable, Equatable {
    package let id: ID<Submission>
    package let account: ID<Person>
    package let received: Int64
    package let total: Int64?

    package init(id: ID<Submission>, account: ID<Person>, received: Int64, total: Int64?) {
        self.id = id
        self.account = account
        self.received = received
        self.total = total
    }
}
