package import Primitives

/// Which state of a queue a change left behind.
package struct QueueStamp: Sendable, Equatable {
    package let revision: Int64
    package let updatedAt: Timestamp

    package init(revision: Int64, updatedAt: Timestamp) {
        self.revision = revision
        self.updatedAt = updatedAt
    }
}
