/// Writes numbers in few bytes.
struct CompactWriter {
    private(set) var bytes: [UInt8] = []

    mutating func put(byte: UInt8) {
        bytes.append(byte)
    }

    mutating func put(bytes part: [UInt8]) {
        bytes += part
    }

    /// Bytes after their length.
    mutating func put(part: [UInt8]) {
        put(part.count)
        put(bytes: part)
    }

    /// Seven bits a byte, the lowest first; the highest bit says that more follow (LEB128).
    mutating func put(_ value: Int) {
        var rest = UInt64(clamping: value)
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    /// A number of either sign: 0, −1, 1, −2 … as 0, 1, 2, 3.
    mutating func put(signed value: Int) {
        put(Int(truncatingIfNeeded: (value << 1) ^ (value >> (Int.bitWidth - 1))))
    }

    /// 32 bits, little-endian.
    mutating func put(_ value: Double) {
        let bits = Float(value).bitPattern
        for place in stride(from: 0, to: 32, by: 8) { bytes.append(UInt8(truncatingIfNeeded: bits >> place)) }
    }

    /// Small numbers in blocks of 64, each with the Rice code that suits it. See R. F. Rice, "Some Practical Universal
    /// Noiseless Coding Techniques" (JPL 79-22, 1979). The reader must know how many they are.
    mutating func put(rice values: [UInt16]) {
        var (pending, count): (UInt64, UInt64) = (0, 0)
        func flush(_ bytes: inout [UInt8]) {
            while count >= 8 {
                bytes.append(UInt8(truncatingIfNeeded: pending))
                pending >>= 8
                count -= 8
            }
        }
        for start in stride(from: 0, to: values.count, by: CompactReader.riceBlock) {
            let block = values[start..<min(values.count, start + CompactReader.riceBlock)]
            let sizes = (0..<8).map { shift in block.reduce(0) { $0 + Int($1 >> UInt16(shift)) + 1 + shift } }
            let shift = UInt64(sizes.indices.min { sizes[$0] < sizes[$1] } ?? 0)
            pending |= shift << count
            count += 3
            for value in block {
                // Ones, a zero, and the low bits.
                for _ in 0..<(UInt64(value) >> shift) {
                    pending |= 1 << count
                    count += 1
                    flush(&bytes)
                }
                count += 1
                pending |= (UInt64(value) & ((1 << shift) - 1)) << count
                count += shift
                flush(&bytes)
            }
        }
        if count > 0 { bytes.append(UInt8(truncatingIfNeeded: pending)) }
    }
}

/// Reads what `CompactWriter` writes. Everything is nil after the first thing that it cannot have written.
struct CompactReader {
    static let riceBlock = 64
    /// No time or change of time in milliseconds is longer: sums of as many as there may be do not overflow.
    static let longest = 1 << 36

    private let bytes: [UInt8]
    private var offset = 0

    init(_ bytes: some Collection<UInt8>) {
        self.bytes = Array(bytes)
    }

    var isAtEnd: Bool { offset == bytes.count }
    var remaining: Int { bytes.count - offset }

    mutating func byte() -> UInt8? {
        guard offset < bytes.count else { return nil }
        offset += 1
        return bytes[offset - 1]
    }

    mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
        guard count >= 0, count <= remaining else { return nil }
        offset += count
        return bytes[offset - count..<offset]
    }

    /// Bytes after their length.
    mutating func part() -> ArraySlice<UInt8>? {
        number().flatMap { bytes($0) }
    }

    /// A number from 0 to 2^49 − 1: more is never written.
    mutating func number() -> Int? {
        var value = 0
        for place in stride(from: 0, to: 49, by: 7) {
            guard let next = byte() else { return nil }
            value |= Int(next & 0x7F) << place
            if next < 0x80 { return value }
        }
        return nil
    }

    mutating func signedNumber() -> Int? {
        number().map { $0 >> 1 ^ -($0 & 1) }
    }

    /// A finite number.
    mutating func float() -> Double? {
        guard let part = bytes(4) else { return nil }
        let value = Float(bitPattern: part.reversed().reduce(0) { $0 << 8 | UInt32($1) })
        return value.isFinite ? Double(value) : nil
    }

    mutating func rice(count: Int) -> [UInt16]? {
        // Every value takes a bit or more.
        guard count >= 0, count <= remaining * 8 else { return nil }
        var values: [UInt16] = []
        values.reserveCapacity(count)
        var place = offset * 8
        let end = bytes.count * 8
        func bits(_ count: Int) -> Int? {
            guard place + count <= end else { return nil }
            var value = 0
            for bit in 0..<count {
                value |= Int(bytes[(place + bit) / 8] >> UInt8((place + bit) % 8) & 1) << bit
            }
            place += count
            return value
        }
        while values.count < count {
            guard let shift = bits(3) else { return nil }
            for _ in 0..<min(Self.riceBlock, count - values.count) {
                var ones = 0
                while let bit = bits(1), bit == 1 {
                    ones += 1
                    guard ones < 1024 else { return nil }
                }
                guard let low = bits(shift), let value = UInt16(exactly: ones << shift | low) else { return nil }
                values.append(value)
            }
        }
        offset = (place + 7) / 8
        return values
    }
}
