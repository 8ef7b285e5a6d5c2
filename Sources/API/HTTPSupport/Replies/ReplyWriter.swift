package import Primitives

/// Writes a reply as XML or JSON, directly as UTF-8, from one description of it.
///
/// Members that are attributes in XML must be written before those that are elements. Both formats follow the same
/// rules: an `attribute` is an XML attribute or a JSON member; a `text` is an element of text or a JSON member; an
/// `object` is an element or a JSON object; an array is the repeated element or a JSON array, which is present even
/// when it is empty. Nothing is ever null: unknown values are left out.
package struct ReplyWriter {
    private var bytes: [UInt8] = []
    package let isXML: Bool
    package let detail: ReplyDetail
    private var needsComma = false
    /// An XML element has begun and has no content yet.
    private var isTagOpen = false

    private init(isXML: Bool, detail: ReplyDetail = .full, capacity: Int = 2048) {
        self.isXML = isXML
        self.detail = detail
        bytes.reserveCapacity(capacity)
    }

    /// A whole document of one object.
    ///
    /// - Parameter capacity: the expected size in bytes.
    package static func document(
        _ format: ReplyFormat, _ root: StaticString, detail: ReplyDetail = .full, capacity: Int,
        _ members: (inout ReplyWriter) -> Void
    ) -> [UInt8] {
        var writer = ReplyWriter(isXML: format == .xml, detail: detail, capacity: capacity)
        switch format {
        case .xml:
            writer.raw("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
            writer.object(root, members)
        case .json, .jsonp:
            if case .jsonp(let callback) = format { writer.raw("\(callback)(") }
            writer.braces { $0.object(root, members) }
            if case .jsonp = format { writer.raw(");") }
        }
        return writer.bytes
    }

    private mutating func raw(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }

    // MARK: Members

    package mutating func attribute(_ name: StaticString, _ value: String) {
        key(attribute: name)
        if isXML {
            XMLText.append(value, to: &bytes, inAttribute: true)
        } else {
            append("\"")
            JSONText.append(value, to: &bytes, isScript: true)
        }
        append("\"")
    }

    package mutating func attribute(_ name: StaticString, _ value: Int) {
        bare(name, String(value))
    }

    package mutating func attribute(_ name: StaticString, _ value: Int64) {
        bare(name, String(value))
    }

    package mutating func attribute(_ name: StaticString, _ value: Bool) {
        bare(name, value ? "true" : "false")
    }

    /// Infinities and NaN are left out: neither format has them.
    package mutating func attribute(_ name: StaticString, _ value: Double) {
        if value.isFinite { bare(name, "\(value)") }
    }

    package mutating func attribute(_ name: StaticString, _ value: Timestamp) {
        bareText(name, ISO8601.text(of: value))
    }

    package mutating func attribute(_ name: StaticString, _ value: String?) {
        if let value { attribute(name, value) }
    }

    package mutating func attribute(_ name: StaticString, _ value: Int?) {
        if let value { attribute(name, value) }
    }

    package mutating func attribute(_ name: StaticString, _ value: Double?) {
        if let value { attribute(name, value) }
    }

    package mutating func attribute(_ name: StaticString, _ value: Timestamp?) {
        if let value { attribute(name, value) }
    }

    /// Writes text that needs no escapes: ids, dates, names of the protocol.
    package mutating func bareText(_ name: StaticString, _ value: String) {
        key(attribute: name)
        if !isXML { append("\"") }
        bytes.append(contentsOf: value.utf8)
        append("\"")
    }

    /// Writes an id with the prefix of its kind.
    package mutating func bareText(_ name: StaticString, _ prefix: StaticString, _ value: String) {
        key(attribute: name)
        if !isXML { append("\"") }
        append(prefix)
        bytes.append(contentsOf: value.utf8)
        append("\"")
    }

    private mutating func bare(_ name: StaticString, _ value: String) {
        key(attribute: name)
        bytes.append(contentsOf: value.utf8)
        if isXML { append("\"") }
    }

    private mutating func key(attribute name: StaticString) {
        if isXML {
            append(" ")
            append(name)
            append("=\"")
        } else {
            key(member: name)
        }
    }

    // MARK: Elements

    package mutating func object(_ name: StaticString, _ members: (inout ReplyWriter) -> Void) {
        if isXML {
            element(name, members)
        } else {
            key(member: name)
            braces(members)
        }
    }

    /// - Parameter name: the name of the JSON array, and of each XML element unless `each` gives another.
    package mutating func array<Items: Sequence>(
        _ name: StaticString, each: StaticString? = nil, _ items: Items,
        _ members: (inout ReplyWriter, Items.Element) -> Void
    ) {
        if isXML {
            for item in items { element(each ?? name) { members(&$0, item) } }
        } else {
            key(member: name)
            append("[")
            needsComma = false
            for item in items {
                separate()
                braces { members(&$0, item) }
            }
            append("]")
            needsComma = true
        }
    }

    package mutating func text(_ name: StaticString, _ value: String?) {
        guard let value else { return }
        if isXML {
            element(name) { $0.characters(value) }
        } else {
            attribute(name, value)
        }
    }

    package mutating func number(_ name: StaticString, _ value: Double) {
        if isXML {
            element(name) { $0.characters("\(value)") }
        } else {
            attribute(name, value)
        }
    }

    package mutating func number(_ name: StaticString, _ value: Int) {
        if isXML {
            element(name) { $0.characters(String(value)) }
        } else {
            attribute(name, value)
        }
    }

    package mutating func number(_ name: StaticString, _ value: Int64) {
        if isXML {
            element(name) { $0.characters(String(value)) }
        } else {
            attribute(name, value)
        }
    }

    package mutating func texts(_ name: StaticString, _ values: [String]) {
        if isXML {
            for value in values { element(name) { $0.characters(value) } }
        } else {
            key(member: name)
            append("[")
            for (index, value) in values.enumerated() {
                append(index == 0 ? "\"" : ",\"")
                JSONText.append(value, to: &bytes, isScript: true)
                append("\"")
            }
            append("]")
            needsComma = true
        }
    }

    package mutating func numbers(_ name: StaticString, _ values: [Int]) {
        if isXML {
            for value in values { element(name) { $0.characters(String(value)) } }
        } else {
            key(member: name)
            append("[")
            for (index, value) in values.enumerated() {
                if index > 0 { append(",") }
                bytes.append(contentsOf: String(value).utf8)
            }
            append("]")
            needsComma = true
        }
    }

    /// Writes the text inside an XML element; the member `value` in JSON.
    package mutating func content(_ value: String) {
        if isXML { characters(value) } else { attribute("value", value) }
    }

    private mutating func characters(_ value: String) {
        closeTag()
        XMLText.append(value, to: &bytes, inAttribute: false)
    }

    private mutating func element(_ name: StaticString, _ members: (inout ReplyWriter) -> Void) {
        closeTag()
        append("<")
        append(name)
        isTagOpen = true
        members(&self)
        if isTagOpen {
            append("/>")
            isTagOpen = false
        } else {
            append("</")
            append(name)
            append(">")
        }
    }

    private mutating func closeTag() {
        guard isTagOpen else { return }
        append(">")
        isTagOpen = false
    }

    private mutating func braces(_ members: (inout ReplyWriter) -> Void) {
        append("{")
        needsComma = false
        members(&self)
        append("}")
        needsComma = true
    }

    private mutating func key(member name: StaticString) {
        separate()
        append("\"")
        append(name)
        append("\":")
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { append(",") }
        needsComma = false
    }

    private mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }
}

/// How much of a reply a client can read.
package enum ReplyDetail: Sendable, Equatable {
    case full
    /// Without what was added to the protocol later.
    case legacy
    /// Only what a song can't be shown without.
    case minimal
}
