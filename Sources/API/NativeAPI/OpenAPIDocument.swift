import Crypto
import HTTPSupport
import Hummingbird
import NIOCore
import Primitives

/// The OpenAPI 3.1 description of this API. It is written from the endpoint table itself, so that the two always agree.
struct OpenAPIDocument: Sendable {
    static let path = "/api/v1/openapi.json"
    private let written: Lazy<(content: ByteBuffer, entityTag: String), Never>

    /// - Parameter endpoints: all rows of the table but the document's own.
    init(endpoints: [Endpoint], components: [any ObjectBody.Type], version: String) {
        written = Lazy { Self.write(endpoints, components, version) }
    }

    private static func write(
        _ endpoints: [Endpoint], _ components: [any ObjectBody.Type], _ version: String
    ) -> (content: ByteBuffer, entityTag: String) {
        let schemas = components.compactMap { type in type.component.map { ($0, type.objectSchema) } }
        let example = SchemaExample(schemas)
        var json = JSONWriter(capacity: 512 * 1024)
        json.object { json in
            json.field("openapi", "3.1.0")
            json.object("info") { json in
                json.field("title", "Rondo native API")
                json.field("version", version)
                json.field(
                    "description",
                    "JSON over TLS. Sign in for a cookie, or send a bearer token. Errors are RFC 9457 problem details with a stable code."
                )
            }
            json.object("paths") { json in
                for (path, rows) in Dictionary(grouping: endpoints, by: \.path).sorted(by: { $0.key < $1.key }) {
                    json.object(text: path) { json in
                        for row in rows.sorted(by: { $0.method.rawValue < $1.method.rawValue }) {
                            json.key(text: row.method.rawValue.lowercased())
                            Self.write(row, example, to: &json)
                        }
                    }
                }
            }
            json.object("components") { json in
                Self.write(schemas, to: &json)
            }
        }
        return (json.buffer, "\"\(SHA256.hash(data: json.buffer.readableBytesView).prefix(12).hex)\"")
    }

    var endpoint: Endpoint {
        Endpoint(
            .get, Self.path, .anyone, tag: "server", "This document", reply: .json(.ok, .anything), compressed: true
        ) { [written] request, _ in
            let (content, entityTag) = written.value()
            let validators = Validators(entityTag: entityTag, lastModified: nil)
            if validators.evaluate(request.headers) == .notModified {
                return Response(status: .notModified, headers: [.eTag: entityTag])
            }
            return Response(
                status: .ok, headers: [.contentType: "application/json", .eTag: entityTag, .cacheControl: "no-cache"],
                body: ResponseBody(byteBuffer: content))
        }
    }

    private static func write(_ row: Endpoint, _ example: SchemaExample, to json: inout JSONWriter) {
        json.object { json in
            json.field("summary", row.summary)
            json.field("tags", [row.tag])
            json.field("operationId", operationID(row))
            if let permission = row.access.permission {
                json.field("x-permission", permission.rawValue)
                if case .requiresConfirmed = row.access { json.field("x-confirmed", true) }
                // All of these are required; see the security scheme "token".
                json.field("x-scopes", AccessScope.names(row.scopes))
                json.key("security")
                json.array(["session", "token"]) { json, scheme in
                    json.object { json in
                        json.key(text: scheme)
                        // Since 3.1 a scheme of any kind may list the scopes that it needs.
                        json.array(scheme == "token" ? AccessScope.names(row.scopes) : []) { $0.value($1) }
                    }
                }
            }
            writeParameters(row, to: &json)
            if let body = row.body {
                json.object("requestBody") { json in
                    json.field("required", true)
                    writeContent("application/json", body, example, to: &json)
                }
            }
            if !row.upload.isEmpty {
                json.object("requestBody") { json in
                    json.field("required", true)
                    json.object("content") { json in
                        for mediaType in row.upload { writeBytes(mediaType, to: &json) }
                    }
                }
            }
            json.object("responses") { json in writeReplies(row, example, to: &json) }
        }
    }

    private static func writeParameters(_ row: Endpoint, to json: inout JSONWriter) {
        let inPath = row.path.split(separator: "/").filter { $0.hasPrefix("{") }.map {
            String($0.dropFirst().dropLast())
        }
        guard !(inPath.isEmpty && row.parameters.isEmpty) else { return }
        json.key("parameters")
        let all =
            inPath.map { ($0, Schema.text, "", "path") }
            + row.parameters.map { ($0.name, $0.schema, $0.summary, "query") }
        json.array(all) { json, parameter in
            json.object { json in
                json.field("name", parameter.0)
                json.field("in", parameter.3)
                json.field("required", parameter.3 == "path")
                if !parameter.2.isEmpty { json.field("description", parameter.2) }
                json.key("schema")
                parameter.1.write(to: &json)
            }
        }
    }

    private static func writeReplies(_ row: Endpoint, _ example: SchemaExample, to json: inout JSONWriter) {
        switch row.reply {
        case .empty(let status):
            json.object(text: "\(status.code)") { $0.field("description", "Done") }
        case .json(let status, let schema):
            json.object(text: "\(status.code)") { json in
                json.field("description", "Done")
                writeContent("application/json", schema, example, to: &json)
            }
        case .bytes(let mediaType):
            for (status, description) in [
                ("200", "The whole"), ("206", "The ranges asked for"), ("304", "Not changed"),
            ] {
                json.object(text: status) { json in
                    json.field("description", description)
                    if status != "304" {
                        json.object("content") { json in writeBytes(mediaType, to: &json) }
                    }
                }
            }
        }
        json.object("default") { json in
            json.field("description", "A problem")
            writeContent("application/problem+json", .named("Problem"), example, to: &json)
        }
    }

    /// Describes binary content in the form that client generators know: without a schema they leave the operation out.
    private static func writeBytes(_ mediaType: String, to json: inout JSONWriter) {
        json.object(text: mediaType) { json in
            json.object("schema") { json in
                json.field("type", "string")
                json.field("format", "binary")
            }
        }
    }

    private static func writeContent(
        _ mediaType: String, _ schema: Schema, _ example: SchemaExample, to json: inout JSONWriter
    ) {
        json.object("content") { json in
            json.object(text: mediaType) { json in
                json.key("schema")
                schema.write(to: &json)
                json.key("example")
                example.write(schema, to: &json)
            }
        }
    }

    private static func write(_ schemas: [(String, Schema)], to json: inout JSONWriter) {
        json.object("schemas") { json in
            for (name, schema) in schemas {
                json.key(text: name)
                schema.write(to: &json)
            }
        }
        json.object("securitySchemes") { json in
            json.object("session") { json in
                json.field("type", "apiKey")
                json.field("in", "cookie")
                json.field("name", AccessControl.sessionCookie)
            }
            json.object("token") { json in
                json.field("type", "http")
                json.field("scheme", "bearer")
                json.field(
                    "description",
                    "A token has scopes, chosen when it is made: \(AccessScope.allCases.map(\.rawValue).joined(separator: ", ")). Each operation names those that it needs as x-scopes; a token without one of them gets 403 with the reason scope_missing."
                )
            }
        }
    }

    private static func operationID(_ row: Endpoint) -> String {
        let words = row.path.split(separator: "/").filter { $0 != "api" && $0 != "v1" }.map { word in
            word.filter { $0.isLetter || $0.isNumber }
        }
        return row.method.rawValue.lowercased() + words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }
}
