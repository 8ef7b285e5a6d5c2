/// A pull reader for the part of XML 1.0 that playlists, subtitles, feeds and workbooks use: elements, attributes, text,
/// comments, CDATA and the predefined entities. Documents that declare a document type are refused, or those that declare
/// one of their own, so there is nothing to expand or to fetch. Names are returned without their prefix.
package struct XMLReader {
    package enum Event: Equatable {
        case start(String), text(String), end
    }

    /// A document that is not read, with the reason.
    package struct Fault: Error, Equatable {
        package let reason: String
    }

    private static let deepest = 32
    private static let longestName = 128
    private static let longestAttribute = 4096
    private static let mostAttributes = 64

    /// The attributes of the element that started last, by name without prefix; the first of each name. The
    /// declarations of namespaces are not among them.
    package private(set) var attributes: [String: String] = [:]
    /// The prefix of the name of the element that started last; empty for none.
    package private(set) var prefix = ""
    /// The namespaces that the element that started last declares.
    package private(set) var namespaces: [String] = []

    private let bytes: [UInt8]
    private let skipsDocumentType: Bool
    private var at = 0
    private var depth = 0
    /// Set after an empty element, so that the next event is its end.
    private var endsAtOnce = false

    /// - Parameter skipsDocumentType: accepts a document type that only names a definition elsewhere, which is not
    ///   fetched.
    package init(_ bytes: [UInt8], skipsDocumentType: Bool = false) {
        self.skipsDocumentType = skipsDocumentType
        self.bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    }

    /// The next event; nil at the end of the document.
    package mutating func next() throws(Fault) -> Event? {
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
                guard depth > 0 else { throw Fault(reason: "an end tag has no start tag") }
                depth -= 1
                return .end
            } else if skipsDocumentType, depth == 0, skip("<!DOCTYPE") {
                try passDocumentType()
            } else if skip("<!") {
                throw Fault(reason: "it declares a document type")
            } else {
                at += 1
                return .start(try start())
            }
        }
        guard depth == 0 else { throw Fault(reason: "it is cut off") }
        return nil
    }

    private mutating func start() throws(Fault) -> String {
        let name = try name()
        guard !name.isEmpty else { throw Fault(reason: "an element has no name") }
        (attributes, namespaces) = ([:], [])
        prefix = name.firstIndex(of: ":").map { String(name[..<$0]) } ?? ""
        var count = 0
        while true {
            passSpace()
            guard at < bytes.count else { throw Fault(reason: "it is cut off") }
            if skip("/>") || skip(">") {
                endsAtOnce = bytes[at - 2] == UInt8(ascii: "/")
                depth += 1
                guard depth <= Self.deepest else { throw Fault(reason: "it is nested too deeply") }
                return Self.local(name)
            }
            count += 1
            guard count <= Self.mostAttributes else { throw Fault(reason: "an element has too many attributes") }
            try attribute()
        }
    }

    private mutating func attribute() throws(Fault) {
        let name = try name()
        passSpace()
        guard !name.isEmpty, skip("=") else { throw Fault(reason: "an attribute has no value") }
        passSpace()
        guard at < bytes.count, bytes[at] == UInt8(ascii: "\"") || bytes[at] == UInt8(ascii: "'") else {
            throw Fault(reason: "an attribute has no value")
        }
        let (quote, begin) = (bytes[at], at + 1)
        at = begin
        while at < bytes.count, bytes[at] != quote { at += 1 }
        guard at < bytes.count else { throw Fault(reason: "it is cut off") }
        let range = begin..<at
        at += 1
        guard range.count <= Self.longestAttribute else { throw Fault(reason: "an attribute is too long") }
        let value = try expanded(range)
        if name == "xmlns" || name.hasPrefix("xmlns:") {
            namespaces.append(value)
        } else if attributes[Self.local(name)] == nil {
            attributes[Self.local(name)] = value
        }
    }

    private mutating func name() throws(Fault) -> String {
        let begin = at
        while at < bytes.count, !Self.endsName(bytes[at]) { at += 1 }
        guard at - begin <= Self.longestName else { throw Fault(reason: "a name is too long") }
        return String(decoding: bytes[begin..<at], as: UTF8.self)
    }

    private static func local(_ name: String) -> String {
        String(name.split(separator: ":").last ?? "")
    }

    private static func endsName(_ byte: UInt8) -> Bool {
        isSpace(byte) || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "=")
            || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }

    private mutating func passSpace() {
        while at < bytes.count, Self.isSpace(bytes[at]) { at += 1 }
    }

    private mutating func text() throws(Fault) -> String {
        let begin = at
        while at < bytes.count, bytes[at] != UInt8(ascii: "<") { at += 1 }
        return try expanded(begin..<at)
    }

    /// The text of a range, with its entities replaced.
    private func expanded(_ range: Range<Int>) throws(Fault) -> String {
        let raw = String(decoding: bytes[range], as: UTF8.self)
        guard raw.utf8.contains(UInt8(ascii: "&")) else { return raw }
        var parts = raw.split(separator: "&", omittingEmptySubsequences: false)
        var text = String(parts.removeFirst())
        for part in parts {
            guard let end = part.firstIndex(of: ";"), let character = Self.character(part[..<end]) else {
                throw Fault(reason: "it contains an unknown entity")
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

    private mutating func passDocumentType() throws(Fault) {
        while at < bytes.count {
            defer { at += 1 }
            if bytes[at] == UInt8(ascii: ">") { return }
            if bytes[at] == UInt8(ascii: "[") { throw Fault(reason: "it declares entities") }
        }
        throw Fault(reason: "it is cut off")
    }

    /// Skips everything up to and including the next `mark`.
    private mutating func pass(_ mark: StaticString) throws(Fault) {
        while at < bytes.count {
            if skip(mark) { return }
            at += 1
        }
        throw Fault(reason: "it is cut off")
    }
}

/// Elements within elements.
extension XMLReader {
    /// The next child of the open element; nil at the element's end. Text between children is passed over.
    package mutating func child() throws(Fault) -> String? {
        while let event = try next() {
            switch event {
            case .start(let name): return name
            case .text: continue
            case .end: return nil
            }
        }
        return nil
    }

    /// The text of the open element and of all within it, through its end.
    ///
    /// - Parameter longest: the length from which on nothing more is added; each part adds at most as many characters.
    @discardableResult
    package mutating func content(upTo longest: Int) throws(Fault) -> String {
        var (text, depth) = ("", 1)
        while depth > 0, let event = try next() {
            switch event {
            case .start: depth += 1
            case .end: depth -= 1
            case .text(let more): text += more.prefix(bytes: longest - text.utf8.count)
            }
        }
        return text
    }

    /// Passes over the open element, through its end.
    package mutating func passElement() throws(Fault) {
        try content(upTo: 0)
    }
}

extension String {
    /// The text as it stands in an element of XML, without the characters that XML 1.0 does not allow.
    package var escapedForXML: String {
        var escaped = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\n", "\t": escaped.unicodeScalars.append(scalar)
            case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF: continue
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
