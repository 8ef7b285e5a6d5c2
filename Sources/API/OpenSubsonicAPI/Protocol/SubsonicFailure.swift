import HTTPSupport
package import HTTPTypes
import Primitives

/// An error in the protocol's form: a code from its own list, a sentence, and usually HTTP status 200.
struct SubsonicFailure: Error, Sendable, Equatable {
    /// The protocol's error codes that this server uses.
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

        /// Whether creating a device key may solve the problem.
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
    /// 200 unless the request as such could not be processed: the client should retry later, or in another way.
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

    /// The same failure with a matching HTTP status code, for the one call whose errors are status codes.
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

/// The answer to a request of this API, or with its credentials, that came without TLS. It is never a redirect: a
/// player would follow it again each time, and send its key in clear text first.
package struct PlainRefusal: Sendable, Equatable {
    package let mediaType: String
    package let content: [UInt8]
    /// The header fields beside those of every response.
    package let fields: HTTPFields

    /// The answer to a request whose head was not read to its end.
    ///
    /// - Parameter beginning: the beginning of the target.
    package init(beginning: String, version: String, _ message: String) {
        let parameters = try? RequestParameters(target: beginning)
        let format = parameters.map(ReplyFormat.ofFailure) ?? .xml
        mediaType = format.mediaType
        content = Envelope(serverVersion: version).content(SubsonicFailure(.generic, message), format)
        fields = OpenSurface.fields
    }

    /// Nil for requests that may be redirected.
    ///
    /// - Parameters:
    ///   - target: the path with its query.
    ///   - version: the version of this server.
    package init?(target: String, version: String) {
        let parameters = try? RequestParameters(target: target)
        let failure = SubsonicFailure(
            .generic,
            "This server is reached by https only. Change the address in the app to one that begins with https")
        fields = [:]
        let path = target.prefix { $0 != "?" && $0 != "#" }
        if Self.isOfAPI(path) {
            let format = parameters.map(ReplyFormat.ofFailure) ?? .xml
            mediaType = format.mediaType
            content = Envelope(serverVersion: version).content(failure, format)
        } else if let parameters, !parameters.names.contains(where: { Self.credentials.contains($0.lowercased()) }) {
            return nil
        } else {
            mediaType = "text/plain; charset=utf-8"
            content = Array((failure.message + ".\n").utf8)
        }
    }

    /// Whether any server may take `path` for this API's, regardless of case, escapes and detours.
    private static func isOfAPI(_ path: Substring) -> Bool {
        var parts: [Substring] = []
        let text = RequestParameters.text(path.utf8).lowercased()
        for part in text.split(whereSeparator: { $0 == "/" || $0 == "\\" }) where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        return parts.first == "rest"
    }

    /// The credential parameters of this API, and names that other APIs use for such, in lowercase.
    private static let credentials: Set<String> = [
        "p", "t", "s", "apikey", "proof", "token", "access_token", "api_key", "key", "password", "secret",
    ]
}
