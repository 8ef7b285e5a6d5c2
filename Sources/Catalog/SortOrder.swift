/// Which way a list runs.
package enum SortOrder: String, Sendable, CaseIterable {
    case ascending = "asc"
    case descending = "desc"
}
