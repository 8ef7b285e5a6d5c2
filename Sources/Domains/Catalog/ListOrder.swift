/// Which way a list runs.
package enum ListOrder: String, Sendable, CaseIterable {
    case ascending = "asc"
    case descending = "desc"
}
