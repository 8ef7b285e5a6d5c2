package import Primitives

/// What somebody changes about a share; nil leaves it as it is.
package struct ShareChange: Sendable {
    /// Empty for none.
    package var description: String?
    /// Nil within for never.
    package var expiresAt: Timestamp??

    package init(description: String? = nil, expiresAt: Timestamp?? = nil) {
        self.description = description
        self.expiresAt = expiresAt
    }
}
