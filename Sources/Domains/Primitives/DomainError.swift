/// The one error that a service throws. Each API surface maps `Code` in one exhaustive switch.
package struct DomainError: Error, Sendable, Equatable {
    package enum Code: String, Sendable, CaseIterable {
        /// The request is malformed or breaks a rule; `field` says where.
        case invalid
        /// Nobody is signed in, or the credential is not valid.
        case unauthenticated
        /// The user is signed in, but the role does not allow it.
        case forbidden
        /// It does not exist, or the caller may not know that it does.
        case notFound
        /// The present state does not allow it.
        case conflict
        /// The request is larger than the limit.
        case tooLarge
        /// The content type is not accepted here.
        case unsupportedMediaType
        /// Too many attempts; `retryAfter` says when to come back.
        case rateLimited
        /// It cannot be done at the moment: overload, or a part that is busy or unreachable.
        case unavailable
        /// There is no room left to store it.
        case storageFull
    }

    package let code: Code
    /// An English sentence for the user.
    package let message: String
    /// A finer, stable name that clients may branch on, like `username_taken`.
    package let reason: String?
    /// The input field at fault, as the surface spells it.
    package let field: String?
    package let retryAfter: Duration?

    package init(
        _ code: Code, _ message: String, reason: String? = nil, field: String? = nil, retryAfter: Duration? = nil
    ) {
        self.code = code
        self.message = message
        self.reason = reason
        self.field = field
        self.retryAfter = retryAfter
    }

    package static func invalid(_ message: String, field: String, reason: String? = nil) -> Self {
        Self(.invalid, message, reason: reason, field: field)
    }

    package static func notFound(_ message: String) -> Self {
        Self(.notFound, message)
    }
}

extension Optional {
    /// The value. Throws `error` if there is none.
    package func orThrow(_ error: @autoclosure () -> DomainError) throws(DomainError) -> Wrapped {
        guard let self else { throw error() }
        return self
    }
}
