import HTTPTypes
import Primitives

/// An error as the protocol has it: a number of its own list, a sentence, and as a rule HTTP status 200.
struct SubsonicFailure: Error, Sendable, Equatable {
    /// The protocol's numbers that this server uses.
    enum Code: Int, Sendable, CaseIterable {
        case generic = 0
        /// A parameter is missing or malformed.
        case missingParameter = 10
        case clientTooOld = 20
        case serverTooOld = 30
        case wrongCredentials = 40
        case tokenNotSupported = 41
        case mechanismNotSupported = 42
        case conflictingCredentials = 43
        case invalidAPIKey = 44
        case notAuthorized = 50
        case notFound = 70

        /// Whether a person can do something about it where device keys are made.
        var isAboutCredentials: Bool {
            switch self {
            case .wrongCredentials, .tokenNotSupported, .mechanismNotSupported, .conflictingCredentials,
                .invalidAPIKey:
                true
            case .generic, .missingParameter, .clientTooOld, .serverTooOld, .notAuthorized, .notFound: false
            }
        }
    }

    let code: Code
    let message: String
    /// 200 but where the request could not be dealt with as such: a client should try again later, or another way.
    var status = HTTPResponse.Status.ok
    var retryAfter: Int?

    init(_ code: Code, _ message: String, status: HTTPResponse.Status = .ok) {
        self.code = code
        self.message = message
        self.status = status
    }

    init(_ error: DomainError) {
        switch error.code {
        case .invalid: self.init(.missingParameter, error.message)
        case .unauthenticated: self.init(.wrongCredentials, error.message)
        case .forbidden: self.init(.notAuthorized, error.message)
        case .notFound: self.init(.notFound, error.message)
        case .conflict: self.init(.generic, error.message)
        case .tooLarge: self.init(.generic, error.message, status: .contentTooLarge)
        case .unsupportedMediaType: self.init(.generic, error.message, status: .unsupportedMediaType)
        case .rateLimited: self.init(.generic, error.message, status: .tooManyRequests)
        case .unavailable: self.init(.generic, error.message, status: .serviceUnavailable)
        case .storageFull:
            self.init(
                .generic, error.message, status: HTTPResponse.Status(code: 507, reasonPhrase: "Insufficient Storage"))
        }
        retryAfter = error.retryAfter?.retryAfterSeconds
    }

    /// The same failure with an HTTP status code that says what it is, for the one call whose errors are status codes.
    var withStatusCode: Self {
        var failure = self
        failure.status =
            switch code {
            case _ where status != .ok: status
            case .generic: .conflict
            case .missingParameter, .clientTooOld, .serverTooOld: .badRequest
            case .wrongCredentials, .tokenNotSupported, .mechanismNotSupported, .conflictingCredentials,
                .invalidAPIKey:
                .unauthorized
            case .notAuthorized: .forbidden
            case .notFound: .notFound
            }
        return failure
    }

    static func missing(_ name: String) -> Self {
        Self(.missingParameter, "The parameter \(name) is missing")
    }

    static func malformed(_ name: String, _ what: String) -> Self {
        Self(.missingParameter, "\(name) must be \(what)")
    }

    static func absent(_ what: String) -> Self {
        Self(.notFound, "There is no such \(what)")
    }
}
