/// Which playlists a list shows, and in which order.
package struct PlaylistQuery: Sendable, Equatable {
    package enum Sort: String, Sendable, CaseIterable {
        case name, created, changed
    }

    package enum Whose: String, Sendable, CaseIterable {
        /// All that the caller may read.
        case all
        case own
        case others
        /// Those whose entries the caller may change.
        case editable
    }

    package var sort: Sort
    package var isDescending: Bool
    package var whose: Whose

    package init(sort: Sort = .name, isDescending: Bool = false, whose: Whose = .all) {
        self.sort = sort
        self.isDescending = isDescending
        self.whose = whose
    }

    /// The name by which a cursor belongs to this order.
    package var list: String { "playlists.\(sort.rawValue).\(isDescending ? "desc" : "asc")" }
}
