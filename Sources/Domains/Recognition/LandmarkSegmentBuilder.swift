/// Makes a segment of tracks' peaks.
///
/// Memory: the peaks as they are stored (about 250 KB an hour of music), 48 MB to sort landmarks in and where the
/// buckets begin (20 MB at most), for the landmarks are made anew for each part of the hashes.
package struct LandmarkSegmentBuilder {
    private static let sortedAtOnce = 3 << 20
    private static let groupShift = 11

    private let tuning: LandmarkTuning
    private var stored: [[UInt8]] = []
    private var tracks: [SegmentTrack] = []
    private var pageCount = 0

    package init(tuning: LandmarkTuning = LandmarkTuning()) {
        self.tuning = tuning
    }

    package var trackCount: Int { tracks.count }

    /// - Parameter peaks: As `PeakCodec` wrote them.
    /// - Returns: False if they are not such, or the segment is full: 2³² frames, four years. The track is left out
    ///   then.
    @discardableResult
    package mutating func add(_ number: UInt32, peaks: [UInt8]) -> Bool {
        guard let decoded = PeakCodec.decode(peaks) else { return false }
        let pages = PeakCodec.pageCount(Int(decoded.frameCount))
        let first = pageCount + LandmarkSegment.gapPages
        guard first + pages < 1 << (32 - PeakCodec.pageShift) else { return false }
        tracks.append(SegmentTrack(number: number, firstPage: UInt32(first), frameCount: decoded.frameCount))
        stored.append(peaks)
        pageCount = first + pages
        return true
    }

    package func write(to sink: @escaping SegmentSink) throws {
        var groups = [Int](repeating: 0, count: 1 << (Landmark.hashBits - Self.groupShift))
        var peakCount = 0
        for bytes in stored {
            peakCount += forEachLandmark(of: bytes) { groups[Int($0.hash) >> Self.groupShift] += 1 }
        }
        let shift = Self.bucketShift(peakCount: peakCount, tuning: tuning)
        var writer = try SegmentWriter(tracks: tracks, pageCount: pageCount, bucketShift: shift, to: sink)
        let timeline = UInt64(pageCount) << UInt64(PeakCodec.pageShift)
        var group = 0
        var keys: [UInt64] = []
        var room: [UInt64] = []
        while group < groups.count {
            let first = group
            var count = 0
            repeat {
                count += groups[group]
                group += 1
            } while group < groups.count && count + groups[group] <= Self.sortedAtOnce
            keys.removeAll(keepingCapacity: true)
            keys.reserveCapacity(count)
            collect(hashes: UInt32(first << Self.groupShift)..<UInt32(group << Self.groupShift), into: &keys)
            Self.sort(&keys, room: &room)
            try Self.write(
                keys, buckets: (first << Self.groupShift) >> Int(shift)..<(group << Self.groupShift) >> Int(shift),
                shift: shift, timeline: timeline, to: &writer)
        }
        try finish(&writer)
    }

    /// Buckets of about 12 landmarks or of one hash: the places of all buckets take little beside the postings, and one
    /// is read at a glance.
    static func bucketShift(peakCount: Int, tuning: LandmarkTuning) -> UInt32 {
        let expected = max(1, peakCount * tuning.fan)
        let hashes = (12 << Landmark.hashBits) / expected
        return UInt32(min(groupShift, hashes < 1 ? 0 : Int.bitWidth - 1 - hashes.leadingZeroBitCount))
    }

    /// Keys are a hash and a place: 32 bits each.
    private func collect(hashes: Range<UInt32>, into keys: inout [UInt64]) {
        for (track, bytes) in zip(tracks, stored) {
            let start = track.firstPage << UInt32(PeakCodec.pageShift)
            forEachLandmark(of: bytes) { landmark in
                if hashes.contains(landmark.hash) {
                    keys.append(UInt64(landmark.hash) << 32 | UInt64(start &+ landmark.frame))
                }
            }
        }
    }

    /// Sorts keys, which are in order of their places, by their hashes: two rounds of 11 bits.
    private static func sort(_ keys: inout [UInt64], room: inout [UInt64]) {
        room.removeAll(keepingCapacity: true)
        room.append(contentsOf: repeatElement(0, count: keys.count))
        for shift in [32, 43] as [UInt64] {
            var starts = [Int](repeating: 0, count: 2049)
            keys.withUnsafeBufferPointer { keys in
                for key in keys { starts[Int(key >> shift & 2047) + 1] += 1 }
                for i in 1...2048 { starts[i] += starts[i - 1] }
                room.withUnsafeMutableBufferPointer { room in
                    for key in keys {
                        let digit = Int(key >> shift & 2047)
                        room[starts[digit]] = key
                        starts[digit] += 1
                    }
                }
            }
            swap(&keys, &room)
        }
    }

    @discardableResult
    private func forEachLandmark(of bytes: [UInt8], _ body: (Landmark) -> Void) -> Int {
        guard let track = PeakCodec.decode(bytes) else { return 0 }
        track.peaks.withUnsafeBufferPointer { Landmarks.forEach($0, fan: tuning.fan, tuning: tuning, body) }
        return track.peaks.count
    }

    private static func write(
        _ keys: [UInt64], buckets: Range<Int>, shift: UInt32, timeline: UInt64, to writer: inout SegmentWriter
    ) throws {
        var values: [UInt64] = []
        var next = 0
        let mask = UInt64(1) << UInt64(shift) - 1
        for bucket in buckets {
            values.removeAll(keepingCapacity: true)
            while next < keys.count, Int(keys[next] >> 32) >> Int(shift) == bucket {
                values.append((keys[next] >> 32 & mask) * timeline + keys[next] & 0xFFFF_FFFF)
                next += 1
            }
            try values.withUnsafeBufferPointer { try writer.addBucket($0) }
        }
    }

    private func finish(_ writer: inout SegmentWriter) throws {
        var pages: [UInt32] = []
        pages.reserveCapacity(pageCount + 1)
        var total: UInt32 = 0
        for (track, bytes) in zip(tracks, stored) {
            pages.append(contentsOf: repeatElement(total, count: LandmarkSegment.gapPages))
            for page in 0..<PeakCodec.pageCount(Int(track.frameCount)) {
                pages.append(total)
                total += UInt32(bytes[5 + page])
            }
        }
        pages.append(total)
        try writer.finish(pages: pages) { append in
            for (track, bytes) in zip(tracks, stored) {
                let start = 5 + PeakCodec.pageCount(Int(track.frameCount))
                try bytes.withUnsafeBytes { try append(UnsafeRawBufferPointer(rebasing: $0[start...])) }
            }
        }
    }
}
