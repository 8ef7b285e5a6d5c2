import Foundation
package import NIOCore
package import Primitives

/// A parsed JSON text, for request bodies whose every field is then asked for by name.
package enum JSONValue: Sendable, Equatable, Decodable {
    case null
    case flag(Bool)
    case integer(Int64)
    case number(Double)
    case text(String)
    case array([JSONValue])
    case object([String: JSONValue])

    /// Objects and arrays within each other; more is refused before parsing.
    package static let maximumDepth = 32

    /// Throws `invalid` with the reason `malformed_json`.
    package init(parsing bytes: ByteBuffer) throws(DomainError) {
        let view = bytes.readableBytesView
        guard Self.depth(of: view) <= Self.maximumDepth else {
            throw DomainError(.invalid, "The JSON is nested too deeply", reason: "malformed_json")
        }
        do {
            self = try JSONDecoder().decode(JSONValue.self, from: Data(view))
        } catch {
            throw DomainError(.invalid, "The body is not valid JSON", reason: "malformed_json")
        }
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let flag = try? container.decode(Bool.self) {
            self = .flag(flag)
        } else if let integer = try? container.decode(Int64.self) {
            self = .integer(integer)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let array = try? container.decode([JSONValue].self) {
            self = .array(array)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }

    private static func depth(of bytes: ByteBufferView) -> Int {
        var depth = 0
        var deepest = 0
        var inText = false
        var escaped = false
        for byte in bytes {
            if escaped {
                escaped = false
            } else if inText {
                if byte == UInt8(ascii: "\\") { escaped = true }
                if byte == UInt8(ascii: "\"") { inText = false }
            } else if byte == UInt8(ascii: "\"") {
                inText = true
            } else if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
                depth += 1
                deepest = max(deepest, depth)
            } else if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") {
                depth -= 1
            }
        }
        return deepest
    }
}
