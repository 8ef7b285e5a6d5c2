/// Extracts the text of `artist.nfo`, `album.nfo` and plain text files. The first two are XML as Kodi writes it, of
/// which one element is used, or plain text nevertheless. https://kodi.wiki/view/NFO_files/Music
enum InfoText {
    /// The longest text, in bytes of UTF-8.
    private static let limit = 32 * 1024

    static func biography(in text: String) -> String? { words(in: text, elements: ["biography", "bio"]) }

    static func notes(in text: String) -> String? { words(in: text, elements: ["review", "notes", "description"]) }

    private static func words(in text: String, elements: [String]) -> String? {
        let plain = trimmed(text[...])
        guard plain.first == "<" else { return bounded(plain) }
        for element in elements {
            guard let start = plain.firstRange(of: "<\(element)>"),
                let end = plain[start.upperBound...].firstRange(of: "</\(element)>")
            else { continue }
            let content = bounded(trimmed(unescaped(plain[start.upperBound..<end.lowerBound])[...]))
            if content != nil { return content }
        }
        return nil
    }

    /// Resolves the five predefined entities of XML, and numeric references.
    private static func unescaped(_ text: Substring) -> String {
        var rest = text
        if rest.hasPrefix("<![CDATA["), rest.hasSuffix("]]>") { return String(rest.dropFirst(9).dropLast(3)) }
        var found = ""
        while let mark = rest.firstIndex(of: "&") {
            found += rest[..<mark]
            guard let end = rest[mark...].prefix(12).firstIndex(of: ";"),
                let scalar = scalar(rest[rest.index(after: mark)..<end])
            else {
                found += "&"
                rest = rest[rest.index(after: mark)...]
                continue
            }
            found.unicodeScalars.append(scalar)
            rest = rest[rest.index(after: end)...]
        }
        return found + rest
    }

    private static func scalar(_ name: Substring) -> Unicode.Scalar? {
        switch name {
        case "amp": "&"
        case "lt": "<"
        case "gt": ">"
        case "quot": "\""
        case "apos": "'"
        case _ where name.hasPrefix("#x"): UInt32(name.dropFirst(2), radix: 16).flatMap(printable)
        case _ where name.hasPrefix("#"): UInt32(name.dropFirst()).flatMap(printable)
        default: nil
        }
    }

    private static func printable(_ value: UInt32) -> Unicode.Scalar? {
        Unicode.Scalar(value).flatMap { $0 == "\n" || $0.properties.generalCategory != .control ? $0 : nil }
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text.drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }

    private static func bounded(_ text: Substring) -> String? {
        guard !text.isEmpty else { return nil }
        guard text.utf8.count > limit else { return String(text) }
        return String(text.unicodeScalars.prefix(limit / 4))
    }
}
