/// Builds one frame of the worker's protocol: a length of four bytes, little-endian and not counting itself, then the
/// body.
struct WireWriter {
    private(set) var bytes: [UInt8]

    init(reserving capacity: Int = 256) {
        bytes = []
        bytes.reserveCapacity(capacity)
        bytes.append(contentsOf: [0, 0, 0, 0])
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

    /// The bytes behind their count.
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

    /// The whole frame, its length filled in.
    consuming func frame() -> [UInt8] {
        let length = UInt32(truncatingIfNeeded: bytes.count - 4)
        for index in 0..<4 { bytes[index] = UInt8(truncatingIfNeeded: length >> (8 * UInt32(index))) }
        return bytes
    }
}
