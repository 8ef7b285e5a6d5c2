/// A bucket of postings in bits: a count, then the differences of ascending values in Rice's code (Rice 1979).
///
/// The parameter follows from the count and the range of the values, so that it is stored nowhere. Random values take
/// within a tenth of a bit of what is possible: about 21 bits a posting at every size of the library.
enum PostingCode {
    /// Quotients from here on are written as this many ones, then the difference itself in 48 bits.
    static let escape = 20

    static func parameter(count: Int, range: UInt64) -> Int {
        guard count > 0 else { return 0 }
        // The median of the differences is 0.69 times their mean.
        let median = Double(range) * 0.69 / Double(count)
        return median < 2 ? 0 : Int(median.exponent)
    }
}

struct PostingWriter {
    private(set) var bytes: [UInt8] = []
    private var bits: UInt64 = 0
    private var used = 0

    /// Appends a bucket: values ascend, are below `range` and are each there once.
    mutating func append(_ values: UnsafeBufferPointer<UInt64>, range: UInt64) {
        var rest = values.count
        while rest >= 0x80 {
            put(UInt64(rest & 0x7F | 0x80), 8)
            rest >>= 7
        }
        put(UInt64(rest), 8)
        let parameter = PostingCode.parameter(count: values.count, range: range)
        var next: UInt64 = 0
        for value in values {
            let difference = value - next
            next = value + 1
            let quotient = difference >> UInt64(parameter)
            if quotient < UInt64(PostingCode.escape) {
                put((1 << quotient) - 1, Int(quotient) + 1)
                put(difference & ((1 << UInt64(parameter)) - 1), parameter)
            } else {
                put((1 << UInt64(PostingCode.escape)) - 1, PostingCode.escape)
                put(difference & 0xFF_FFFF, 24)
                put(difference >> 24, 24)
            }
        }
        if used > 0 {
            bytes.append(UInt8(truncatingIfNeeded: bits))
            bits = 0
            used = 0
        }
    }

    /// `count` up to 56.
    private mutating func put(_ value: UInt64, _ count: Int) {
        bits |= value << UInt64(used)
        used += count
        while used >= 8 {
            bytes.append(UInt8(truncatingIfNeeded: bits))
            bits >>= 8
            used -= 8
        }
    }

    mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }
}

/// Reads one bucket. Bytes that no writer wrote give wrong values or fewer, never an access outside of `bytes`.
struct PostingReader {
    private let bytes: UnsafeRawBufferPointer
    private var bit: Int
    private(set) var left: Int
    private let parameter: UInt64
    private var next: UInt64 = 0

    @inline(__always)
    init(_ bytes: UnsafeRawBufferPointer, range: UInt64) {
        self.bytes = bytes
        var count = 0
        var position = 0
        while position < min(bytes.count, 5) {
            let byte = bytes[position]
            count |= Int(byte & 0x7F) << (7 * position)
            position += 1
            if byte & 0x80 == 0 { break }
        }
        // A posting takes at least a bit.
        left = min(count, bytes.count * 8)
        bit = position * 8
        parameter = UInt64(PostingCode.parameter(count: count, range: range))
    }

    @inline(__always)
    mutating func read() -> UInt64? {
        guard left > 0 else { return nil }
        left -= 1
        let window = load()
        let quotient = (~window).trailingZeroBitCount
        let difference: UInt64
        if quotient < PostingCode.escape {
            let low = (window >> UInt64(quotient + 1)) & ((1 << parameter) &- 1)
            difference = UInt64(quotient) << parameter | low
            bit += quotient + 1 + Int(parameter)
        } else {
            bit += PostingCode.escape
            let low = load() & 0xFF_FFFF
            bit += 24
            difference = low | (load() & 0xFF_FFFF) << 24
            bit += 24
        }
        let value = next &+ difference
        next = value &+ 1
        return value
    }

    /// The next 57 bits or more.
    @inline(__always)
    private func load() -> UInt64 {
        let position = bit >> 3
        if position + 8 <= bytes.count {
            let word = bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)
            return UInt64(littleEndian: word) >> UInt64(bit & 7)
        }
        var word: UInt64 = 0
        var i = position
        while i < bytes.count {
            word |= UInt64(bytes[i]) << UInt64(8 * (i - position))
            i += 1
        }
        return word >> UInt64(bit & 7)
    }
}
