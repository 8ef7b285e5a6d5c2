import Foundation
import Primitives
import Support
import Testing

/// Writes the web client's list of live events (`public/core/event-names.js`) and the table in the page *Events* from
/// `EventName`. `RONDO_WRITE_GOLDEN=1` rewrites both.
@Suite("The names of live events") struct EventNamesTests {
    private static let script = URL(fileURLWithPath: Program.publicFolder + "/core/event-names.js")
    private static let page = URL(
        fileURLWithPath: Program.root + "/Sources/App/rondo/Documentation.docc/Events.md")

    @Test("match those that the web client listens to") func client() throws {
        let text = """
            // @ts-check
            // The names of the server's live events, written from `EventName` by EventNamesTests. The page Events says what each
            // means.

            export const EVENT_NAMES = [
            \(EventName.allCases.map { "    '\($0.rawValue)'," }.joined(separator: "\n"))
            ];

            """
        try compare(text, with: Self.script)
    }

    @Test("are documented with their meaning and recipients") func documentation() throws {
        let head = "| event | meaning | recipients |\n| --- | --- | --- |\n"
        let rows = EventName.allCases.map { "| `\($0.rawValue)` | \($0.meaning) | \($0.recipients) |\n" }
        let text = try String(contentsOf: Self.page, encoding: .utf8)
        let start = try #require(text.range(of: head)?.lowerBound, "The page has no table of events")
        let end = text.range(of: "\n\n", range: start..<text.endIndex).map { text.index(after: $0.lowerBound) }
        try compare(
            text[..<start] + head + rows.joined() + text[(end ?? text.endIndex)...], with: Self.page)
    }

    private func compare(_ text: some StringProtocol, with file: URL) throws {
        if ProcessInfo.processInfo.environment["RONDO_WRITE_GOLDEN"] == "1" {
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == text, "Write it anew: RONDO_WRITE_GOLDEN=1")
    }
}
