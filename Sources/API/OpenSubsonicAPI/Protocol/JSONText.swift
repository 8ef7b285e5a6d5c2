/// Text between the quotes of a JSON string (RFC 8259 §7).
enum JSONText {
    static func append(_ text: String, to bytes: inout [UInt8]) {
        var text = text
        text.withUTF8 { source in
            if source.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") && $0 != 0xE2 }) {
                bytes.append(contentsOf: source)
            } else {
                for index in source.indices { append(source, index, to: &bytes) }
            }
        }
    }

    private static func append(_ source: UnsafeBufferPointer<UInt8>, _ index: Int, to bytes: inout [UInt8]) {
        let byte = source[index]
        switch byte {
        case UInt8(ascii: "\""): bytes.append(contentsOf: "\\\"".utf8)
        case UInt8(ascii: "\\"): bytes.append(contentsOf: "\\\\".utf8)
        case UInt8(ascii: "\n"): bytes.append(contentsOf: "\\n".utf8)
        case UInt8(ascii: "\r"): bytes.append(contentsOf: "\\r".utf8)
        case UInt8(ascii: "\t"): bytes.append(contentsOf: "\\t".utf8)
        case 0..<0x20:
            bytes.append(contentsOf: ("\\u00" + (byte < 16 ? "0" : "") + String(byte, radix: 16)).utf8)
        // U+2028 and U+2029 end a line of JavaScript, which JSONP is.
        case 0xA8, 0xA9:
            if index >= 2, source[index - 1] == 0x80, source[index - 2] == 0xE2 {
                bytes.removeLast(2)
                bytes.append(contentsOf: (byte == 0xA8 ? "\\u2028" : "\\u2029").utf8)
            } else {
                bytes.append(byte)
            }
        default: bytes.append(byte)
        }
    }
}
