package import Accounts
import Foundation
import HTTPSupport
package import HTTPTypes
import Hummingbird
import Primitives

/// One row of this surface's endpoint table, for users who may listen.
package struct ListenBrainzEndpoint: Sendable {
    package let method: HTTPRequest.Method
    /// The path, one part of which may be `{name}`, a username.
    package let path: String
    /// The scope that the device key needs; nil for the row that tells whether a key is right.
    package let scope: DeviceKeyScope?
    let handler: @Sendable (ListenCall) async throws -> Response
    private let parts: [Substring]

    init(
        _ method: HTTPRequest.Method, _ path: String, _ scope: DeviceKeyScope?,
        _ handler: @escaping @Sendable (ListenCall) async throws -> Response
    ) {
        self.method = method
        self.path = path
        self.scope = scope
        self.handler = handler
        parts = path.split(separator: "/", omittingEmptySubsequences: false)
    }

    /// The part of a path that `{name}` stands for, without percent escapes; empty where the row has no such part, nil
    /// for a path that is not this row's.
    func name(in path: [Substring]) -> String? {
        guard path.count == parts.count else { return nil }
        var name = ""
        for (part, wanted) in zip(path, parts) {
            if wanted == "{name}" {
                guard let text = part.removingPercentEncoding, !text.isEmpty else { return nil }
                name = text
            } else if part != wanted {
                return nil
            }
        }
        return name
    }
}

/// One authenticated request.
struct ListenCall: Sendable {
    let request: Request
    let access: DeviceKeyAccess
    /// The username in the path, of rows that have one.
    let name: String?
    /// The origin of the request, for the journal.
    let origin: String

    var caller: Principal { access.principal }

    /// Throws where the path names another user: their plays are private, and whether they exist is too.
    func requireOwnName() throws(RequestFailure) {
        guard let name, name.lowercased() == access.username.lowercased() else {
            throw RequestFailure(status: .notFound, "Cannot find user: \(name ?? "")")
        }
    }

    /// A whole number; nil when absent or empty.
    func number(_ parameter: String) throws -> Int64? {
        guard let text = try request.text(parameter, upTo: 32) else { return nil }
        guard let number = Int64(text) else { throw RequestFailure.malformed("\(parameter) must be a whole number") }
        return number
    }
}

extension RequestFailure {
    /// The error as ListenBrainz words it.
    var response: Response {
        var response = Response.json(ListenFailureBody(failure: self), status: status)
        if let wait = retryAfter { response.headers[.retryAfter] = "\(wait)" }
        if status == .methodNotAllowed { response.headers[.allow] = "GET, HEAD, POST, OPTIONS" }
        return response
    }
}

private struct ListenFailureBody: JSONWritable {
    let failure: RequestFailure

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("code", failure.status.code)
            json.field("error", failure.message)
        }
    }
}
