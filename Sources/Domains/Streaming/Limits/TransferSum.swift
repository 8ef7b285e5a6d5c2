package import Primitives

/// Bytes that a person was sent in a month.
package struct TransferSum: Sendable, Equatable {
    package let person: ID<Person>
    package let month: Int
    package let bytes: Int64

    package init(person: ID<Person>, month: Int, bytes: Int64) {
        self.person = person
        self.month = month
        self.bytes = bytes
    }
}
