import NIOCore
import Primitives
import Support
import Testing

@testable import HTTPSupport
@testable import Portability

@Suite("Generated JSON and CSV") struct JSONInputTests {
    private static let corpus = [
        #"{"name":"Mix","trackIds":["a","b"],"year":1999,"rating":4.5,"own":true,"none":null,"deep":[[{"x":[1]}]]}"#,
        #"[{"listened_at":1700000000,"track_metadata":{"track_name":"Song é 👩","artist_name":"Nina\\\""}},{}]"#,
        "{\"a\":1}\n{\"b\":[1,2,{}]}\n",
    ]
    private static let tokens = [
        "{", "}", "[", "]", "\"", "\\", "\\u0000", "\\ud800", "\\udc00", "null", "true", "1e309", "-0", "1E+", "0.1",
        "{\"name\":",
        "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[", "\"name\"", ",",
    ]

    @Test("a body is JSON or refused, and each field has its type and bounds or is refused")
    func bodies() throws {
        try GeneratedInput("json", corpus: Self.corpus, tokens: Self.tokens).each { bytes in
            let value: JSONValue
            do throws(DomainError) {
                value = try JSONValue(parsing: ByteBuffer(bytes: bytes))
            } catch {
                return #expect(error.code == .invalid && error.reason == "malformed_json")
            }
            #expect(Self.depth(of: value) <= JSONValue.maximumDepth)
            guard case .object(let members) = value else {
                return #expect((try? JSONFields(value)) == nil)
            }
            for name in members.keys {
                var fields = try JSONFields(value)
                if let text = try? fields.optionalText(name, upTo: 64) {
                    #expect(text.utf8.count <= 64 && !text.utf8.contains(0))
                }
                fields = try JSONFields(value)
                if let number = try? fields.optionalInteger(name, in: 0...2000) { #expect((0...2000).contains(number)) }
                fields = try JSONFields(value)
                if let texts = try? fields.texts(name, count: 2) { #expect(texts.count <= 2) }
                fields = try JSONFields(value)
                _ = try? fields.optionalNumber(name)
                fields = try JSONFields(value)
                if let objects = try? fields.objects(name, count: 3) { #expect(objects.count <= 3) }
                fields = try JSONFields(value)
                _ = try? fields.integers(name, count: 3, in: -1...1)
                _ = try? fields.end()
            }
        }
    }

    private static func depth(of value: JSONValue) -> Int {
        switch value {
        case .array(let values): 1 + (values.map(depth).max() ?? 0)
        case .object(let members): 1 + (members.values.map(depth).max() ?? 0)
        default: 0
        }
    }

    @Test("long JSON is split into the same objects however it is chunked") func pieces() throws {
        try GeneratedInput("json pieces", corpus: Self.corpus, tokens: Self.tokens).each { bytes in
            func cut(_ portion: Int) -> [[UInt8]]? {
                var pieces = JSONChunks()
                var found: [[UInt8]] = []
                do throws(DomainError) {
                    for start in stride(from: 0, to: bytes.count, by: portion) {
                        found += try pieces.feed(bytes[start..<min(start + portion, bytes.count)])
                    }
                    try pieces.end()
                } catch {
                    #expect(error.reason == "import_unreadable")
                    return nil
                }
                return found
            }
            let whole = cut(max(bytes.count, 1))
            #expect(whole == cut(1) && whole == cut(7))
            for piece in whole ?? [] { #expect(piece.first == UInt8(ascii: "{")) }
        }
    }

    @Test("a table is split into the same rows however it is chunked") func rows() throws {
        let corpus = ["uts,utc_time,artist\n1700000000,\"x, \"\"y\"\"\",Nina\r\n", "a,,\n\n\"multi\nline\",b"]
        try GeneratedInput("csv", corpus: corpus, tokens: ["\"", "\"\"", ",", "\n", "\r"]).each { bytes in
            func cut(_ portion: Int) -> [[String]]? {
                var lines = CSVLines()
                var rows: [[String]] = []
                do throws(DomainError) {
                    for start in stride(from: 0, to: bytes.count, by: portion) {
                        rows += try lines.feed(bytes[start..<min(start + portion, bytes.count)])
                    }
                } catch {
                    return nil
                }
                if let last = lines.end() { rows.append(last) }
                return rows
            }
            #expect(cut(max(bytes.count, 1)) == cut(3))
        }
    }
}
