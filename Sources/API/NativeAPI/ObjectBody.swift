package import HTTPSupport
package import Primitives

/// A JSON object that is described once: its fields make both its JSON and its schema in the OpenAPI document. A value of
/// a domain that is sent as it is conforms itself.
package protocol ObjectBody: FieldValue {
    static var fields: Fields<Self> { get }
    /// The name of the schema in the document's components; nil where the schema is written out where it is used.
    static var component: String? { get }
}

extension ObjectBody {
    package static var component: String? { nil }
    package static var schema: Schema { component.map(Schema.named) ?? objectSchema }
    /// The schema as the components list it.
    package static var objectSchema: Schema { fields.schema }

    package func write(to json: inout JSONWriter) {
        json.object { Self.fields.write(self, to: &$0) }
    }
}

/// A JSON value whose schema is known from its type.
package protocol FieldValue: JSONWritable {
    static var schema: Schema { get }
}

/// The fields of a body, in the order in which they are written.
package struct Fields<Body>: Sendable {
    fileprivate let required: [(String, Schema)]
    fileprivate let optional: [(String, Schema)]
    fileprivate let writers: ContiguousArray<Field<Body>.Writer>

    package init(@FieldBuilder<Body> _ fields: () -> [Field<Body>]) {
        let fields = fields()
        required = fields.flatMap(\.required)
        optional = fields.flatMap(\.optional)
        writers = ContiguousArray(fields.map(\.write))
    }

    /// The schema of an object with these fields.
    package var schema: Schema {
        .object(required: required, optional: optional)
    }

    /// Writes the fields without the braces around them.
    package func write(_ body: Body, to json: inout JSONWriter) {
        writers.withUnsafeBufferPointer { writers in
            for write in writers { write(body, &json) }
        }
    }
}

@resultBuilder
package enum FieldBuilder<Body> {
    package static func buildExpression(_ field: Field<Body>) -> Field<Body> { field }
    package static func buildBlock(_ fields: Field<Body>...) -> [Field<Body>] { fields }
}

/// One field of a body, or several that belong together. A field is optional where its value is; nil is left out.
package struct Field<Body>: Sendable {
    fileprivate typealias Writer = @Sendable (Body, inout JSONWriter) -> Void

    fileprivate let required: [(String, Schema)]
    fileprivate let optional: [(String, Schema)]
    fileprivate let write: Writer

    private init(
        required: [(String, Schema)] = [], optional: [(String, Schema)] = [], write: @escaping Writer
    ) {
        (self.required, self.optional, self.write) = (required, optional, write)
    }

    /// A field with an explicit schema.
    package init<Value: JSONWritable>(
        _ name: StaticString, _ schema: Schema, _ value: @escaping @Sendable (Body) -> Value
    ) {
        let key = JSONKey(name)
        self.init(required: [("\(name)", schema)]) { body, json in
            json.key(key)
            value(body).write(to: &json)
        }
    }

    /// An optional field with an explicit schema.
    package init<Value: JSONWritable>(
        _ name: StaticString, _ schema: Schema, _ value: @escaping @Sendable (Body) -> Value?
    ) {
        let key = JSONKey(name)
        self.init(optional: [("\(name)", schema)]) { body, json in
            guard let value = value(body) else { return }
            json.key(key)
            value.write(to: &json)
        }
    }

    package init<Value: FieldValue>(_ name: StaticString, _ value: @escaping @Sendable (Body) -> Value) {
        self.init(name, Value.schema, value)
    }

    package init<Value: FieldValue>(_ name: StaticString, _ value: @escaping @Sendable (Body) -> Value?) {
        self.init(name, Value.schema, value)
    }

    /// A field whose null has a meaning: it is written, and not left out.
    package init<Value: FieldValue>(nullable name: StaticString, _ value: @escaping @Sendable (Body) -> Value?) {
        let key = JSONKey(name)
        self.init(required: [("\(name)", .nullable(Value.schema))]) { body, json in
            json.key(key)
            if let value = value(body) { value.write(to: &json) } else { json.null() }
        }
    }

    /// All fields of another body, without braces.
    package init<Part: ObjectBody>(allOf part: Part.Type, _ value: @escaping @Sendable (Body) -> Part) {
        let fields = Part.fields
        self.init(required: fields.required, optional: fields.optional) { body, json in
            fields.write(value(body), to: &json)
        }
    }

    /// All fields of another body, without braces; none where it is nil.
    package init<Part: ObjectBody>(allOf part: Part.Type, _ value: @escaping @Sendable (Body) -> Part?) {
        let fields = Part.fields
        self.init(optional: fields.required + fields.optional) { body, json in
            if let part = value(body) { fields.write(part, to: &json) }
        }
    }

    /// An object that is written out in place.
    package init<Part>(
        _ name: StaticString, of part: @escaping @Sendable (Body) -> Part,
        @FieldBuilder<Part> _ fields: () -> [Field<Part>]
    ) {
        let (fields, key) = (Fields(fields), JSONKey(name))
        self.init(required: [("\(name)", fields.schema)]) { body, json in
            json.key(key)
            json.object { fields.write(part(body), to: &$0) }
        }
    }

    /// An object that is written out in place, and left out where it is nil.
    package init<Part>(
        _ name: StaticString, ifPresent part: @escaping @Sendable (Body) -> Part?,
        @FieldBuilder<Part> _ fields: () -> [Field<Part>]
    ) {
        let (fields, key) = (Fields(fields), JSONKey(name))
        self.init(optional: [("\(name)", fields.schema)]) { body, json in
            guard let part = part(body) else { return }
            json.key(key)
            json.object { fields.write(part, to: &$0) }
        }
    }

    /// A list of objects that are written out in place.
    package init<Item>(
        _ name: StaticString, each items: @escaping @Sendable (Body) -> [Item],
        @FieldBuilder<Item> _ fields: () -> [Field<Item>]
    ) {
        let (fields, key) = (Fields(fields), JSONKey(name))
        self.init(required: [("\(name)", .array(fields.schema))]) { body, json in
            json.key(key)
            json.array(items(body)) { json, item in json.object { fields.write(item, to: &$0) } }
        }
    }
}

/// An enumeration whose raw values are its names in the API.
package typealias Choice = CaseIterable & RawRepresentable<String> & SendableMetatype

/// Fields of enumerations: a choice of their raw values.
extension Field {
    package init<Value: Choice>(_ name: StaticString, _ value: @escaping @Sendable (Body) -> Value) {
        self.init(name, .choice(of: Value.self)) { value($0).rawValue }
    }

    package init<Value: Choice>(_ name: StaticString, _ value: @escaping @Sendable (Body) -> Value?) {
        self.init(name, .choice(of: Value.self)) { value($0)?.rawValue }
    }

    package init<Value: Choice>(_ name: StaticString, _ value: @escaping @Sendable (Body) -> [Value]) {
        self.init(name, .array(.choice(of: Value.self))) { value($0).map(\.rawValue) }
    }
}

extension Schema {
    /// The raw values of an enumeration.
    package static func choice<Value: Choice>(of type: Value.Type) -> Schema {
        .choice(Value.allCases.map(\.rawValue))
    }
}

extension String: FieldValue {
    package static var schema: Schema { .text }
}

extension Int: FieldValue {
    package static var schema: Schema { .integer }
}

extension Int64: FieldValue {
    package static var schema: Schema { .integer }
}

extension Double: FieldValue {
    package static var schema: Schema { .number }
}

extension Bool: FieldValue {
    package static var schema: Schema { .flag }
}

extension Timestamp: FieldValue {
    package static var schema: Schema { .instant }
}

extension ID: FieldValue {
    package static var schema: Schema { .text }
}

extension LibraryScope: FieldValue {
    package static var schema: Schema { .nullable(.array(.text)) }
}

extension Array: FieldValue where Element: FieldValue {
    package static var schema: Schema { .array(Element.schema) }
}
