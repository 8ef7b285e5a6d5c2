import HTTPSupport
import Primitives

/// The values that an input may have, with their bounds: their schema, and how one is read.
struct InputKind<Value>: Sendable {
    /// Reads the field of this name; nil when it is absent or null.
    typealias Reader = @Sendable (inout JSONFields, String) throws(DomainError) -> Value?

    let schema: Schema
    let read: Reader
    /// The message, after the field's name, about a required field that is absent or null.
    private let absence: String

    init(_ schema: Schema, absence: String = "is missing", _ read: @escaping Reader) {
        (self.schema, self.read, self.absence) = (schema, read, absence)
    }

    /// - Parameter missing: the message where the field is absent or null; by default the kind's.
    func required(_ name: String, _ missing: String?, from fields: inout JSONFields) throws(DomainError) -> Value {
        guard let value = try read(&fields, name) else {
            throw .invalid(missing ?? "\(name) \(absence)", field: name)
        }
        return value
    }
}

extension InputKind where Value == String {
    /// A string of at most `maximum` bytes.
    /// - Parameter schema: the schema in the document, where it is narrower.
    static func text(upTo maximum: Int = 1024, as schema: Schema = .text) -> Self {
        Self(schema) { fields, name throws(DomainError) in try fields.optionalText(name, upTo: maximum) }
    }
}

extension InputKind where Value == [UInt8] {
    /// At most `maximum` bytes, as base64url.
    static func bytes(upTo maximum: Int) -> Self {
        Self(.text) { fields, name throws(DomainError) in
            guard let text = try fields.optionalText(name, upTo: (maximum * 4 + 2) / 3) else { return nil }
            guard let bytes = Base64URL.decode(text) else {
                throw DomainError.invalid("\(name) must be base64url without padding", field: name)
            }
            return bytes
        }
    }
}

extension InputKind where Value == Bool {
    static var flag: Self {
        Self(.flag) { fields, name throws(DomainError) in try fields.optionalFlag(name) }
    }
}

extension InputKind where Value == Timestamp {
    /// A time of RFC 3339.
    static var instant: Self {
        Self(.instant) { fields, name throws(DomainError) in
            guard let text = try fields.optionalText(name, upTo: 64) else { return nil }
            guard let instant = ISO8601.timestamp(of: text) else {
                throw DomainError.invalid("\(name) must be a time like 2026-12-31T12:00:00Z", field: name)
            }
            return instant
        }
    }
}

extension InputKind where Value: FixedWidthInteger & Sendable {
    /// A whole number. The range must be one of `Value`.
    static func integer(in range: ClosedRange<Int64>) -> Self {
        Self(.integer) { fields, name throws(DomainError) in
            try fields.optionalInteger(name, in: range).map { Value(truncatingIfNeeded: $0) }
        }
    }
}

extension InputKind where Value: Choice & Sendable {
    /// One of the raw values of an enumeration.
    /// - Parameter documented: the values that the document lists, where the service refuses the others.
    static func choice(documented cases: [Value] = Array(Value.allCases)) -> Self {
        Self(.choice(cases.map(\.rawValue))) { fields, name throws(DomainError) in
            try fields.optionalChoice(name, among: Array(Value.allCases))
        }
    }

    /// One of some raw values of an enumeration.
    static func choice(among cases: [Value]) -> Self {
        Self(.choice(cases.map(\.rawValue))) { fields, name throws(DomainError) in
            try fields.optionalChoice(name, among: cases)
        }
    }
}

extension InputKind {
    /// An identifier.
    static func id<Entity>() -> InputKind<ID<Entity>> where Value == ID<Entity> {
        InputKind<ID<Entity>>(.text) { fields, name throws(DomainError) in
            try fields.optionalText(name, upTo: 64).map { ID<Entity>($0) }
        }
    }

    /// At most `count` identifiers.
    static func ids<Entity>(upTo count: Int) -> InputKind<[ID<Entity>]> where Value == [ID<Entity>] {
        InputKind<[ID<Entity>]>(.array(.text), absence: "must be a list of strings") {
            fields, name throws(DomainError) in
            guard fields.presence(of: name) == .value else { return nil }
            return try fields.texts(name, count: count, eachUpTo: 64).map { ID<Entity>($0) }
        }
    }
}

extension InputKind where Value == [String] {
    /// At most `count` strings of at most `maximum` bytes each.
    /// - Parameter item: the schema of each in the document, where it is narrower.
    static func texts(upTo count: Int, eachUpTo maximum: Int = 128, as item: Schema = .text) -> Self {
        Self(.array(item), absence: "must be a list of strings") { fields, name throws(DomainError) in
            guard fields.presence(of: name) == .value else { return nil }
            return try fields.texts(name, count: count, eachUpTo: maximum)
        }
    }
}

extension Set where Element: RawRepresentable<String> {
    /// The values of these names. Throws `invalid` with `message` for a name that is none.
    init(named names: [String], field: String, _ message: (String) -> String) throws(DomainError) {
        self = []
        for name in names {
            guard let value = Element(rawValue: name) else { throw .invalid(message(name), field: field) }
            insert(value)
        }
    }
}

extension InputKind where Value == [Int64] {
    /// At most `count` whole numbers.
    static func integers(upTo count: Int, in range: ClosedRange<Int64>) -> Self {
        Self(.array(.integer), absence: "must be a list of whole numbers") { fields, name throws(DomainError) in
            guard fields.presence(of: name) == .value else { return nil }
            return try fields.integers(name, count: count, in: range)
        }
    }
}

extension InputKind {
    /// One object, to be read and ended on its own.
    static func object<Item: InputBody>(of item: Item) -> Self where Value == InputFields<Item> {
        Self(item.schema, absence: "must be an object") { fields, name throws(DomainError) in
            guard let tree = fields.optionalTree(name) else { return nil }
            return InputFields(item, try JSONFields(tree))
        }
    }

    /// At most `count` objects, each to be read and ended on its own.
    static func objects<Item: InputBody>(of item: Item, upTo count: Int) -> Self where Value == [InputFields<Item>] {
        Self(.array(item.schema), absence: "must be a list of objects") { fields, name throws(DomainError) in
            guard fields.presence(of: name) == .value else { return nil }
            return try fields.objects(name, count: count).map { InputFields(item, $0) }
        }
    }
}
