extension LandmarkSegment {
    /// Writes one segment with the tracks of several, as if it had been built of them in this order.
    ///
    /// Reads and writes from the first byte to the last; memory is about 25 MB at 10,000 tracks, most of it where
    /// buckets begin.
    ///
    /// - Parameters:
    ///   - segments: From the oldest to the newest. A track that several have is taken from the last of these.
    ///   - isKept: Whether a track goes on; removed ones are left out.
    package static func merge(
        _ segments: [LandmarkSegment], keeping isKept: (UInt32) -> Bool, tuning: LandmarkTuning = LandmarkTuning(),
        to sink: @escaping SegmentSink
    ) throws {
        var tracks: [SegmentTrack] = []
        var pageCount = 0
        var peakCount = 0
        var sources: [MergeSource] = []
        for (number, segment) in segments.enumerated() {
            var source = MergeSource(segment)
            for position in 0..<segment.trackCount {
                var track = segment.track(at: position)
                let isReplaced = segments[(number + 1)...].contains { $0.contains(track.number) }
                guard !isReplaced, isKept(track.number) else { continue }
                let first = pageCount + gapPages
                guard let added = source.move(track, to: first) else { continue }
                peakCount += added
                pageCount = first + PeakCodec.pageCount(Int(track.frameCount))
                track.firstPage = UInt32(first)
                tracks.append(track)
            }
            sources.append(source)
        }
        let shift = LandmarkSegmentBuilder.bucketShift(peakCount: peakCount, tuning: tuning)
        var writer = try SegmentWriter(tracks: tracks, pageCount: pageCount, bucketShift: shift, to: sink)
        let timeline = UInt64(pageCount) << UInt64(PeakCodec.pageShift)
        try mergePostings(&sources, shift: shift, timeline: timeline, to: &writer)
        try writer.finish(pages: pages(of: sources)) { append in
            for source in sources { try source.forEachMovedTrack { try append(source.segment.peakBytes(pages: $0)) } }
        }
    }

    private static func mergePostings(
        _ sources: inout [MergeSource], shift: UInt32, timeline: UInt64, to writer: inout SegmentWriter
    ) throws {
        var values: [UInt64] = []
        for bucket in 0..<UInt32(1) << (UInt32(Landmark.hashBits) - shift) {
            values.removeAll(keepingCapacity: true)
            let limit = (bucket + 1) << shift
            while let hash = nextHash(of: &sources, before: limit) {
                let start = UInt64(hash - bucket << shift) * timeline
                // Places of later segments come behind those of earlier ones.
                for number in sources.indices {
                    sources[number].forEachMovedPlace(of: hash) { values.append(start + $0) }
                }
            }
            try values.withUnsafeBufferPointer { try writer.addBucket($0) }
        }
    }

    private static func nextHash(of sources: inout [MergeSource], before limit: UInt32) -> UInt32? {
        var least: UInt32?
        for number in sources.indices {
            // Each goes on as far as the whole bucket: one that stopped before the least hash so far could have the same
            // hash behind it, and would come to it only after the later segments.
            guard let hash = sources[number].nextHash(before: limit) else { continue }
            least = min(hash, least ?? hash)
        }
        return least
    }

    private static func pages(of sources: [MergeSource]) -> [UInt32] {
        var pages: [UInt32] = []
        var total: UInt32 = 0
        for source in sources {
            source.forEachMovedTrack { range in
                pages.append(contentsOf: repeatElement(total, count: gapPages))
                for page in range {
                    pages.append(total)
                    total &+= UInt32(source.segment.peakBytes(pages: page..<page + 1).count / 2)
                }
            }
        }
        pages.append(total)
        return pages
    }
}

/// A segment that is merged: where its tracks go, and its postings one after the other.
private struct MergeSource {
    let segment: LandmarkSegment
    private var moved: [Range<Int>] = []
    /// How far each page moves, or nothing for what is left out.
    private var moves: [Int32?]
    private var bucket = 0
    private var reader: PostingReader
    /// The next posting: its hash within the bucket, where that begins among the values, and its place.
    private var low: UInt32 = 0
    private var lowStart: UInt64 = 0
    private var place: UInt64?

    init(_ segment: LandmarkSegment) {
        self.segment = segment
        moves = [Int32?](repeating: nil, count: Int(segment.trailer.pageCount))
        reader = segment.postings(ofBucket: 0)
        advance()
    }

    /// - Returns: The number of the track's peaks; nil if its place is damaged.
    mutating func move(_ track: SegmentTrack, to page: Int) -> Int? {
        let first = Int(track.firstPage)
        let range = first..<first + PeakCodec.pageCount(Int(track.frameCount))
        // Tracks lie one behind the other; those that do not are damaged.
        guard range.upperBound <= moves.count, first >= moved.last?.upperBound ?? 0,
            page + range.count < 1 << (32 - PeakCodec.pageShift)
        else { return nil }
        for old in range { moves[old] = Int32(page - first) }
        moved.append(range)
        return segment.peakBytes(pages: range).count / 2
    }

    func forEachMovedTrack(_ body: (Range<Int>) throws -> Void) rethrows {
        for range in moved { try body(range) }
    }

    /// The hash of the next posting, if it is below `limit`.
    @inline(__always)
    mutating func nextHash(before limit: UInt32) -> UInt32? {
        let shift = segment.trailer.bucketShift
        while place == nil, bucket + 1 < segment.trailer.bucketCount, UInt32(bucket + 1) << shift < limit {
            bucket += 1
            reader = segment.postings(ofBucket: bucket)
            (low, lowStart) = (0, 0)
            advance()
        }
        let hash = UInt32(bucket) << shift | low
        return place != nil && hash < limit ? hash : nil
    }

    /// Calls `body` with the new places of a landmark and goes on behind it.
    @inline(__always)
    mutating func forEachMovedPlace(of hash: UInt32, _ body: (UInt64) -> Void) {
        let shift = segment.trailer.bucketShift
        while let current = place, UInt32(bucket) << shift | low == hash {
            let page = Int(current >> UInt64(PeakCodec.pageShift))
            if page < moves.count, let move = moves[page] {
                body(UInt64(bitPattern: Int64(current) + Int64(move) << Int64(PeakCodec.pageShift)))
            }
            advance()
        }
    }

    @inline(__always)
    private mutating func advance() {
        guard let value = reader.read(), value >= lowStart else {
            place = nil
            return
        }
        let timeline = segment.timeline
        while value - lowStart >= timeline {
            low += 1
            lowStart += timeline
            if low >> segment.trailer.bucketShift != 0 {
                place = nil
                return
            }
        }
        place = value - lowStart
    }
}
