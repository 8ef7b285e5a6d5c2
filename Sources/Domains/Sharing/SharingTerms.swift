package import Primitives

/// The administrator's present terms for sharing.
package struct SharingTerms: SharingPolicy, Equatable {
    package let isAllowed: Bool
    /// The most days that a share may last; nil for no limit.
    package let longest: Int?

    package init(isAllowed: Bool, longest: Int? = nil) {
        self.isAllowed = isAllowed
        self.longest = longest
    }

    package func sharing() async throws -> SharingTerms { self }

    /// The end of a share, where `requested` is the wanted end and nil means never. Throws `invalid` with the field
    /// `expiresAt`.
    func end(_ requested: Timestamp?, at now: Timestamp) throws(DomainError) -> Timestamp? {
        if let requested, requested <= now { throw .invalid("A share ends in the future", field: "expiresAt") }
        guard let longest else { return requested }
        let latest = now.advanced(by: .seconds(longest * 86_400))
        guard let requested else { return latest }
        // Allows for the time since a client computed the longest end.
        guard requested <= latest.advanced(by: .seconds(60)) else {
            throw .invalid("A share lasts at most \(longest) days here", field: "expiresAt", reason: "share_too_long")
        }
        return requested
    }
}

/// Provides the terms, which may change at any time.
package protocol SharingPolicy: Sendable {
    func sharing() async throws -> SharingTerms
}
