import Primitives

/// A pull reader for the part of XML 1.0 that playlists use: elements, text, comments, CDATA and the predefined
/// entities. Documents that declare a document type are refused, so there is nothing to expand or to fetch. Names are
/// returned without their prefix.
struct XMLReader {
    enum Event: Equatable {
        case start(String), text(String), end
    }

    private static let deepest = 32

    private let bytes: [UInt8]
    private var at = 0
    private var depth = 0
    /// Set after an empty element, so that the next event is its end.
    private var endsAtOnce = false

    init(_ bytes: [UInt8]) {
        self.bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    }

    /// The next event; nil at the end of the document.
    mutating func next() throws(DomainError) -> Event? {
        if endsAtOnce {
            endsAtOnce = false
            depth -= 1
            return .end
        }
        while at < bytes.count {
            guard bytes[at] == UInt8(ascii: "<") else { return .text(try text()) }
            if skip("<!--") {
                try pass("-->")
            } else if skip("<![CDATA[") {
                let start = at
                try pass("]]>")
                return .text(String(decoding: bytes[start..<(at - 3)], as: UTF8.self))
            } else if skip("<?") {
                try pass("?>")
            } else if skip("</") {
                try pass(">")
                guard depth > 0 else { throw PlaylistFormat.damaged("an end tag has no start tag") }
                depth -= 1
                return .end
            } else if skip("<!") {
                throw PlaylistFormat.damaged("it declares a document type")
            } else {
                at += 1
                return .start(try start())
            }
        }
        guard depth == 0 else { throw PlaylistFormat.damaged("it is cut off") }
        return nil
    }

    private mutating func start() throws(DomainError) -> String {
        let begin = at
        while at < bytes.count, !Self.endsName.contains(bytes[at]) { at += 1 }
        let name = String(decoding: bytes[begin..<at], as: UTF8.self)
        guard !name.isEmpty, name.utf8.count <= 128 else { throw PlaylistFormat.damaged("an element has no name") }
        var quote: UInt8?
        while at < bytes.count {
            let byte = bytes[at]
            at += 1
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: ">") {
                endsAtOnce = at >= 2 && bytes[at - 2] == UInt8(ascii: "/")
                depth += 1
                guard depth <= Self.deepest else { throw PlaylistFormat.damaged("it is nested too deeply") }
                return String(name.split(separator: ":").last ?? "")
            }
        }
        throw PlaylistFormat.damaged("it is cut off")
    }

    private static let endsName: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: ">"), UInt8(ascii: "/")]

    private mutating func text() throws(DomainError) -> String {
        let begin = at
        while at < bytes.count, bytes[at] != UInt8(ascii: "<") { at += 1 }
        let raw = String(decoding: bytes[begin..<at], as: UTF8.self)
        guard raw.utf8.contains(UInt8(ascii: "&")) else { return raw }
        var parts = raw.split(separator: "&", omittingEmptySubsequences: false)
        var text = String(parts.removeFirst())
        for part in parts {
            guard let end = part.firstIndex(of: ";"), let character = Self.character(part[..<end]) else {
                throw PlaylistFormat.damaged("it contains an unknown entity")
            }
            text.unicodeScalars.append(character)
            text += part[part.index(after: end)...]
        }
        return text
    }

    private static func character(_ entity: Substring) -> Unicode.Scalar? {
        switch entity {
        case "amp": return "&"
        case "lt": return "<"
        case "gt": return ">"
        case "quot": return "\""
        case "apos": return "'"
        default:
            guard entity.hasPrefix("#"), entity.count <= 9 else { return nil }
            let digits = entity.dropFirst()
            let number = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
            return number.flatMap(Unicode.Scalar.init)
        }
    }

    private mutating func skip(_ mark: StaticString) -> Bool {
        guard bytes[at...].starts(with: UnsafeBufferPointer(start: mark.utf8Start, count: mark.utf8CodeUnitCount))
        else {
            return false
        }
        at += mark.utf8CodeUnitCount
        return true
    }

    /// Skips everything up to and including the next `mark`.
    private mutating func pass(_ mark: StaticString) throws(DomainError) {
        while at < bytes.count {
            if skip(mark) { return }
            at += 1
        }
        throw PlaylistFormat.damaged("it is cut off")
    }
}
