package import NIOCore
package import Primitives

/// Writes JSON (RFC 8259) straight into bytes. Long lists take about a tenth of JSONEncoder's time.
package struct JSONWriter {
    private var bytes: [UInt8] = []
    private var needsComma = false

    package init(capacity: Int = 1024) {
        bytes.reserveCapacity(capacity)
    }

    /// The bytes written so far.
    package var buffer: ByteBuffer { ByteBuffer(bytes: bytes) }

    package mutating func object(_ members: (inout JSONWriter) throws -> Void) rethrows {
        separate()
        bytes.append(UInt8(ascii: "{"))
        needsComma = false
        try members(&self)
        bytes.append(UInt8(ascii: "}"))
        needsComma = true
    }

    package mutating func array<Elements: Sequence>(
        _ elements: Elements, _ element: (inout JSONWriter, Elements.Element) throws -> Void
    ) rethrows {
        separate()
        bytes.append(UInt8(ascii: "["))
        needsComma = false
        for item in elements { try element(&self, item) }
        bytes.append(UInt8(ascii: "]"))
        needsComma = true
    }

    /// Writes items that are about equally long. Once the first is written, there is room for all of them, so that a
    /// long list is not copied as it grows.
    mutating func array(alike items: [some JSONWritable]) {
        let start = bytes.count
        var isMeasured = items.count < 16
        array(items) { json, item in
            item.write(to: &json)
            guard !isMeasured else { return }
            isMeasured = true
            let expected = start + (json.bytes.count - start) * items.count * 5 / 4
            if expected > json.bytes.capacity { json.bytes.reserveCapacity(max(expected, 2 * json.bytes.capacity)) }
        }
    }

    package mutating func value(_ text: String) {
        separate()
        writeQuoted(text)
        needsComma = true
    }

    package mutating func value(_ number: some FixedWidthInteger) {
        separate()
        if number < 0 { bytes.append(UInt8(ascii: "-")) }
        writeDigits(number.magnitude)
        needsComma = true
    }

    /// A time in the form of the APIs.
    package mutating func value(_ instant: Timestamp) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        write(ISO8601.text(of: instant))
        bytes.append(UInt8(ascii: "\""))
        needsComma = true
    }

    /// Infinities and NaN have no JSON form and become null.
    package mutating func value(_ number: Double) {
        separate()
        write(number.isFinite ? "\(number)" : "null")
        needsComma = true
    }

    package mutating func value(_ flag: Bool) {
        separate()
        write(flag ? "true" : "false")
        needsComma = true
    }

    /// Writes a null that has a meaning. An absent value is omitted instead.
    package mutating func null() {
        separate()
        write("null")
        needsComma = true
    }

    package mutating func key(_ name: StaticString) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        write(name)
        write("\":" as StaticString)
        needsComma = false
    }

    /// A key that is written often.
    package mutating func key(_ key: JSONKey) {
        separate()
        bytes.append(contentsOf: key.bytes)
        needsComma = false
    }

    /// A key that is not known at build time, escaped.
    package mutating func key(text name: String) {
        separate()
        writeQuoted(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = false
    }

    private mutating func writeQuoted(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        JSONText.append(text, to: &bytes)
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func writeDigits(_ number: some FixedWidthInteger) {
        let start = bytes.count
        var number = number
        repeat {
            let (quotient, digit) = number.quotientAndRemainder(dividingBy: 10)
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit))
            number = quotient
        } while number > 0
        bytes[start...].reverse()
    }

    private mutating func write(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }

    private mutating func write(_ text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }
}

/// A key of an object with its quotes and its colon. Names of this API need no escaping.
package struct JSONKey: Sendable {
    fileprivate let bytes: [UInt8]

    package init(_ name: StaticString) {
        bytes = Array("\"\(name)\":".utf8)
    }
}

extension JSONWriter {
    /// Writes a field that is an object.
    package mutating func object(_ name: StaticString, _ members: (inout JSONWriter) throws -> Void) rethrows {
        key(name)
        try object(members)
    }

    /// Writes a field that is an object, and whose name is not known at build time.
    package mutating func object(text name: String, _ members: (inout JSONWriter) throws -> Void) rethrows {
        key(text: name)
        try object(members)
    }

    package mutating func field(_ name: StaticString, _ content: some JSONWritable) {
        key(name)
        content.write(to: &self)
    }

    /// Writes a field, and omits it when it is nil, as everywhere in this API.
    package mutating func field(_ name: StaticString, _ content: (some JSONWritable)?) {
        if let content { field(name, content) }
    }
}

/// A response body, or a part of one, that writes itself.
package protocol JSONWritable: Sendable {
    func write(to json: inout JSONWriter)
}
