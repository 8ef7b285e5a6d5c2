package import HTTPSupport
package import Hummingbird
import Logging
import NIOCore
import Primitives

/// Errors in this API's form: RFC 9457 problem details with a stable `code`.
package enum Problem {
    /// The response to any error of a handler. An error other than `DomainError` is a fault of the server: it is
    /// logged, and the client learns only that.
    package static func response(to error: any Error, _ context: GatewayContext) -> Response {
        switch error {
        case let error as DomainError: return response(to: error)
        case is MethodNotAllowed:
            return response(.methodNotAllowed, code: "methodNotAllowed", "This method is not used here")
        case let error as HTTPError:
            return response(error.status, code: code(of: error.status), error.body ?? error.status.reasonPhrase)
        case is CancellationError, is ChannelError:
            return response(.serviceUnavailable, code: "unavailable", "The request was cut off")
        default:
            context.logger.error(
                "A request failed", metadata: ["error.type": "\(type(of: error))", "error.message": "\(error)"])
            return response(
                .internalServerError, code: "internal", "Something went wrong in the server; its log says more")
        }
    }

    package static func response(_ status: HTTPResponse.Status, code: String, _ detail: String) -> Response {
        response(status, code: code, DomainError(.invalid, detail))
    }

    /// - Parameter extra: writes members that this kind of problem has beside the usual ones (RFC 9457 §3.2).
    static func response(to error: DomainError, _ extra: (inout JSONWriter) -> Void = { _ in }) -> Response {
        response(error.code.status, code: error.code.rawValue, error, extra)
    }

    private static func response(
        _ status: HTTPResponse.Status, code: String, _ error: DomainError,
        _ extra: (inout JSONWriter) -> Void = { _ in }
    ) -> Response {
        var json = JSONWriter(capacity: 256)
        let problem = ProblemBody(status: status, code: code, error: error)
        json.object { json in
            ProblemBody.fields.write(problem, to: &json)
            extra(&json)
        }
        let wait = error.retryAfter?.retryAfterSeconds
        var fields: HTTPFields = [.contentType: "application/problem+json", .cacheControl: "private, no-store"]
        if let wait { fields[.retryAfter] = "\(wait)" }
        if status == .unauthorized { fields[.wwwAuthenticate] = "Bearer realm=\"rondo\"" }
        return Response(status: status, headers: fields, body: ResponseBody(byteBuffer: json.buffer))
    }

    /// The stable code of a response without a `DomainError`.
    package static func code(of status: HTTPResponse.Status) -> String {
        switch status.code {
        case 404: "notFound"
        case 405: "methodNotAllowed"
        case 406: "notAcceptable"
        case 413: "tooLarge"
        case 415: "unsupportedMediaType"
        case 421: "misdirected"
        case 500...: "unavailable"
        default: "invalid"
        }
    }
}

/// An error as the body of a response, or within one.
struct ProblemBody: ObjectBody {
    static let component: String? = "Problem"
    static let fields = Fields<Self> {
        Field("type") { _ in "about:blank" }
        Field("title") { $0.status.reasonPhrase }
        Field("status") { $0.status.code }
        Field("code") { $0.code }
        Field("reason") { $0.error.reason }
        Field("detail") { $0.error.message }
        Field("field") { $0.error.field }
        Field("retryAfter") { $0.error.retryAfter?.retryAfterSeconds }
    }

    let status: HTTPResponse.Status
    let code: String
    let error: DomainError
}

extension ProblemBody {
    init(_ error: DomainError) {
        self.init(status: error.code.status, code: error.code.rawValue, error: error)
    }
}
