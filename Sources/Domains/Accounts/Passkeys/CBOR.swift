/// A value of CBOR (RFC 8949), as far as WebAuthn uses it. Tags, floating-point numbers and indefinite lengths are
/// refused, as CTAP2's canonical form refuses them (FIDO CTAP 2.1 §8).
enum CBOR: Sendable, Equatable {
    case integer(Int64)
    case bytes([UInt8])
    case text(String)
    case array([CBOR])
    case map([Key: CBOR])
    case boolean(Bool)
    case null

    /// The key of a map's entry. WebAuthn and COSE use no others.
    enum Key: Sendable, Hashable {
        case integer(Int64)
        case text(String)
    }

    /// The value of a map's entry; nil in anything that is no map.
    subscript(key: Key) -> CBOR? {
        if case .map(let entries) = self { entries[key] } else { nil }
    }
}

enum CBORError: Error, Equatable {
    case tooLong
    case tooDeep
    /// The input ends within a value, or a length exceeds the input.
    case truncated
    /// A tag, a floating-point number, an indefinite length or an integer beyond 64 bits.
    case unsupported
    case duplicateKey
    case trailingBytes
    case notUTF8
}

/// Reads CBOR values one after another. Its work and memory are bounded by the input's length: no length is believed
/// before the input has that many bytes.
struct CBORReader {
    /// The longest input in bytes. An attestation object with a chain of certificates has a few thousand.
    static let longest = 64 * 1024
    /// The number of nested arrays and maps (FIDO CTAP 2.1 §8).
    static let deepest = 4

    private let bytes: [UInt8]
    /// The index of the next byte.
    private(set) var position = 0

    init(_ bytes: [UInt8]) throws(CBORError) {
        guard bytes.count <= Self.longest else { throw .tooLong }
        self.bytes = bytes
    }

    /// The one value of the whole input.
    static func value(of bytes: [UInt8]) throws(CBORError) -> CBOR {
        var reader = try CBORReader(bytes)
        let value = try reader.next()
        guard reader.position == bytes.count else { throw .trailingBytes }
        return value
    }

    mutating func next() throws(CBORError) -> CBOR {
        try value(depth: 0)
    }

    private mutating func value(depth: Int) throws(CBORError) -> CBOR {
        let head = try byte()
        if head >> 5 == 7 { return try Self.simple(head) }
        let argument = try argument(of: head)
        switch head >> 5 {
        case 0: return .integer(try Self.signed(argument))
        case 1: return .integer(-1 - (try Self.signed(argument)))
        case 2: return .bytes(Array(try take(argument)))
        case 3: return .text(try text(argument))
        case 4:
            guard depth < Self.deepest else { throw .tooDeep }
            var items: [CBOR] = []
            for _ in 0..<(try count(argument, unit: 1)) { items.append(try value(depth: depth + 1)) }
            return .array(items)
        case 5:
            guard depth < Self.deepest else { throw .tooDeep }
            var entries: [CBOR.Key: CBOR] = [:]
            for _ in 0..<(try count(argument, unit: 2)) {
                let key = try key()
                guard entries[key] == nil else { throw .duplicateKey }
                entries[key] = try value(depth: depth + 1)
            }
            return .map(entries)
        default: throw .unsupported
        }
    }

    private mutating func key() throws(CBORError) -> CBOR.Key {
        let head = try byte()
        let argument = try argument(of: head)
        switch head >> 5 {
        case 0: return .integer(try Self.signed(argument))
        case 1: return .integer(-1 - (try Self.signed(argument)))
        case 3: return .text(try text(argument))
        default: throw .unsupported
        }
    }

    private static func simple(_ head: UInt8) throws(CBORError) -> CBOR {
        switch head & 0x1F {
        case 20: return .boolean(false)
        case 21: return .boolean(true)
        case 22: return .null
        default: throw .unsupported
        }
    }

    private static func signed(_ argument: UInt64) throws(CBORError) -> Int64 {
        guard let value = Int64(exactly: argument) else { throw .unsupported }
        return value
    }

    /// The number in the head and up to eight bytes after it.
    private mutating func argument(of head: UInt8) throws(CBORError) -> UInt64 {
        let additional = head & 0x1F
        guard additional >= 24 else { return UInt64(additional) }
        guard additional <= 27 else { throw .unsupported }
        var value: UInt64 = 0
        for byte in try take(1 << UInt64(additional - 24)) { value = value << 8 | UInt64(byte) }
        return value
    }

    private mutating func text(_ length: UInt64) throws(CBORError) -> String {
        guard let text = String(validating: try take(length), as: UTF8.self) else { throw .notUTF8 }
        return text
    }

    /// A number of entries, each of at least `unit` bytes.
    private func count(_ claimed: UInt64, unit: Int) throws(CBORError) -> Int {
        guard claimed <= UInt64((bytes.count - position) / unit) else { throw .truncated }
        return Int(claimed)
    }

    private mutating func byte() throws(CBORError) -> UInt8 {
        guard position < bytes.count else { throw .truncated }
        defer { position += 1 }
        return bytes[position]
    }

    private mutating func take(_ length: UInt64) throws(CBORError) -> ArraySlice<UInt8> {
        guard length <= UInt64(bytes.count - position) else { throw .truncated }
        let start = position
        position += Int(length)
        return bytes[start..<position]
    }
}
