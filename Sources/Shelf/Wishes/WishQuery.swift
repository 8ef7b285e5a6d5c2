/// Which open wishes a list shows, and in which order; the most wanted or the newest first unless `isDescending` says otherwise.
package struct WishQuery: Sendable, Equatable {
    package enum Sort: String, Sendable, CaseIterable {
        case backers, date
    }

    package enum Whose: String, Sendable, CaseIterable {
        case all, own, backed
    }

    package var sort: Sort
    package var isDescending: Bool
    package var whose: Whose

    package init(sort: Sort = .date, isDescending: Bool = true, whose: Whose = .all) {
        self.sort = sort
        self.isDescending = isDescending
        self.whose = whose
    }

    /// The name by which a cursor belongs to this order.
    package var list: String { "wishes.\(sort.rawValue).\(isDescending ? "desc" : "asc")" }
}
