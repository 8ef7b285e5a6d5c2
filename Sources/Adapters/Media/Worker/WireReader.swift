/// Takes the body of one frame apart. Whatever the bytes are, it throws at worst: a worker that a hostile file has
/// taken over must not bring the server down.
struct WireReader {
    /// Valid as long as the call that decodes.
    private let bytes: UnsafeRawBufferPointer
    private var offset = 0

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    var isAtEnd: Bool { offset == bytes.count }

    mutating func byte() throws(WireError) -> UInt8 {
        guard offset < bytes.count else { throw WireError() }
        let value = bytes[offset]
        offset += 1
        return value
    }

    mutating func int64() throws(WireError) -> Int64 {
        guard bytes.count - offset >= 8 else { throw WireError() }
        let value = bytes.loadUnaligned(fromByteOffset: offset, as: Int64.self)
        offset += 8
        return Int64(littleEndian: value)
    }

    mutating func int() throws(WireError) -> Int {
        guard let value = Int(exactly: try int64()) else { throw WireError() }
        return value
    }

    /// At most `limit` bytes behind their count.
    mutating func content(limit: Int) throws(WireError) -> [UInt8] {
        let count = try self.count(limit: limit)
        let start = offset
        offset += count
        return Array(bytes[start..<offset])
    }

    mutating func text() throws(WireError) -> String {
        let count = try self.count(limit: TagText.limit)
        let start = offset
        offset += count
        return String(decoding: UnsafeRawBufferPointer(rebasing: bytes[start..<offset]), as: UTF8.self)
    }

    mutating func optionalText() throws(WireError) -> String? {
        try flag() ? try text() : nil
    }

    mutating func optionalInt() throws(WireError) -> Int? {
        try flag() ? try int() : nil
    }

    mutating func optionalDouble() throws(WireError) -> Double? {
        guard try flag() else { return nil }
        let value = Double(bitPattern: UInt64(bitPattern: try int64()))
        guard value.isFinite else { throw WireError() }
        return value
    }

    mutating func list() throws(WireError) -> [String] {
        let count = Int(try byte())
        guard count <= RawTags.listLimit else { throw WireError() }
        var texts: [String] = []
        texts.reserveCapacity(count)
        for _ in 0..<count { texts.append(try text()) }
        return texts
    }

    mutating func flag() throws(WireError) -> Bool {
        switch try byte() {
        case 0: false
        case 1: true
        default: throw WireError()
        }
    }

    private mutating func count(limit: Int) throws(WireError) -> Int {
        guard bytes.count - offset >= 4 else { throw WireError() }
        let count = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
        offset += 4
        guard let count = Int(exactly: count), count <= limit, count <= bytes.count - offset else {
            throw WireError()
        }
        return count
    }
}
