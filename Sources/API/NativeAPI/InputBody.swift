import HTTPSupport
import Hummingbird
import Primitives

/// The JSON object of a request, described once. Its stored inputs are its fields: they make the schema in the OpenAPI
/// document, in the order of their declaration, and the request is read by them (`InputFields`). A stored body is a
/// part: its fields stand in its place.
protocol InputBody: Sendable {
    var inputs: [InputDescription] { get }
}

/// A field as the schema of its body describes it.
struct InputDescription: Sendable {
    let name: String
    let schema: Schema
    let isRequired: Bool
}

extension InputBody {
    /// All fields, those of parts included. They are found by reflection, so that none can be left out.
    var inputs: [InputDescription] {
        Mirror(reflecting: self).children.flatMap { ($0.value as? any InputBody)?.inputs ?? [] }
    }

    /// The schema of an object with these fields.
    var schema: Schema {
        let inputs = self.inputs
        return .object(
            required: inputs.filter { $0.isRequired }.map { ($0.name, $0.schema) },
            optional: inputs.filter { !$0.isRequired }.map { ($0.name, $0.schema) })
    }
}

/// One field of a request: its name, its schema and how it is read. Its type says what it may be: `Value` is required,
/// `Value?` is nil when it is absent or null, and `Patch<Value>` distinguishes the two. A field by itself is the body
/// of a request that has no others.
struct Input<Value>: InputBody {
    fileprivate typealias Reader = @Sendable (inout JSONFields) throws(DomainError) -> Value

    let inputs: [InputDescription]
    fileprivate let read: Reader

    private init(_ name: String, _ schema: Schema, isRequired: Bool, read: @escaping Reader) {
        inputs = [InputDescription(name: name, schema: schema, isRequired: isRequired)]
        self.read = read
    }

    /// A required field.
    /// - Parameter missing: the message where it is absent or null; by default the kind's.
    init(_ name: String, _ kind: InputKind<Value>, missing: String? = nil) {
        self.init(name, kind.schema, isRequired: true) { fields throws(DomainError) in
            try kind.required(name, missing, from: &fields)
        }
    }

    /// A field that is required only where certain others are absent. The handler reads it then, and not otherwise. The
    /// schema calls it optional.
    init(alternative name: String, _ kind: InputKind<Value>) {
        self.init(name, kind.schema, isRequired: false) { fields throws(DomainError) in
            try kind.required(name, nil, from: &fields)
        }
    }

    /// An optional field.
    init<Present>(_ name: String, _ kind: InputKind<Present>) where Value == Present? {
        self.init(name, kind.schema, isRequired: false) { fields throws(DomainError) in
            try kind.read(&fields, name)
        }
    }

    /// A required field whose null has a meaning.
    /// - Parameter missing: the message where it is absent.
    init<Present>(nullable name: String, _ kind: InputKind<Present>, missing: String) where Value == Present? {
        self.init(name, .nullable(kind.schema), isRequired: true) { fields throws(DomainError) in
            switch fields.presence(of: name) {
            case .absent: throw DomainError.invalid(missing, field: name)
            case .null: return nil
            case .value: return try kind.read(&fields, name)
            }
        }
    }

    /// An optional field whose null has a meaning.
    init<Present>(_ name: String, _ kind: InputKind<Present>) where Value == Patch<Present> {
        self.init(name, .nullable(kind.schema), isRequired: false) { fields throws(DomainError) in
            switch fields.presence(of: name) {
            case .absent: return .absent
            case .null: return .null
            case .value:
                guard let value = try kind.read(&fields, name) else { return .null }
                return .value(value)
            }
        }
    }
}

/// A field of a PATCH: left alone, cleared by null, or given a value.
enum Patch<Value> {
    case absent, null
    case value(Value)

    /// The value; nil when the field is absent or null.
    var present: Value? {
        if case .value(let value) = self { value } else { nil }
    }

    /// Nil when the field is absent; the inner nil stands for null.
    var nested: Value?? {
        switch self {
        case .absent: .none
        case .null: .some(.none)
        case .value(let value): .some(.some(value))
        }
    }
}

/// The fields of a request whose body is described by `Body`. Each is read once, by its input. `end()` refuses the
/// fields that remain.
struct InputFields<Body: InputBody> {
    private let body: Body
    private var json: JSONFields

    init(_ body: Body, _ json: JSONFields) {
        self.body = body
        self.json = json
    }

    mutating func read<Value>(_ input: KeyPath<Body, Input<Value>>) throws(DomainError) -> Value {
        try body[keyPath: input].read(&json)
    }

    /// Reads fields of a part of the body.
    mutating func read<Part: InputBody, Output>(
        part: KeyPath<Body, Part>, _ read: (inout InputFields<Part>) throws(DomainError) -> Output
    ) throws(DomainError) -> Output {
        var fields = InputFields<Part>(body[keyPath: part], json)
        let output = try read(&fields)
        json = fields.json
        return output
    }

    /// Reads some fields, and refuses all others.
    func only<each Value>(
        _ inputs: repeat KeyPath<Body, Input<each Value>>
    ) throws(DomainError) -> (repeat each Value) {
        var fields = self
        let values = (repeat try fields.read(each inputs))
        try fields.end()
        return values
    }

    /// Refuses the fields that were not read.
    func end() throws(DomainError) {
        try json.end()
    }
}

extension Request {
    /// The body's fields, to be read by the inputs of `body`. The body has at most `limit` bytes.
    func input<Body: InputBody>(_ body: Body, upTo limit: Int = 64 * 1024) async throws -> InputFields<Body> {
        InputFields(body, try await jsonFields(upTo: limit))
    }

    /// The value that `read` makes of the body's fields. Those that it does not read are refused.
    func read<Body: InputBody, Output>(
        _ body: Body, upTo limit: Int = 64 * 1024, _ read: (inout InputFields<Body>) throws -> Output
    ) async throws -> Output {
        var fields = try await input(body, upTo: limit)
        let output = try read(&fields)
        try fields.end()
        return output
    }

    /// Some fields of the body. All others are refused.
    func read<Body: InputBody, each Value>(
        _ inputs: repeat KeyPath<Body, Input<each Value>>, of body: Body, upTo limit: Int = 64 * 1024
    ) async throws -> (repeat each Value) {
        try await input(body, upTo: limit).only(repeat each inputs)
    }

    /// The only field of the body.
    func read<Value>(_ input: Input<Value>, upTo limit: Int = 64 * 1024) async throws -> Value {
        try await read(\.self, of: input, upTo: limit)
    }
}
