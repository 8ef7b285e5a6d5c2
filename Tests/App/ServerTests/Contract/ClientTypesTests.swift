import Foundation
import HTTPTypes
import Support
import Testing

/// Writes the web client's API types (`public/core/types.js`) from the OpenAPI document. `RONDO_WRITE_GOLDEN=1`
/// rewrites the file.
@Suite("The web client's types") struct ClientTypesTests {
    private static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("../../../public/core/types.js").standardizedFileURL

    @Test("match the API's description") func types() async throws {
        let document = try await ComposedServer.empty.value.send(.get, "/api/v1/openapi.json").json
        let schemas = try #require((document?["components"] as? [String: Any])?["schemas"] as? [String: [String: Any]])
        let text = TypeDefinitions(schemas).text
        if ProcessInfo.processInfo.environment["RONDO_WRITE_GOLDEN"] == "1" {
            try text.write(to: Self.file, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: Self.file, encoding: .utf8) == text, "Write it anew: RONDO_WRITE_GOLDEN=1")
    }
}

/// JSDoc type definitions of the schemas. A nested object's name joins both names: `PostSong`.
private struct TypeDefinitions {
    private var definitions: [String] = []

    init(_ schemas: [String: [String: Any]]) {
        for (name, schema) in schemas.sorted(by: { $0.key < $1.key }) { define(name, schema) }
    }

    var text: String {
        """
        // @ts-check
        // The shapes that the native API answers with, written from its OpenAPI document by ClientTypesTests. Types only:
        // nothing here runs.

        \(definitions.joined(separator: "\n\n"))

        /**
         * @template T
         * @typedef {{ items: T[], nextCursor?: string }} Page
         */

        export {};

        """
    }

    private mutating func define(_ name: String, _ schema: [String: Any]) {
        let place = definitions.count
        definitions.append("")
        guard let members = schema["properties"] as? [String: [String: Any]] else {
            definitions[place] = "/** @typedef {\(type(schema, name))} \(name) */"
            return
        }
        let required = Set(schema["required"] as? [String] ?? [])
        var lines = ["/**", " * @typedef {object} \(name)"]
        let order = members.keys.sorted { (required.contains($0) ? 0 : 1, $0) < (required.contains($1) ? 0 : 1, $1) }
        for member in order {
            let type = type(members[member] ?? [:], name + member.prefix(1).uppercased() + member.dropFirst())
            lines.append(" * @property {\(type)} \(required.contains(member) ? member : "[\(member)]")")
        }
        definitions[place] = (lines + [" */"]).joined(separator: "\n")
    }

    private mutating func type(_ schema: [String: Any], _ name: String) -> String {
        if let reference = schema["$ref"] as? String { return String(reference.split(separator: "/").last ?? "") }
        if let choices = schema["anyOf"] as? [[String: Any]] {
            return choices.map { type($0, name) }.joined(separator: " | ")
        }
        switch schema["type"] as? String {
        case "integer", "number": return "number"
        case "boolean": return "boolean"
        case "null": return "null"
        case "array":
            let item = type(schema["items"] as? [String: Any] ?? [:], name)
            return item.contains("|") ? "(\(item))[]" : item + "[]"
        case "string":
            guard let choices = schema["enum"] as? [String] else { return "string" }
            let union = choices.map { "'\($0)'" }.joined(separator: "|")
            guard union.utf8.count > 70 else { return union }
            definitions.append("/**\n * @typedef {\(Self.wrapped(choices))} \(name)\n */")
            return name
        case "object" where schema["properties"] != nil:
            define(name, schema)
            return name
        default: return "any"
        }
    }

    private static func wrapped(_ choices: [String]) -> String {
        var lines = [""]
        for choice in choices {
            if lines[lines.count - 1].utf8.count > 70 { lines.append("") }
            lines[lines.count - 1] += "'\(choice)'|"
        }
        return String(lines.joined(separator: "\n *   ").dropLast())
    }
}
