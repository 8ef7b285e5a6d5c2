import Foundation
import HTTPSupport

/// The specification's OpenAPI document, with the parts of JSON Schema that it uses: types, members, lists, references,
/// combinations, bounds.
struct SchemaDocument {
    typealias Object = [String: Any]

    private let schemas: Object
    private let paths: Object

    init(_ file: URL) throws {
        let document = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? Object ?? [:]
        schemas = (document["components"] as? Object)?["schemas"] as? Object ?? [:]
        paths = document["paths"] as? Object ?? [:]
    }

    /// The endpoints' names, from their addresses, sorted.
    var endpoints: [String] {
        paths.keys.map { String($0.dropFirst("/rest/".count)) }.sorted { $0.lowercased() < $1.lowercased() }
    }

    /// The schema of the JSON reply, or nil for an endpoint that replies with bytes.
    func reply(_ endpoint: String) -> Object? {
        let operations = paths["/rest/\(endpoint)"] as? Object
        let operation = operations?["get"] as? Object ?? operations?["post"] as? Object
        let responses = operation?["responses"] as? Object
        let content = (responses?["200"] as? Object).flatMap { resolve($0)["content"] } as? Object
        return (content?["application/json"] as? Object)?["schema"] as? Object
    }

    /// The schemas of a successful reply's members, without those of the envelope.
    func content(_ endpoint: String) -> [String: Object] {
        guard let reply = reply(endpoint) else { return [:] }
        let envelope = members(reply)["subsonic-response"] ?? reply
        let success = (envelope["oneOf"] as? [Object])?.first ?? envelope
        return members(success).filter {
            !["status", "version", "type", "serverVersion", "openSubsonic"].contains($0.key)
        }
    }

    /// The part of `reply` that the schema describes. For one endpoint it is the content of the envelope.
    func wrapped(_ reply: JSONValue, _ schema: Object) -> JSONValue {
        guard members(schema)["subsonic-response"] == nil, case .object(let outer) = reply,
            let inner = outer["subsonic-response"]
        else { return reply }
        return inner
    }

    /// The path of every member that the schema allows. `[]` stands for a list element.
    func paths(of schema: Object, at path: String, within seen: [String] = []) -> Set<String> {
        var found: Set<String> = []
        if let items = schema["items"] as? Object { found.formUnion(paths(of: items, at: path + "[]", within: seen)) }
        let name = (schema["$ref"] as? String).map { String($0.split(separator: "/").last ?? "") }
        if let name, seen.contains(name) { return found }
        let within = seen + (name.map { [$0] } ?? [])
        let resolved = resolve(schema)
        if name != nil, let items = resolved["items"] as? Object {
            found.formUnion(paths(of: items, at: path + "[]", within: within))
        }
        for (member, inner) in members(schema) {
            found.insert("\(path).\(member)")
            found.formUnion(paths(of: inner, at: "\(path).\(member)", within: within))
        }
        return found
    }

    /// The violations in `value`, each with its path.
    func faults(_ value: JSONValue, _ schema: Object, at path: String = "") -> [String] {
        let schema = resolve(schema)
        var faults = typeFaults(value, schema, at: path)
        for part in schema["allOf"] as? [Object] ?? [] { faults += self.faults(value, part, at: path) }
        if let choices = (schema["oneOf"] ?? schema["anyOf"]) as? [Object] {
            let each = choices.map { self.faults(value, $0, at: path) }
            if !each.contains([]) { faults += each.min { $0.count < $1.count } ?? [] }
        }
        switch value {
        case .null: faults.append("\(path) is null")
        case .text(let text):
            if let allowed = schema["enum"] as? [String], !allowed.contains(text) {
                faults.append("\(path) is \(text)")
            }
        case .integer(let number): faults += boundFaults(Double(number), schema, at: path)
        case .number(let number): faults += boundFaults(number, schema, at: path)
        case .object(let members):
            for name in schema["required"] as? [String] ?? [] where members[name] == nil {
                faults.append("\(path) has no \(name)")
            }
            for (name, inner) in schema["properties"] as? [String: Object] ?? [:] {
                if let member = members[name] { faults += self.faults(member, inner, at: "\(path).\(name)") }
            }
        case .array(let elements):
            guard let items = schema["items"] as? Object else { break }
            for element in elements { faults += self.faults(element, items, at: "\(path)[]") }
        case .flag: break
        }
        return faults
    }

    private func boundFaults(_ number: Double, _ schema: Object, at path: String) -> [String] {
        var faults: [String] = []
        if let least = (schema["minimum"] as? NSNumber)?.doubleValue, number < least {
            faults.append("\(path) is too low")
        }
        if let most = (schema["maximum"] as? NSNumber)?.doubleValue, number > most {
            faults.append("\(path) is too high")
        }
        return faults
    }

    private func typeFaults(_ value: JSONValue, _ schema: Object, at path: String) -> [String] {
        guard let type = schema["type"] as? String else { return [] }
        let isRight =
            switch (type, value) {
            case ("object", .object), ("array", .array), ("string", .text), ("boolean", .flag), ("integer", .integer),
                ("number", .integer), ("number", .number):
                true
            // The jukebox's volume is an "integer" with the format "float", from 0.0 to 1.0.
            case ("integer", .number): schema["format"] as? String == "float"
            default: false
            }
        guard isRight else { return ["\(path) is no \(type)"] }
        if schema["format"] as? String == "date-time", case .text(let text) = value,
            text.wholeMatch(of: #/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)/#) == nil
        {
            return ["\(path) is no time: \(text)"]
        }
        return []
    }

    private func members(_ schema: Object) -> [String: Object] {
        let schema = resolve(schema)
        var members = schema["properties"] as? [String: Object] ?? [:]
        for part in schema["allOf"] as? [Object] ?? [] { members.merge(self.members(part)) { first, _ in first } }
        return members
    }

    private func resolve(_ schema: Object) -> Object {
        guard let reference = schema["$ref"] as? String, let name = reference.split(separator: "/").last else {
            return schema
        }
        return resolve(schemas[String(name)] as? Object ?? [:])
    }
}
