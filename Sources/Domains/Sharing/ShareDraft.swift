package import Primitives

/// What somebody asks of a new share.
package struct ShareDraft: Sendable {
    package var items: [ShareItem]
    /// Empty for none.
    package var description: String?
    package var expiresAt: Timestamp?

    package init(items: [ShareItem], description: String? = nil, expiresAt: Timestamp? = nil) {
        self.items = items
        self.description = description
        self.expiresAt = expiresAt
    }
}
