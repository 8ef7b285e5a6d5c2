/// What a file says about its words.
package enum Advisory: String, Sendable, CaseIterable {
    case explicit
    /// Made harmless, where there is an explicit version too.
    case clean
}
