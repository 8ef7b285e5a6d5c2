import HTTPTypes
import Hummingbird
import NIOCore
import Primitives
import Testing

@testable import HTTPSupport

@Suite("JSON bodies") struct JSONTests {
    @Test(
        "timestamps accept exactly the valid dates and times",
        arguments: [
            ("2026-12-31T23:59:59Z", true), ("2024-02-29T00:00:00.5Z", true), ("2026-11-22T10:00:00+02:00", true),
            ("2026-12-31T25:61:61Z", false), ("2027-02-31T00:00:00Z", false), ("2026-02-29T00:00:00Z", false),
            ("2026-13-01T00:00:00Z", false), ("2026-12-31T24:00:00Z", false), ("2026-00-00T00:00:00Z", false),
            ("2026-12-31", false), ("", false),
        ])
    func times(text: String, isTime: Bool) {
        #expect((ISO8601.timestamp(of: text) != nil) == isTime)
    }

    @Test("a parser reads the values that were written")
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

    @Test(
        "an object with a repeated member is refused, even if the name is escaped",
        arguments: [
            #"{"a":1,"a":1}"#, #"{"role":"listener","role":"admin"}"#, #"{"a":1,"\u0061":2}"#,
            #"{"x":{"é":1,"\u00e9":2}}"#, #"[{"":1,"":2}]"#,
        ])
    func duplicates(text: String) {
        let error = #expect(throws: DomainError.self) { try JSONValue(parsing: ByteBuffer(string: text)) }
        #expect(error?.reason == "malformed_json")
    }

    @Test("only valid UTF-8 is accepted")
    func encodings() throws {
        let text = #"{"username":"ada"}"#
        var encodings: [[UInt8]] = []
        let units = Array(text.utf16)
        let scalars = text.unicodeScalars.map(\.value)
        encodings.append(units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] })
        encodings.append(units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
        encodings.append([0xFE, 0xFF] + encodings[0])
        encodings.append([0xFF, 0xFE] + encodings[1])
        encodings.append(scalars.flatMap { [0, 0, 0, UInt8($0)] })
        encodings.append(scalars.flatMap { [UInt8($0), 0, 0, 0] })
        encodings.append([0x22, 0xC3, 0x28, 0x22])
        encodings.append([0x22, 0xED, 0xA0, 0x80, 0x22])
        for bytes in encodings {
            let error = #expect(throws: DomainError.self) { try JSONValue(parsing: ByteBuffer(bytes: bytes)) }
            #expect(error?.reason == "malformed_json")
        }
        let marked = ByteBuffer(bytes: [0xEF, 0xBB, 0xBF] + Array(text.utf8))
        #expect(try JSONValue(parsing: marked) == .object(["username": .text("ada")]))
    }

    @Test(
        "a body must be declared as JSON without another encoding",
        arguments: [
            ("application/json", true), ("Application/JSON; Charset=\"UTF-8\"", true),
            ("application/json;profile=x", true), ("application/json; charset=utf-16", false),
            ("application/json; charset=utf-8; charset=utf-16", false), ("application/jsonx", false),
            ("text/plain", false),
        ])
    func mediaTypes(type: String, isJSON: Bool) {
        #expect(Request.isJSON(type) == isJSON)
    }

    @Test("a body with a byte order mark is refused") func mark() async throws {
        let head = HTTPRequest(
            method: .post, scheme: "https", authority: "localhost", path: "/",
            headerFields: [.contentType: "application/json"])
        for (bytes, isRead) in [([UInt8]("{}".utf8), true), ([0xEF, 0xBB, 0xBF] + Array("{}".utf8), false)] {
            let request = Request(head: head, body: RequestBody(buffer: ByteBuffer(bytes: bytes)))
            let fields = try? await request.jsonFields()
            #expect((fields != nil) == isRead)
        }
    }

    @Test(
        "values follow RFC 8259",
        arguments: [
            (" [1, -0, 1.0, 1e2, 1.5, 9223372036854775807, 9223372036854775808]\n", true),
            (#""\u00e9\ud83c\udfb5\/\b\f\n\r\t""#, true), ("{}", true), ("[ ]", true), (" null ", true),
            ("01", false), ("+1", false), (".5", false), ("1.", false), ("1e", false), ("0x10", false), ("NaN", false),
            ("1e999", false), ("[1,]", false), (#"{"a":1,}"#, false), ("'a'", false), ("{a:1}", false),
            ("\"\u{1}\"", false), (#""\ud83c""#, false), (#""\udfb5\ud83c""#, false), (#""\x41""#, false),
            (#""\u12g4""#, false), ("true false", false), ("truex", false), ("/**/1", false), ("\u{A0}1", false),
        ])
    func grammar(text: String, isValid: Bool) {
        #expect(((try? JSONValue(parsing: ByteBuffer(string: text))) != nil) == isValid)
    }

    @Test("whole numbers are integers in any notation, and strings are unescaped")
    func values() throws {
        let numbers = "[1, -0, 1.0, 1e2, 1.5, 9223372036854775807, 9223372036854775808]"
        #expect(
            try JSONValue(parsing: ByteBuffer(string: numbers))
                == .array([
                    .integer(1), .integer(0), .integer(1), .integer(100), .number(1.5), .integer(.max),
                    .number(9_223_372_036_854_775_808),
                ]))
        let text = #""a\u00e9\ud83c\udfb5\/\"\\\b\f\n\r\té""#
        #expect(
            try JSONValue(parsing: ByteBuffer(string: text)) == .text("aé🎵/\"\\\u{8}\u{C}\n\r\té"))
    }

    @Test("fields have bounds, types and names")
    func fields() throws {
        let text = #"{"a":"xyz","n":5,"f":true,"list":["\u0000"],"extra":1}"#
        var fields = try JSONFields(JSONValue(parsing: ByteBuffer(string: text)))
        #expect(throws: DomainError.self) { try fields.optionalText("a", upTo: 2) }
        #expect(throws: DomainError.self) { try fields.optionalInteger("n", in: 6...9) }
        #expect(try fields.optionalText("missing") == nil)
        #expect(throws: DomainError.self) { try fields.optionalText("f") }
        #expect(throws: DomainError.self) { try fields.texts("list", count: 2) }
        let error = #expect(throws: DomainError.self) { try fields.end() }
        #expect(error?.field == "extra" && error?.reason == "unknown_field")
    }

    @Test("times are ISO 8601 in UTC with milliseconds")
    func times() {
        #expect(ISO8601.text(of: Timestamp(milliseconds: 1_795_244_400_007)) == "2026-11-21T07:00:00.007Z")
        #expect(ISO8601.text(of: Timestamp(milliseconds: 0)) == "1970-01-01T00:00:00.000Z")
    }
}
