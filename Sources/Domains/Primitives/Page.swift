/// One page of a list that is walked by keyset: no offset, so a deep page costs what the first one costs.
package struct Page<Item: Sendable>: Sendable {
    package let items: [Item]
    /// Where the next page begins; nil on the last page.
    package let next: Cursor?

    package init(items: [Item], next: Cursor?) {
        self.items = items
        self.next = next
    }

    package func map<Other: Sendable>(_ transform: (Item) throws -> Other) rethrows -> Page<Other> {
        Page<Other>(items: try items.map(transform), next: next)
    }
}

extension Page: Equatable where Item: Equatable {}

/// What a caller asks of a list.
package struct PageRequest: Sendable, Equatable {
    package static let maximumLimit = 500
    package let limit: Int
    package let cursor: Cursor?

    /// `limit` outside 1...500 is refused.
    package init(limit: Int = 50, cursor: Cursor? = nil) throws(DomainError) {
        guard (1...Self.maximumLimit).contains(limit) else {
            throw .invalid("limit must be between 1 and \(Self.maximumLimit)", field: "limit")
        }
        self.limit = limit
        self.cursor = cursor
    }

    /// The first `limit` items of a list, for callers that set the bound themselves.
    package static func first(_ limit: Int) -> PageRequest {
        PageRequest(bounded: min(max(limit, 1), maximumLimit))
    }

    private init(bounded limit: Int) {
        self.limit = limit
        cursor = nil
    }
}
