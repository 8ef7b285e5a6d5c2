/// Takes the bytes of a segment from the first to the last.
package typealias SegmentSink = (UnsafeRawBufferPointer) throws -> Void

/// Writes a segment's regions one after the other, 64 KB at a time, and what is known only at the end behind them.
struct SegmentWriter {
    private var buffer: [UInt8] = []
    private let sink: SegmentSink
    private var written = 0
    private var checksum = SegmentChecksum()
    private var trailer = SegmentTrailer()
    private var regionStart = 0
    private var postings = PostingWriter()
    private let range: UInt64
    /// Where each bucket begins, 5 bytes each.
    private var buckets: [UInt8] = []
    private let tracks: [SegmentTrack]

    init(tracks: [SegmentTrack], pageCount: Int, bucketShift: UInt32, to sink: @escaping SegmentSink) throws {
        self.sink = sink
        self.tracks = tracks
        trailer.trackCount = UInt32(tracks.count)
        trailer.pageCount = UInt32(pageCount)
        trailer.bucketShift = bucketShift
        range = UInt64(pageCount) << (UInt64(PeakCodec.pageShift) + UInt64(bucketShift))
        buckets.reserveCapacity(5 * (trailer.bucketCount + 1))
        buffer.reserveCapacity(1 << 17)
        try flush(SegmentTrailer.head)
        begin()
    }

    /// The places of the next bucket; every bucket has its turn, empty ones too.
    mutating func addBucket(_ values: UnsafeBufferPointer<UInt64>) throws {
        noteBucket()
        guard !values.isEmpty else { return }
        trailer.postingCount += UInt64(values.count)
        postings.append(values, range: range)
        if postings.bytes.count >= 1 << 16 {
            try append(postings.bytes)
            postings.removeAll()
        }
    }

    private mutating func noteBucket() {
        let position = written + buffer.count - regionStart + postings.bytes.count
        for shift in stride(from: 0, to: 40, by: 8) { buckets.append(UInt8(truncatingIfNeeded: position >> shift)) }
    }

    /// Ends the postings and writes all the rest.
    ///
    /// - Parameters:
    ///   - pages: The number of the first peak of each page, and of all.
    ///   - peaks: Calls its parameter with the bytes of all peaks in order.
    mutating func finish(pages: [UInt32], peaks: ((UnsafeRawBufferPointer) throws -> Void) throws -> Void) throws {
        try append(postings.bytes)
        noteBucket()
        try end(.postings)
        try append(buckets)
        try end(.buckets)
        try append(pages.flatMap(littleEndian))
        try end(.pages)
        try peaks { try append($0) }
        try end(.peaks)
        try append(tracks.flatMap { [$0.number, $0.firstPage, $0.frameCount, 0] }.flatMap(littleEndian))
        try end(.tracks)
        let order = tracks.indices.sorted { (tracks[$0].number, $0) < (tracks[$1].number, $1) }
        try append(order.flatMap { littleEndian(UInt32($0)) })
        try end(.numbers)
        try flush(trailer.encode(byteCount: written + SegmentTrailer.byteCount))
    }

    private mutating func append(_ bytes: some Collection<UInt8>) throws {
        buffer.append(contentsOf: bytes)
        guard buffer.count >= 1 << 16 else { return }
        let whole = buffer.count & ~7
        try buffer.withUnsafeBytes { bytes in
            let part = UnsafeRawBufferPointer(rebasing: bytes[..<whole])
            checksum.add(part)
            try sink(part)
        }
        written += whole
        buffer.removeFirst(whole)
    }

    private mutating func begin() {
        regionStart = written
        checksum = SegmentChecksum()
    }

    private mutating func end(_ region: SegmentRegion) throws {
        let length = written + buffer.count - regionStart
        buffer.withUnsafeBytes { checksum.add($0) }
        trailer.regions[region.rawValue] = SegmentTrailer.Span(
            offset: UInt64(regionStart), length: UInt64(length), checksum: checksum.value)
        buffer.append(contentsOf: repeatElement(0, count: -length & 7))
        let rest = buffer
        buffer.removeAll(keepingCapacity: true)
        try flush(rest)
        begin()
    }

    private mutating func flush(_ bytes: [UInt8]) throws {
        try bytes.withUnsafeBytes { if !$0.isEmpty { try sink($0) } }
        written += bytes.count
    }
}

private func littleEndian(_ number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
}
