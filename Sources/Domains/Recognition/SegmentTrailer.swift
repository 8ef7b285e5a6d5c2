enum SegmentRegion: Int, CaseIterable {
    case postings, buckets, pages, peaks, tracks, numbers

    var name: String { "\(self)" }
}

/// The last bytes of a segment: what is where, and the checksums. Written last, so that a segment that was cut short
/// has none.
struct SegmentTrailer: Equatable {
    struct Span: Equatable {
        var offset: UInt64 = 0
        var length: UInt64 = 0
        var checksum: UInt64 = 0
    }

    static let formatVersion: UInt32 = 1
    static let byteCount = 200
    static let magic = Array("RondoLandmarks".utf8)
    static let head = magic + [0, UInt8(formatVersion)]

    var trackCount: UInt32 = 0
    var pageCount: UInt32 = 0
    var postingCount: UInt64 = 0
    /// The lower bits of a landmark's hash that all landmarks of a bucket share nothing of: a bucket holds 2 to this
    /// power of them.
    var bucketShift: UInt32 = 0
    var regions = [Span](repeating: Span(), count: SegmentRegion.allCases.count)

    var bucketCount: Int { 1 << (Landmark.hashBits - Int(bucketShift)) }

    init() {}

    /// Nil unless all numbers fit each other and the size.
    init?(endOf bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= Self.head.count + Self.byteCount, bytes.count % 8 == 0,
            bytes.prefix(Self.head.count).elementsEqual(Self.head)
        else { return nil }
        let end = UnsafeRawBufferPointer(rebasing: bytes[(bytes.count - Self.byteCount)...])
        var checksum = SegmentChecksum()
        checksum.add(UnsafeRawBufferPointer(rebasing: end[..<(Self.byteCount - 8)]))
        func number(_ position: Int) -> UInt64 {
            UInt64(littleEndian: end.loadUnaligned(fromByteOffset: 8 * position, as: UInt64.self))
        }
        guard number(24) == checksum.value, number(0) == UInt64(bytes.count),
            number(1) == UInt64(Self.formatVersion) | UInt64(PeakExtractor.version) << 32, number(4) <= 22
        else { return nil }
        trackCount = UInt32(truncatingIfNeeded: number(2))
        pageCount = UInt32(truncatingIfNeeded: number(2) >> 32)
        postingCount = number(3)
        bucketShift = UInt32(number(4))
        guard pageCount < 1 << (32 - UInt32(PeakCodec.pageShift)) else { return nil }
        for i in regions.indices {
            regions[i] = Span(offset: number(5 + 3 * i), length: number(6 + 3 * i), checksum: number(7 + 3 * i))
            guard regions[i].offset % 8 == 0, regions[i].offset <= UInt64(bytes.count),
                regions[i].length <= UInt64(bytes.count) - regions[i].offset
            else { return nil }
        }
        let sizes = regions.map { Int($0.length) }
        guard sizes[1] == 5 * (bucketCount + 1), sizes[2] == 4 * (Int(pageCount) + 1), sizes[3] % 2 == 0,
            sizes[4] == 16 * Int(trackCount), sizes[5] == 4 * Int(trackCount)
        else { return nil }
    }

    /// - Parameter byteCount: Of the whole segment, the trailer included.
    func encode(byteCount: Int) -> [UInt8] {
        var numbers: [UInt64] = [
            UInt64(byteCount), UInt64(Self.formatVersion) | UInt64(PeakExtractor.version) << 32,
            UInt64(trackCount) | UInt64(pageCount) << 32, postingCount, UInt64(bucketShift),
        ]
        for span in regions { numbers += [span.offset, span.length, span.checksum] }
        numbers.append(0)
        var bytes: [UInt8] = []
        for number in numbers { withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) } }
        var checksum = SegmentChecksum()
        bytes.withUnsafeBytes { checksum.add($0) }
        withUnsafeBytes(of: checksum.value.littleEndian) { bytes.append(contentsOf: $0) }
        return bytes
    }
}

/// A checksum of 64 bits against accidental damage, 8 bytes at a time: FNV-1a's steps with a rotation (the last bytes
/// count as if zeros followed).
struct SegmentChecksum {
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    /// - Parameter bytes: A multiple of 8 but for the last ones.
    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        var state = value
        let whole = bytes.count & ~7
        var position = 0
        while position < whole {
            mix(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)), into: &state)
            position += 8
        }
        if position < bytes.count {
            var last: UInt64 = 0
            for i in position..<bytes.count { last |= UInt64(bytes[i]) << UInt64(8 * (i - position)) }
            mix(last, into: &state)
        }
        value = state
    }

    @inline(__always)
    private func mix(_ word: UInt64, into state: inout UInt64) {
        state = (state ^ word) &* 0x9E37_79B9_7F4A_7C15
        state = state << 29 | state >> 35
    }
}
