package import Primitives

/// A stretch of a list by position, for clients that count their way through it. `Page` is for those that do not have to.
package struct ListWindow: Sendable, Equatable {
    /// More than any list holds.
    package static let furthest = 1_000_000_000

    package let offset: Int
    package let count: Int

    /// Throws `invalid` for negative numbers; what is larger than any list is as good as its end.
    package init(offset: Int = 0, count: Int) throws(DomainError) {
        guard offset >= 0 else { throw .invalid("An offset is not negative", field: "offset") }
        guard count >= 0 else { throw .invalid("A count is not negative", field: "count") }
        self.init(bounded: offset, count)
    }

    /// The first `count` items.
    package static func first(_ count: Int) -> ListWindow { ListWindow(bounded: 0, max(0, count)) }

    private init(bounded offset: Int, _ count: Int) {
        self.offset = min(offset, Self.furthest)
        self.count = min(count, Self.furthest)
    }

    /// One past the last place.
    package var end: Int { offset + count }
}
