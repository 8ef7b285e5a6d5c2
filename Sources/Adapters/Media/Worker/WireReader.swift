/// Decodes the body of one frame. Whatever the bytes are, it only throws: a worker that a malicious file has taken over
/// must not crash the server.
struct WireReader {
    /// The bytes of the frame, valid during the decoding call.
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

    /// At most `limit` bytes, after their count.
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

/// Builds one frame of the worker's protocol: a length of four bytes, little-endian and not counting itself, then the
/// body.
struct WireWriter {
    /// The bytes of a frame's length.
    static let lengthSize = 4

    private(set) var bytes: [UInt8]

    init(reserving capacity: Int = 256) {
        bytes = []
        bytes.reserveCapacity(capacity)
        bytes.append(contentsOf: [0, 0, 0, 0])
    }

    /// A frame whose body begins with its kind.
    init(kind: UInt8, reserving capacity: Int = 256) {
        self.init(reserving: capacity)
        bytes.append(kind)
    }

    mutating func put(_ byte: UInt8) {
        bytes.append(byte)
    }

    mutating func put(_ number: Int64) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func put(_ number: Int) {
        put(Int64(number))
    }

    /// Writes the count of the bytes, then the bytes.
    mutating func put(_ content: some Collection<UInt8>) {
        withUnsafeBytes(of: UInt32(truncatingIfNeeded: content.count).littleEndian) { bytes.append(contentsOf: $0) }
        bytes.append(contentsOf: content)
    }

    mutating func put(_ text: String) {
        put(text.utf8)
    }

    mutating func put(_ text: String?) {
        put(text == nil ? 0 as UInt8 : 1)
        if let text { put(text) }
    }

    mutating func put(_ number: Int?) {
        put(number == nil ? 0 as UInt8 : 1)
        if let number { put(number) }
    }

    mutating func put(_ number: Double?) {
        put(number == nil ? 0 as UInt8 : 1)
        if let number { put(Int64(bitPattern: number.bitPattern)) }
    }

    mutating func put(_ list: [String]) {
        put(UInt8(truncatingIfNeeded: min(list.count, RawTags.listLimit)))
        for text in list.prefix(RawTags.listLimit) { put(text) }
    }

    /// The whole frame with its length filled in.
    consuming func frame() -> [UInt8] {
        let length = UInt32(truncatingIfNeeded: bytes.count - 4)
        for index in 0..<4 { bytes[index] = UInt8(truncatingIfNeeded: length >> (8 * UInt32(index))) }
        return bytes
    }
}

/// A frame that violates the protocol.
struct WireError: Error {}
