package import NIOCore
package import Primitives

/// Reads one JSON text (RFC 8259) in UTF-8, strictly. It refuses an object that names a member twice, another encoding,
/// a lone surrogate and anything after the value, since two programs may read such texts differently.
struct JSONReader {
    struct Malformed: Error {}

    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0

    /// - Parameter depth: the limit of nested objects and arrays.
    static func value(in bytes: UnsafeBufferPointer<UInt8>, depth: Int) throws(Malformed) -> JSONValue {
        var reader = JSONReader(bytes: bytes)
        let value = try reader.value(depth)
        reader.skipSpace()
        guard reader.position == bytes.count else { throw Malformed() }
        return value
    }

    private init(bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        // A byte order mark may be ignored (RFC 8259 §8.1).
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    private var next: UInt8? {
        position < bytes.count ? bytes[position] : nil
    }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    private mutating func take(_ byte: UInt8) throws(Malformed) {
        guard next == byte else { throw Malformed() }
        position += 1
    }

    private mutating func take(_ word: StaticString) throws(Malformed) {
        for offset in 0..<word.utf8CodeUnitCount { try take(word.utf8Start[offset]) }
    }

    private mutating func value(_ depth: Int) throws(Malformed) -> JSONValue {
        skipSpace()
        switch next {
        case UInt8(ascii: "{"): return try object(depth)
        case UInt8(ascii: "["): return try array(depth)
        case UInt8(ascii: "\""): return .text(try text())
        case UInt8(ascii: "t"):
            try take("true")
            return .flag(true)
        case UInt8(ascii: "f"):
            try take("false")
            return .flag(false)
        case UInt8(ascii: "n"):
            try take("null")
            return .null
        default: return try number()
        }
    }

    private mutating func object(_ depth: Int) throws(Malformed) -> JSONValue {
        guard depth > 0 else { throw Malformed() }
        position += 1
        var members: [String: JSONValue] = [:]
        skipSpace()
        if next == UInt8(ascii: "}") {
            position += 1
            return .object(members)
        }
        while true {
            skipSpace()
            let name = try text()
            skipSpace()
            try take(UInt8(ascii: ":"))
            let member = try value(depth - 1)
            guard members.updateValue(member, forKey: name) == nil else { throw Malformed() }
            skipSpace()
            if next == UInt8(ascii: "}") { break }
            try take(UInt8(ascii: ","))
        }
        position += 1
        return .object(members)
    }

    private mutating func array(_ depth: Int) throws(Malformed) -> JSONValue {
        guard depth > 0 else { throw Malformed() }
        position += 1
        var items: [JSONValue] = []
        skipSpace()
        if next == UInt8(ascii: "]") {
            position += 1
            return .array(items)
        }
        while true {
            items.append(try value(depth - 1))
            skipSpace()
            if next == UInt8(ascii: "]") { break }
            try take(UInt8(ascii: ","))
        }
        position += 1
        return .array(items)
    }

    // MARK: Strings

    private mutating func text() throws(Malformed) -> String {
        try take(UInt8(ascii: "\""))
        let start = position
        while let byte = next, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 { position += 1 }
        var content: [UInt8] = []
        if next == UInt8(ascii: "\"") {
            guard let text = String(validating: bytes[start..<position], as: UTF8.self) else { throw Malformed() }
            position += 1
            return text
        }
        content.append(contentsOf: bytes[start..<position])
        while let byte = next, byte != UInt8(ascii: "\"") {
            guard byte >= 0x20 else { throw Malformed() }
            position += 1
            if byte == UInt8(ascii: "\\") {
                try appendEscape(to: &content)
            } else {
                content.append(byte)
            }
        }
        try take(UInt8(ascii: "\""))
        guard let text = String(validating: content, as: UTF8.self) else { throw Malformed() }
        return text
    }

    private mutating func appendEscape(to content: inout [UInt8]) throws(Malformed) {
        guard let byte = next else { throw Malformed() }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): content.append(byte)
        case UInt8(ascii: "b"): content.append(0x08)
        case UInt8(ascii: "f"): content.append(0x0C)
        case UInt8(ascii: "n"): content.append(0x0A)
        case UInt8(ascii: "r"): content.append(0x0D)
        case UInt8(ascii: "t"): content.append(0x09)
        case UInt8(ascii: "u"): content.append(contentsOf: String(try escapedScalar()).utf8)
        default: throw Malformed()
        }
    }

    /// A character beyond U+FFFF is written as two escapes, a high surrogate and a low one.
    private mutating func escapedScalar() throws(Malformed) -> Unicode.Scalar {
        let unit = try fourDigits()
        if let scalar = Unicode.Scalar(unit) { return scalar }
        guard (0xD800...0xDBFF).contains(unit) else { throw Malformed() }
        try take("\\u")
        let low = try fourDigits()
        guard (0xDC00...0xDFFF).contains(low),
            let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
        else { throw Malformed() }
        return scalar
    }

    private mutating func fourDigits() throws(Malformed) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = next.flatMap(RequestParameters.digit) else { throw Malformed() }
            value = value << 4 | UInt32(digit)
            position += 1
        }
        return value
    }

    // MARK: Numbers

    /// Reads `-`, digits without a leading zero, a fraction, an exponent. A whole number is an integer, however it is
    /// written.
    private mutating func number() throws(Malformed) -> JSONValue {
        let start = position
        if next == UInt8(ascii: "-") { position += 1 }
        if next == UInt8(ascii: "0") { position += 1 } else { try digits() }
        if next == UInt8(ascii: ".") {
            position += 1
            try digits()
        }
        if let byte = next, byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
            position += 1
            if let sign = next, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { position += 1 }
            try digits()
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        if let integer = Int64(text) { return .integer(integer) }
        guard let number = Double(text), number.isFinite else { throw Malformed() }
        return Int64(exactly: number).map { .integer($0) } ?? .number(number)
    }

    private mutating func digits() throws(Malformed) {
        let start = position
        while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
        guard position > start else { throw Malformed() }
    }
}

/// A parsed JSON text, for request bodies whose every field is then requested by name.
package enum JSONValue: Sendable, Equatable {
    case null
    case flag(Bool)
    case integer(Int64)
    case number(Double)
    case text(String)
    case array([JSONValue])
    case object([String: JSONValue])

    /// The most nested objects and arrays.
    package static let maximumDepth = 32

    /// Throws `invalid` with the reason `malformed_json`, also for an object that names a member twice and for any
    /// encoding but UTF-8.
    package init(parsing bytes: ByteBuffer) throws(DomainError) {
        let result = bytes.withUnsafeReadableBytes { raw in
            raw.withMemoryRebound(to: UInt8.self) { bytes in
                Result { () throws(JSONReader.Malformed) in
                    try JSONReader.value(in: bytes, depth: Self.maximumDepth)
                }
            }
        }
        switch result {
        case .success(let value): self = value
        case .failure: throw DomainError(.invalid, "The body is not valid JSON in UTF-8", reason: "malformed_json")
        }
    }
}
