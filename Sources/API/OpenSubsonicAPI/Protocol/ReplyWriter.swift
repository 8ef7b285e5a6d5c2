import HTTPSupport
import Primitives

/// Writes a reply as XML or JSON, directly as UTF-8, from one description of it.
///
/// Members that are attributes in XML must be written before those that are elements. Both formats follow the same
/// rules: an `attribute` is an XML attribute or a JSON member; a `text` is an element of text or a JSON member; an
/// `object` is an element or a JSON object; an array is the repeated element or a JSON array, which is present even
/// when it is empty. Nothing is ever null: unknown values are left out.
struct ReplyWriter {
    private(set) var bytes: [UInt8] = []
    let isXML: Bool
    let quirks: ClientQuirks
    private var needsComma = false
    /// An XML element has begun and has no content yet.
    private var isTagOpen = false

    init(isXML: Bool, quirks: ClientQuirks, capacity: Int = 2048) {
        self.isXML = isXML
        self.quirks = quirks
        bytes.reserveCapacity(capacity)
    }

    mutating func raw(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }

    // MARK: Members

    mutating func attribute(_ name: StaticString, _ value: String) {
        key(attribute: name)
        if isXML {
            XMLText.append(value, to: &bytes, inAttribute: true)
            append("\"")
        } else {
            append("\"")
            JSONText.append(value, to: &bytes, isScript: true)
            append("\"")
        }
    }

    mutating func attribute(_ name: StaticString, _ value: some FixedWidthInteger) {
        bare(name, String(value))
    }

    mutating func attribute(_ name: StaticString, _ value: Bool) {
        bare(name, value ? "true" : "false")
    }

    /// Infinities and NaN are left out: neither format has them.
    mutating func attribute(_ name: StaticString, _ value: Double) {
        if value.isFinite { bare(name, "\(value)") }
    }

    mutating func attribute(_ name: StaticString, _ value: Timestamp) {
        bareText(name, ISO8601.text(of: value))
    }

    mutating func attribute(_ name: StaticString, _ value: String?) {
        if let value { attribute(name, value) }
    }

    mutating func attribute(_ name: StaticString, _ value: Int?) {
        if let value { attribute(name, value) }
    }

    mutating func attribute(_ name: StaticString, _ value: Double?) {
        if let value { attribute(name, value) }
    }

    mutating func attribute(_ name: StaticString, _ value: Timestamp?) {
        if let value { attribute(name, value) }
    }

    /// Writes text that needs no escapes: ids, dates, names of the protocol.
    mutating func bareText(_ name: StaticString, _ value: String) {
        key(attribute: name)
        if !isXML { append("\"") }
        bytes.append(contentsOf: value.utf8)
        append("\"")
    }

    /// Writes an id with the prefix of its kind.
    mutating func bareText(_ name: StaticString, _ prefix: StaticString, _ value: String) {
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

    mutating func object(_ name: StaticString, _ members: (inout ReplyWriter) -> Void) {
        if isXML {
            element(name, members)
        } else {
            key(member: name)
            braces(members)
        }
    }

    /// - Parameter name: the name of the JSON array, and of each XML element unless `each` gives another.
    mutating func array<Items: Sequence>(
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

    mutating func text(_ name: StaticString, _ value: String?) {
        guard let value else { return }
        if isXML {
            element(name) { $0.characters(value) }
        } else {
            attribute(name, value)
        }
    }

    mutating func number(_ name: StaticString, _ value: Double) {
        if isXML {
            element(name) { $0.characters("\(value)") }
        } else {
            attribute(name, value)
        }
    }

    mutating func texts(_ name: StaticString, _ values: [String]) {
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

    mutating func numbers(_ name: StaticString, _ values: [Int]) {
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
    mutating func content(_ value: String) {
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

    mutating func braces(_ members: (inout ReplyWriter) -> Void) {
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
