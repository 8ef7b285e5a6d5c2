import Primitives

/// What the admin lets people share at this moment.
package struct SharingTerms: SharingPolicy, Equatable {
    package let isAllowed: Bool
    /// Days that a share lasts at most; nil for as long as its owner likes.
    package let longest: Int?

    package init(isAllowed: Bool, longest: Int? = nil) {
        self.isAllowed = isAllowed
        self.longest = longest
    }

    package func sharing() async throws -> SharingTerms { self }

    /// When a share ends that is to end at `wish`, nil for never. Throws `invalid` with the field `expiresAt`.
    func end(_ wish: Timestamp?, at now: Timestamp) throws(DomainError) -> Timestamp? {
        if let wish, wish <= now { throw .invalid("A share ends in the future", field: "expiresAt") }
        guard let longest else { return wish }
        let latest = now.advanced(by: .seconds(longest * 86_400))
        guard let wish else { return latest }
        // Whoever asks for just so many days has asked a moment ago.
        guard wish <= latest.advanced(by: .seconds(60)) else {
            throw .invalid("A share lasts at most \(longest) days here", field: "expiresAt", reason: "share_too_long")
        }
        return wish
    }
}

/// Knows the terms, which may change at any time.
package protocol SharingPolicy: Sendable {
    func sharing() async throws -> SharingTerms
}
