import HTTPSupport
import NIOCore
import Primitives
import Testing

@Suite("JSON bodies") struct JSONTests {
    @Test(
        "times are those that a clock and a calendar show",
        arguments: [
            ("2026-12-31T23:59:59Z", true), ("2024-02-29T00:00:00.5Z", true), ("2026-11-22T10:00:00+02:00", true),
            ("2026-12-31T25:61:61Z", false), ("2027-02-31T00:00:00Z", false), ("2026-02-29T00:00:00Z", false),
            ("2026-13-01T00:00:00Z", false), ("2026-12-31T24:00:00Z", false), ("2026-00-00T00:00:00Z", false),
            ("2026-12-31", false), ("", false),
        ])
    func times(text: String, isTime: Bool) {
        #expect((ISO8601.timestamp(of: text) != nil) == isTime)
    }

    @Test("what is written is what a parser reads")
    func writing() throws {
        let hostile = "\u{0}\u{1F}\"\\/<script>\u{2028}é🎵\n\r\t"
        var json = JSONWriter()
        json.object { json in
            json.field("text", hostile)
            json.field("absent", String?.none)
            json.field("number", Int64.min)
            json.field("list", ["a", "b"])
            json.key("nested")
            json.array([1, 2]) { json, number in json.object { $0.field("n", number) } }
            json.field("nan", Double.nan)
        }
        let parsed = try JSONValue(parsing: json.buffer)
        #expect(
            parsed
                == .object([
                    "text": .text(hostile), "number": .integer(.min), "list": .array([.text("a"), .text("b")]),
                    "nested": .array([.object(["n": .integer(1)]), .object(["n": .integer(2)])]), "nan": .null,
                ]))
    }

    @Test(
        "malformed and abusive bodies are refused with the reason",
        arguments: [
            "", "{", "nul", "{\"a\":}", "[1,2", "\"\\ud800\"", String(repeating: "[", count: 100_000),
            String(repeating: "{\"a\":", count: 64) + "1" + String(repeating: "}", count: 64),
        ])
    func malformed(text: String) {
        let error = #expect(throws: DomainError.self) { try JSONValue(parsing: ByteBuffer(string: text)) }
        #expect(error?.reason == "malformed_json")
    }

    @Test("fields have bounds, types and names")
    func fields() throws {
        var fields = try JSONFields(JSONValue(parsing: ByteBuffer(string: #"{"a":"xyz","n":5,"f":true,"extra":1}"#)))
        #expect(throws: DomainError.self) { try fields.text("a", upTo: 2) }
        #expect(throws: DomainError.self) { try fields.integer("n", in: 6...9) }
        #expect(throws: DomainError.self) { try fields.text("missing") }
        #expect(throws: DomainError.self) { try fields.text("f") }
        let error = #expect(throws: DomainError.self) { try fields.end() }
        #expect(error?.field == "extra" && error?.reason == "unknown_field")
    }

    @Test("times are ISO 8601 in UTC with milliseconds")
    func times() {
        #expect(ISO8601.text(of: Timestamp(milliseconds: 1_795_244_400_007)) == "2026-11-21T07:00:00.007Z")
        #expect(ISO8601.text(of: Timestamp(milliseconds: 0)) == "1970-01-01T00:00:00.000Z")
    }
}
