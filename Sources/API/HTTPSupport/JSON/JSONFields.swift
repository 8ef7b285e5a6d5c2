package import Primitives

/// The fields of a JSON request body. Each is taken once, with its bounds; `end()` refuses the fields that remain.
package struct JSONFields {
    private var members: [String: JSONValue]

    package init(_ value: JSONValue) throws(DomainError) {
        guard case .object(let members) = value else {
            throw DomainError(.invalid, "The body must be a JSON object", reason: "malformed_json")
        }
        self.members = members
    }

    package enum Presence: Sendable {
        case absent, null, value
    }

    /// For fields where null differs from absence. A null counts as taken; a value remains to be taken.
    package mutating func presence(of name: String) -> Presence {
        switch members[name] {
        case nil: return .absent
        case .null:
            members[name] = nil
            return .null
        default: return .value
        }
    }

    /// Any value, for a field that is a tree of its own; nil when it is absent or null.
    package mutating func optionalTree(_ name: String) -> JSONValue? {
        switch members.removeValue(forKey: name) {
        case nil, .null: nil
        case let value: value
        }
    }

    /// Nil when it is absent or null.
    package mutating func optionalText(_ name: String, upTo maximum: Int = 1024) throws(DomainError) -> String? {
        switch members.removeValue(forKey: name) {
        case nil, .null: return nil
        case .text(let text):
            guard text.utf8.count <= maximum else {
                throw .invalid("\(name) is longer than \(maximum) bytes", field: name)
            }
            guard !text.utf8.contains(0) else { throw .invalid("\(name) holds a NUL character", field: name) }
            return text
        default: throw .invalid("\(name) must be a string", field: name)
        }
    }

    package mutating func optionalInteger(_ name: String, in range: ClosedRange<Int64>) throws(DomainError) -> Int64? {
        switch members.removeValue(forKey: name) {
        case nil, .null: return nil
        case .integer(let integer):
            guard range.contains(integer) else {
                throw .invalid("\(name) must be between \(range.lowerBound) and \(range.upperBound)", field: name)
            }
            return integer
        default: throw .invalid("\(name) must be a whole number", field: name)
        }
    }

    package mutating func optionalNumber(_ name: String) throws(DomainError) -> Double? {
        switch members.removeValue(forKey: name) {
        case nil, .null: return nil
        case .integer(let integer): return Double(integer)
        case .number(let number): return number
        default: throw .invalid("\(name) must be a number", field: name)
        }
    }

    package mutating func optionalFlag(_ name: String) throws(DomainError) -> Bool? {
        switch members.removeValue(forKey: name) {
        case nil, .null: return nil
        case .flag(let flag): return flag
        default: throw .invalid("\(name) must be true or false", field: name)
        }
    }

    /// The one of `cases` that has the raw value.
    package mutating func optionalChoice<Choice: RawRepresentable<String>>(
        _ name: String, among cases: [Choice]
    ) throws(DomainError) -> Choice? {
        guard let text = try optionalText(name) else { return nil }
        guard let choice = cases.first(where: { $0.rawValue == text }) else {
            throw .invalid("\(name) must be one of \(cases.map(\.rawValue).joined(separator: ", "))", field: name)
        }
        return choice
    }

    package mutating func texts(_ name: String, count: Int, eachUpTo maximum: Int = 128) throws(DomainError) -> [String]
    {
        try list(name, of: "strings", count: count) { value throws(DomainError) in
            guard case .text(let text) = value, text.utf8.count <= maximum else {
                throw .invalid("\(name) must be a list of strings of at most \(maximum) bytes", field: name)
            }
            guard !text.utf8.contains(0) else { throw .invalid("\(name) holds a NUL character", field: name) }
            return text
        }
    }

    package mutating func integers(
        _ name: String, count: Int, in range: ClosedRange<Int64>
    ) throws(DomainError) -> [Int64] {
        try list(name, of: "whole numbers", count: count) { value throws(DomainError) in
            guard case .integer(let integer) = value, range.contains(integer) else {
                throw .invalid(
                    "\(name) must hold whole numbers from \(range.lowerBound) to \(range.upperBound)", field: name)
            }
            return integer
        }
    }

    /// A list of objects, each to be read and ended on its own.
    package mutating func objects(_ name: String, count: Int) throws(DomainError) -> [JSONFields] {
        try list(name, of: "objects", count: count) { value throws(DomainError) in try JSONFields(value) }
    }

    private mutating func list<Item>(
        _ name: String, of items: String, count: Int, _ item: (JSONValue) throws(DomainError) -> Item
    ) throws(DomainError) -> [Item] {
        guard case .array(let values)? = members.removeValue(forKey: name) else {
            throw .invalid("\(name) must be a list of \(items)", field: name)
        }
        guard values.count <= count else { throw .invalid("\(name) holds more than \(count) items", field: name) }
        var list: [Item] = []
        for value in values { list.append(try item(value)) }
        return list
    }

    /// Refuses the fields that were not taken.
    package func end() throws(DomainError) {
        guard let unknown = members.keys.min() else { return }
        throw .invalid(
            "There is no field \(unknown.prefix(64)) here", field: String(unknown.prefix(64)), reason: "unknown_field")
    }
}
