package import Primitives

/// How often a share's page was opened since that was last written down.
package struct ShareVisits: Sendable, Equatable {
    package let count: Int
    package let last: Timestamp

    package init(count: Int, last: Timestamp) {
        self.count = count
        self.last = last
    }
}
