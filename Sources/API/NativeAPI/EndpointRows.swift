package import HTTPSupport
import Hummingbird
package import Primitives

/// A row states who may call, what it takes, and what it answers. Its handler returns that value, so that the row, the
/// OpenAPI document and the response cannot disagree. A short handler of one row is written in the row,
/// others below the table.
extension Endpoint {
    /// A row that answers with JSON: `reply` is the type that its handler returns.
    /// - Parameter capacity: the expected size of the response in bytes.
    init<Body: FieldValue>(
        _ method: HTTPRequest.Method, _ path: String, _ access: Access, tag: String, _ summary: String,
        credentials touchesCredentials: Bool = false, parameters: [Parameter] = [], body: Schema? = nil,
        upload: [String] = [], reply: Body.Type, status: HTTPResponse.Status = .ok, capacity: Int = 1024,
        compressed isCompressed: Bool = false,
        handler: @escaping @Sendable (Request, GatewayContext) async throws -> Body
    ) {
        self.init(
            method, path, access, tag: tag, summary, credentials: touchesCredentials, parameters: parameters,
            body: body, upload: upload, reply: .json(status, Body.schema), compressed: isCompressed
        ) { .json(try await handler($0, $1), status: status, capacity: capacity) }
    }

    /// A row that answers with an empty body.
    init(
        _ method: HTTPRequest.Method, _ path: String, _ access: Access, tag: String, _ summary: String,
        credentials touchesCredentials: Bool = false, parameters: [Parameter] = [], body: Schema? = nil,
        upload: [String] = [], status: HTTPResponse.Status = .noContent,
        handler: @escaping @Sendable (Request, GatewayContext) async throws -> Void
    ) {
        self.init(
            method, path, access, tag: tag, summary, credentials: touchesCredentials, parameters: parameters,
            body: body, upload: upload, reply: .empty(status)
        ) {
            try await handler($0, $1)
            return .empty(status)
        }
    }
}

extension [Endpoint.Parameter] {
    /// The parameters `limit` and `cursor`.
    static var paging: Self {
        [
            Endpoint.Parameter("limit", .integer, "Items on a page, 1 to 500; 50 by default"),
            Endpoint.Parameter("cursor", .text, "nextCursor of the previous page"),
        ]
    }
}

extension Page: FieldValue where Item: FieldValue {
    package static var schema: Schema { .page(of: Item.schema) }
}

extension ListBody: FieldValue where Item: FieldValue {
    package static var schema: Schema { .list(of: Item.schema) }
}
