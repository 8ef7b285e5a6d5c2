package import HTTPTypes
import Hummingbird
import Logging
import NIOCore
package import Primitives

/// An error of a request, before a surface puts it into its own form.
package struct RequestFailure: Error, Sendable, Equatable {
    package let status: HTTPResponse.Status
    package let message: String
    /// Seconds until the next try.
    package let retryAfter: Int?

    package init(status: HTTPResponse.Status, _ message: String, retryAfter: Int? = nil) {
        self.status = status
        self.message = message
        self.retryAfter = retryAfter
    }

    package init(_ error: DomainError) {
        self.init(
            status: error.code.status, error.message, retryAfter: error.retryAfter?.retryAfterSeconds)
    }

    /// Any error of a handler. An error that is neither this one nor a `DomainError` is a fault of the server: it is
    /// logged, and the client learns only that.
    package init(_ error: any Error, _ context: GatewayContext) {
        switch error {
        case let failure as RequestFailure: self = failure
        case let error as DomainError: self.init(error)
        case is CancellationError, is ChannelError:
            self.init(status: .serviceUnavailable, "The request was cut off")
        default:
            context.logger.error(
                "A request failed", metadata: ["error.type": "\(type(of: error))", "error.message": "\(error)"])
            self.init(status: .internalServerError, "Something went wrong in the server; its log says more")
        }
    }

    package static func malformed(_ message: String) -> Self { Self(status: .badRequest, message) }
}

extension DomainError.Code {
    package var status: HTTPResponse.Status {
        switch self {
        case .invalid: .badRequest
        case .unauthenticated: .unauthorized
        case .forbidden: .forbidden
        case .notFound: .notFound
        case .conflict: .conflict
        case .tooLarge: .contentTooLarge
        case .unsupportedMediaType: .unsupportedMediaType
        case .rateLimited: .tooManyRequests
        case .unavailable: .serviceUnavailable
        case .storageFull: .init(code: 507, reasonPhrase: "Insufficient Storage")
        }
    }
}
