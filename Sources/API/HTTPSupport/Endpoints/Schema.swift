/// The part of JSON Schema 2020-12 that the API's bodies need, written into the OpenAPI document and checked by tests.
package indirect enum Schema: Sendable {
    case text
    case integer
    case number
    case flag
    /// RFC 3339 in UTC with milliseconds.
    case instant
    case choice([String])
    case array(Schema)
    case nullable(Schema)
    /// Any JSON object.
    case anything
    /// The names and schemas of required and of optional members.
    case object(required: [(String, Schema)], optional: [(String, Schema)])
    /// A schema of the document's components.
    case named(String)

    package static func page(of item: Schema) -> Schema {
        .object(required: [("items", .array(item))], optional: [("nextCursor", .text)])
    }

    package static func list(of item: Schema) -> Schema {
        .object(required: [("items", .array(item))], optional: [])
    }

    package func write(to json: inout JSONWriter) {
        json.object { json in
            switch self {
            case .text: json.field("type", "string")
            case .integer: json.field("type", "integer")
            case .number: json.field("type", "number")
            case .flag: json.field("type", "boolean")
            case .instant:
                json.field("type", "string")
                json.field("format", "date-time")
            case .choice(let names):
                json.field("type", "string")
                json.field("enum", names)
            case .array(let item):
                json.field("type", "array")
                json.key("items")
                item.write(to: &json)
            case .nullable(let schema):
                json.key("anyOf")
                json.array([schema, nil]) { json, schema in
                    if let schema { schema.write(to: &json) } else { json.object { $0.field("type", "null") } }
                }
            case .anything: json.field("type", "object")
            case .named(let name): json.field("$ref", "#/components/schemas/\(name)")
            case .object(let required, let optional):
                json.field("type", "object")
                json.field("required", required.map(\.0))
                json.object("properties") { json in
                    for (name, schema) in required + optional {
                        json.key(text: name)
                        schema.write(to: &json)
                    }
                }
                json.field("additionalProperties", false)
            }
        }
    }
}
