import Foundation
import HTTPSupport
import HTTPTypes
@testable import OpenSubsonicAPI
import RouterSupport
import Testing

/// Calls every endpoint of the specification in every format, checks each JSON reply against its schema, and writes the
/// report `Tests/Conformance/REPORT.md`. `RONDO_WRITE_GOLDEN=1` rewrites it.
@Suite("The OpenSubsonic specification") struct ConformanceTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Conformance")

    private struct Row {
        var isKnown = false
        var isServed = false
        var calls = 0
        var sent: Set<String> = []
        var specified: Set<String> = []
    }

    @Test("every reply matches its schema, and the report counts the fields") func walk() async throws {
        let document = try SchemaDocument(Self.folder.appendingPathComponent("openapi.json"))
        let rest = try await RestFixture()
        var rows: [String: Row] = [:]
        for endpoint in document.endpoints {
            var row = Row()
            let own = rest.api.endpoints.first { $0.name == endpoint }
            row.isKnown = own != nil
            row.isServed = own.map { $0.access != .nobody } ?? false
            for (name, schema) in document.content(endpoint) {
                row.specified.insert(name)
                row.specified.formUnion(document.paths(of: schema, at: name))
            }
            rows[endpoint] = row
        }
        for call in try await GoldenCall.all(rest) {
            guard rows[call.endpoint]?.isKnown == true else { continue }
            for format in ["json", "xml", "jsonp"] {
                let reply = try await rest.call(call, format: format, [("callback", "f")])
                #expect(reply.status == .ok || reply.status.code == 206, "\(call.name)")
                if format == "xml" {
                    #expect(reply.text.hasPrefix("<?xml") || !reply.text.contains("subsonic-response"), "\(call.name)")
                    #expect(XMLReading.isWellFormed(reply.text), "\(call.name)")
                }
                if format == "jsonp" {
                    #expect(reply.text.hasPrefix("f({") && reply.text.hasSuffix("});"), "\(call.name)")
                }
                guard format == "json" else { continue }
                rows[call.endpoint]?.calls += 1
                let value = try JSONValue(parsing: reply.body)
                let faults =
                    document.reply(call.endpoint).map { document.faults(document.wrapped(value, $0), $0) } ?? []
                #expect(faults == [], "\(call.name)")
                guard case .object(let reply) = value, case .object(let members)? = reply["subsonic-response"] else {
                    continue
                }
                for (name, member) in members where rows[call.endpoint]?.specified.contains(name) == true {
                    rows[call.endpoint]?.sent.formUnion(Self.paths(of: member, at: name))
                }
            }
        }
        try check(report(document, rows))
    }

    /// The path of every member that is present, in the form of `SchemaDocument.paths`.
    private static func paths(of value: JSONValue, at path: String) -> Set<String> {
        switch value {
        case .object(let members):
            members.reduce(into: [path]) { $0.formUnion(paths(of: $1.value, at: "\(path).\($1.key)")) }
        case .array(let elements): elements.reduce(into: [path]) { $0.formUnion(paths(of: $1, at: path + "[]")) }
        default: [path]
        }
    }

    private func report(_ document: SchemaDocument, _ rows: [String: Row]) -> String {
        var text = """
            # OpenSubsonic: what is served

            `ConformanceTests` generates this report. It calls every endpoint of the specification in XML, JSON and JSONP and checks the replies against
            `openapi.json`. *Fields* says how many fields, at any depth, the replies in this test have, of all that the specification lists. Fields are
            absent if the test's files lack the tag, or if the test makes no such data.

            | endpoint | served | fields |
            | --- | --- | --- |

            """
        for endpoint in document.endpoints {
            guard let row = rows[endpoint] else { continue }
            let served = row.isServed ? "yes" : row.isKnown ? "refused" : "no"
            let fields = row.sent.intersection(row.specified).count
            text += "| `\(endpoint)` | \(served) | "
            text += row.specified.isEmpty ? "|\n" : "\(fields)/\(row.specified.count) |\n"
        }
        let served = rows.values.filter(\.isServed).count
        return text + "\n\(served) of \(rows.count) endpoints are served.\n"
    }

    private func check(_ report: String) throws {
        let file = Self.folder.appendingPathComponent("REPORT.md")
        if ProcessInfo.processInfo.environment["RONDO_WRITE_GOLDEN"] == "1" {
            try Data(report.utf8).write(to: file)
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == report, "Write the report anew: RONDO_WRITE_GOLDEN=1")
    }
}
