import Foundation
import HTTPTypes
import Support
import Testing

/// The examples of the OpenAPI document. Readers copy them, and client generators show them.
@Suite("The OpenAPI examples") struct OpenAPIExampleTests {
    @Test("exist for every JSON body and reply, and match its schema") func examples() async throws {
        let gateway = try await ComposedServer.empty.value
        let document = try await gateway.send(.get, "/api/v1/openapi.json").json
        let schemas = try #require((document?["components"] as? [String: Any])?["schemas"] as? [String: [String: Any]])
        var count = 0
        for (path, operations) in try #require(document?["paths"] as? [String: [String: [String: Any]]]) {
            for (method, operation) in operations {
                let replies = (operation["responses"] as? [String: [String: Any]] ?? [:]).map(\.value)
                for part in replies + [operation["requestBody"] as? [String: Any] ?? [:]] {
                    for (type, content) in part["content"] as? [String: [String: Any]] ?? [:]
                    where type.contains("json") {
                        let schema = try #require(content["schema"] as? [String: Any])
                        // The body is a file.
                        if schema["format"] as? String == "binary" { continue }
                        let problems = Self.problems(content["example"], schema, schemas, at: "")
                        #expect(problems.isEmpty, "\(method) \(path): \(problems)")
                        count += 1
                    }
                }
            }
        }
        #expect(count > 400)
    }

    /// The places where `value` violates the schema. Supports the part of JSON Schema that the document uses.
    private static func problems(
        _ value: Any?, _ schema: [String: Any], _ schemas: [String: [String: Any]], at place: String
    ) -> [String] {
        if let reference = schema["$ref"] as? String {
            let name = reference.split(separator: "/").last.map(String.init) ?? ""
            return schemas[name].map { problems(value, $0, schemas, at: place) } ?? ["\(place): no schema \(name)"]
        }
        if let choices = schema["anyOf"] as? [[String: Any]] {
            let found = choices.map { problems(value, $0, schemas, at: place) }
            return found.contains { $0.isEmpty } ? [] : found[0]
        }
        switch schema["type"] as? String {
        case "string":
            guard let text = value as? String else { return ["\(place) is no string"] }
            return (schema["enum"] as? [String])?.contains(text) ?? true ? [] : ["\(place) is none of the choices"]
        case "integer", "number": return value is NSNumber ? [] : ["\(place) is no number"]
        case "boolean": return value is Bool ? [] : ["\(place) is no boolean"]
        case "array":
            guard let list = value as? [Any] else { return ["\(place) is no list"] }
            let items = schema["items"] as? [String: Any] ?? [:]
            return list.flatMap { problems($0, items, schemas, at: place + "[]") }
        case "object":
            guard let object = value as? [String: Any] else { return ["\(place) is no object"] }
            guard let members = schema["properties"] as? [String: [String: Any]] else { return [] }
            let missing = (schema["required"] as? [String] ?? []).filter { object[$0] == nil }
            let unknown = object.keys.filter { members[$0] == nil }
            return missing.map { "\(place).\($0) is missing" } + unknown.map { "\(place).\($0) is unknown" }
                + object.flatMap { name, value in
                    problems(value, members[name] ?? [:], schemas, at: "\(place).\(name)")
                }
        default: return value == nil ? ["\(place) is missing"] : []
        }
    }
}
