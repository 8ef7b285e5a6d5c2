import Primitives
import Accounts
import HTTPTypes
import Foundation
import Testing

/// Compares every endpoint's reply in both formats with a golden file. `RONDO_WRITE_GOLDEN=1` rewrites the files, which
/// must be reviewed before they are committed.
@Suite("The reply to") struct GoldenTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Golden")
    private static let writes = ProcessInfo.processInfo.environment["RONDO_WRITE_GOLDEN"] == "1"

    @Test("every endpoint matches its golden file") func replies() async throws {
        let rest = try await RestFixture()
        for call in try await GoldenCall.all(rest) {
            for format in ["json", "xml"] {
                let reply = try await rest.call(call, format: format)
                let text = Self.normalized(format == "json" ? Self.indented(reply.text) : Self.broken(reply.text))
                let file = Self.folder.appendingPathComponent("\(call.name).\(format)")
                if Self.writes {
                    try Data(text.utf8).write(to: file)
                } else {
                    let expected = try? String(contentsOf: file, encoding: .utf8)
                    #expect(text == expected, "\(call.name).\(format)")
                }
            }
        }
    }

    /// Replaces each id by the number of its first appearance, because ids differ in every run. The same goes for the
    /// secrets of links.
    private static func normalized(_ text: String) -> String {
        var seen: [Substring: Int] = [:]
        return text.replacing(#/(tr|al|ar|fo|pl|ra|sh|po|ep)-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/#) { match in
            let number = seen[match.output.2] ?? seen.count + 1
            seen[match.output.2] = number
            return "\(match.output.1)-\(number)"
        }.replacing(#/proof=[0-9a-f-]{36}\.[A-Za-z0-9_-]{22}(?![A-Za-z0-9_-])/#, with: "proof=PROOF")
            .replacing(#/\/share\/[A-Za-z0-9_-]{43}(?![A-Za-z0-9_-])/#, with: "/share/LINK")
    }

    /// One line for each value, in the order in which they were sent.
    private static func indented(_ json: String) -> String {
        var (text, depth, isText, isEscaped) = ("", 0, false, false)
        func newline() -> String { "\n" + String(repeating: "  ", count: depth) }
        for (place, character) in zip(json.indices, json) {
            if isText {
                text.append(character)
                isText = isEscaped || character != "\""
                isEscaped = !isEscaped && character == "\\"
                continue
            }
            switch character {
            case "{", "[":
                depth += 1
                text.append(character)
                if let next = json[place...].dropFirst().first, next != "}", next != "]" { text += newline() }
            case "}", "]":
                depth -= 1
                if let last = text.last, last != "{", last != "[" { text += newline() }
                text.append(character)
            case ",": text += "," + newline()
            default:
                text.append(character)
                isText = character == "\""
            }
        }
        return text + "\n"
    }

    /// One line for each element.
    private static func broken(_ xml: String) -> String {
        xml.replacing("><", with: ">\n<") + "\n"
    }
}
