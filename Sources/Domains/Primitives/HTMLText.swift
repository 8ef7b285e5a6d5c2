import Foundation

/// Text that another server writes as HTML.
package enum HTMLText {
    /// The elements of HTML that begin a line.
    private static let blocks: Set<String> = [
        "p", "br", "div", "li", "ul", "ol", "h1", "h2", "h3", "h4", "h5", "h6", "tr", "blockquote", "hr",
    ]
    private static let entities: [String: Character] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "ndash": "–", "mdash": "—",
        "hellip": "…", "rsquo": "’", "lsquo": "‘", "rdquo": "”", "ldquo": "“",
    ]

    /// The text without markup: elements of blocks become line ends, scripts and styles go with their content, and
    /// character references are replaced once. A page must escape the result as any other text. The time grows only as
    /// the text's length does, whatever the text is.
    package static func plain(_ html: String) -> String {
        guard html.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) else { return html }
        var text = ""
        var rest = html[...]
        var mayEnd = true
        while let mark = rest.firstIndex(where: { $0 == "<" || $0 == "&" }) {
            text += rest[..<mark]
            rest = rest[mark...]
            if rest.first == "&" {
                pass(entityOf: &rest, into: &text)
            } else {
                pass(tagOf: &rest, into: &text, &mayEnd)
            }
        }
        return collapsed(text + rest)
    }

    /// - Parameter mayEnd: false once no tag ends any more, so that the rest is searched for an end only once.
    private static func pass(tagOf rest: inout Substring, into text: inout String, _ mayEnd: inout Bool) {
        let inner = rest.dropFirst()
        let isTag = inner.first.map { $0.isASCII && ($0.isLetter || $0 == "/" || $0 == "!") } ?? false
        let end = isTag && mayEnd ? inner.firstIndex(of: ">") : nil
        guard let first = inner.first, let end else {
            // A sign of comparison, no tag.
            mayEnd = mayEnd && !isTag
            text += "<"
            rest = inner
            return
        }
        let name = inner[..<end].drop { $0 == "/" }.prefix { $0.isLetter || $0.isNumber }.lowercased()
        if blocks.contains(name) { text += "\n" }
        rest = inner[inner.index(after: end)...]
        guard name == "script" || name == "style", first != "/" else { return }
        rest = rest.firstRange(of: "</\(name)").map { rest[$0.lowerBound...] } ?? ""
    }

    private static func pass(entityOf rest: inout Substring, into text: inout String) {
        let inner = rest.dropFirst()
        guard let end = inner.prefix(12).firstIndex(of: ";"), let character = character(inner[..<end]) else {
            text += "&"
            rest = inner
            return
        }
        text.append(character)
        rest = inner[inner.index(after: end)...]
    }

    private static func character(_ name: Substring) -> Character? {
        guard name.first == "#" else { return entities[String(name)] }
        let digits = name.dropFirst()
        let number = digits.first?.lowercased() == "x" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return number.flatMap(Unicode.Scalar.init).map(Character.init)
    }

    /// Without space at the ends of lines, and with at most one empty line between two others.
    private static func collapsed(_ text: String) -> String {
        var lines: [String] = []
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            let line = trimmed(String(line))
            if !line.isEmpty || lines.last?.isEmpty == false { lines.append(line) }
        }
        return trimmed(lines.joined(separator: "\n"))
    }

    private static func trimmed(_ text: String) -> String { text.trimmingCharacters(in: .whitespacesAndNewlines) }
}

extension String {
    /// The beginning of the text: at most `limit` bytes of UTF-8, cut between two scalars. A character may consist of
    /// any number of scalars, so a number of characters is no limit.
    package func prefix(bytes limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var end = utf8.index(utf8.startIndex, offsetBy: max(limit, 0))
        while end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
        return String(unicodeScalars[..<end])
    }
}
