import Catalog
import Primitives

/// The texts of ID3v2's frames (id3.org, ID3v2.4.0 structure, section 4): an encoding, then texts that end in zeros.
enum ID3Text: UInt8 {
    case latin = 0
    /// UTF-16 with a byte order mark.
    case utf16 = 1
    /// UTF-16, the high byte first.
    case utf16Big = 2
    case utf8 = 3

    private var width: Int { self == .utf16 || self == .utf16Big ? 2 : 1 }

    /// Takes a text and its terminator from the beginning of `bytes`; what is there if it has no terminator.
    ///
    /// - Parameter isLittle: the byte order that the frame's first text states, which later texts may leave out.
    func take(from bytes: inout ArraySlice<UInt8>, isLittle: inout Bool) -> String {
        var end = bytes.startIndex
        while end + width <= bytes.endIndex, !bytes[end..<(end + width)].allSatisfy({ $0 == 0 }) { end += width }
        let isTerminated = end + width <= bytes.endIndex
        let text = isTerminated ? bytes[..<end] : bytes
        bytes = isTerminated ? bytes[(end + width)...] : []
        return decode(text, isLittle: &isLittle).streamSafe
    }

    private func decode(_ bytes: ArraySlice<UInt8>, isLittle: inout Bool) -> String {
        switch self {
        case .latin: return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        case .utf8: return String(decoding: bytes, as: UTF8.self)
        case .utf16, .utf16Big:
            var rest = bytes
            if rest.starts(with: [0xFF, 0xFE]) || rest.starts(with: [0xFE, 0xFF]) {
                isLittle = rest.first == 0xFF
                rest = rest.dropFirst(2)
            }
            return TextDecoding.utf16(rest, isLittle: isLittle)
        }
    }

    /// The text with its terminator. Characters that the encoding lacks become question marks.
    func encode(_ text: String, isTerminated: Bool = true) -> [UInt8] {
        let end = [UInt8](repeating: 0, count: isTerminated ? width : 0)
        switch self {
        case .latin:
            return text.unicodeScalars.filter { $0 != "\u{2060}" }.map {
                $0.value < 0x100 ? UInt8($0.value) : UInt8(ascii: "?")
            } + end
        case .utf8: return Array(text.utf8) + end
        case .utf16:
            return [0xFF, 0xFE] + text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] } + end
        case .utf16Big: return text.utf16.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] } + end
        }
    }

    /// ISO 639-2 in lower case; nil for `XXX`, which is unknown.
    static func language(_ bytes: ArraySlice<UInt8>) -> String? {
        let code = String(decoding: bytes, as: UTF8.self).lowercased()
        return code.utf8.count == 3 && code.utf8.allSatisfy { (0x61...0x7A).contains($0) } && code != "xxx" ? code : nil
    }

    static func code(_ language: String?) -> [UInt8] {
        let code = Array((language ?? "").utf8)
        return code.count == 3 ? code : Array("XXX".utf8)
    }
}
