/// Text in XML 1.0.
enum XMLText {
    /// Appends escaped text. Characters that XML cannot contain even when escaped are left out (XML 1.0 §2.2).
    static func append(_ text: String, to bytes: inout [UInt8], inAttribute: Bool) {
        var text = text
        text.withUTF8 { source in
            if source.allSatisfy(isPlain) {
                bytes.append(contentsOf: source)
            } else {
                appendEscaped(source, to: &bytes, inAttribute: inAttribute)
            }
        }
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        // U+FFFE and U+FFFF begin with EF.
        byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "<") && byte != UInt8(ascii: ">")
            && byte != UInt8(ascii: "&") && byte != UInt8(ascii: "\"") || byte > 0x7F && byte != 0xEF
    }

    private static func appendEscaped(
        _ source: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8], inAttribute: Bool
    ) {
        for (index, byte) in source.enumerated() {
            switch byte {
            case UInt8(ascii: "<"): bytes.append(contentsOf: "&lt;".utf8)
            case UInt8(ascii: ">"): bytes.append(contentsOf: "&gt;".utf8)
            case UInt8(ascii: "&"): bytes.append(contentsOf: "&amp;".utf8)
            case UInt8(ascii: "\""): bytes.append(contentsOf: "&quot;".utf8)
            // Readers turn white space in attributes into spaces unless it is a reference (§3.3.3), and \r into
            // \n everywhere (§2.11).
            case UInt8(ascii: "\n") where !inAttribute, UInt8(ascii: "\t") where !inAttribute: bytes.append(byte)
            case UInt8(ascii: "\n"), UInt8(ascii: "\t"), UInt8(ascii: "\r"):
                bytes.append(contentsOf: "&#\(byte);".utf8)
            case 0..<0x20: break
            case 0xBE, 0xBF:
                if index >= 2, source[index - 1] == 0xBF, source[index - 2] == 0xEF {
                    bytes.removeLast(2)
                } else {
                    bytes.append(byte)
                }
            default: bytes.append(byte)
            }
        }
    }
}
