/// What a file says about its words.
package enum Advisory: String, Sendable, CaseIterable {
    case explicit
    /// Made harmless, where there is an explicit version too.
    case clean

    /// The advisory of a track whose mark is known; the mark wins over the tag.
    package init?(marked isExplicit: Bool, said tag: Advisory?) {
        guard !isExplicit else {
            self = .explicit
            return
        }
        guard let tag, tag != .explicit else { return nil }
        self = tag
    }
}
