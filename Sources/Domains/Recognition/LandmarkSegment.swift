/// A part of the index in one file: the landmarks and the peaks of some tracks, sorted once and never changed.
///
/// It reads a mapped file in place. The tracks lie one after the other on a *timeline* of frames, each from the
/// beginning of a page of 128 frames and after a gap of 20 seconds, so that one number says both the track and the
/// frame in it.
///
/// | region | what |
/// | --- | --- |
/// | head | 16 bytes: `RondoLandmarks`, a zero, the format's version |
/// | postings | for each bucket of landmarks their places on the timeline (`PostingReader`) |
/// | buckets | where each bucket's postings begin and the last one's end, in 5 bytes each |
/// | pages | the number of the first peak of each page and of all peaks, in 4 bytes each |
/// | peaks | 2 bytes each, as `PeakCodec` has them |
/// | tracks | number, first page, frames, 0, in 4 bytes each, in order of the timeline |
/// | numbers | the positions of the tracks in order of their numbers, in 4 bytes each |
/// | trailer | 200 bytes: `SegmentTrailer` |
///
/// Regions begin at multiples of 8 bytes; all numbers are little-endian. What was cut short or comes from another build
/// has no trailer that fits; damage elsewhere is found by `findDamage`, and until then it gives wrong answers at worst,
/// no access outside of the bytes.
package struct LandmarkSegment: @unchecked Sendable {  // The bytes are the caller's, mapped for reading only.
    /// The longest recording that is looked up, in frames: the gap between two tracks.
    static let gapPages = 5

    let bytes: UnsafeRawBufferPointer
    let trailer: SegmentTrailer

    /// Nil if the bytes are not a whole segment of this format: to be built anew from the stored peaks.
    ///
    /// Takes the same time at every size.
    ///
    /// - Parameter bytes: Stay valid and unchanged for as long as the segment is in use.
    package init?(_ bytes: UnsafeRawBufferPointer) {
        guard let trailer = SegmentTrailer(endOf: bytes) else { return nil }
        self.bytes = bytes
        self.trailer = trailer
    }

    package var trackCount: Int { Int(trailer.trackCount) }
    package var postingCount: Int { Int(clamping: trailer.postingCount) }
    /// The numbers of its tracks, in the order in which they were built.
    package var trackNumbers: [UInt32] { (0..<trackCount).map { track(at: $0).number } }

    /// Whether a track is in it.
    package func contains(_ number: UInt32) -> Bool {
        let numbers = region(.numbers)
        var low = 0
        var high = trackCount
        while low < high {
            let middle = (low + high) / 2
            if track(at: Int(numbers.word(middle))).number < number { low = middle + 1 } else { high = middle }
        }
        return low < trackCount && track(at: Int(numbers.word(low))).number == number
    }

    /// Reads everything once. Returns the name of a damaged region; nil if all is as it was written.
    package func findDamage() -> String? {
        for region in SegmentRegion.allCases {
            var checksum = SegmentChecksum()
            checksum.add(self.region(region))
            if checksum.value != trailer.regions[region.rawValue].checksum { return region.name }
        }
        return nil
    }
}

/// A track's place in a segment.
struct SegmentTrack {
    var number: UInt32
    var firstPage: UInt32
    var frameCount: UInt32
}

extension LandmarkSegment {
    func region(_ region: SegmentRegion) -> UnsafeRawBufferPointer {
        let span = trailer.regions[region.rawValue]
        return UnsafeRawBufferPointer(rebasing: bytes[Int(span.offset)..<Int(span.offset + span.length)])
    }

    /// The frames of the timeline.
    var timeline: UInt64 { UInt64(trailer.pageCount) << UInt64(PeakCodec.pageShift) }

    /// - Parameter position: Beyond the last track, where the bytes are damaged, it stands for the last one.
    func track(at position: Int) -> SegmentTrack {
        let tracks = region(.tracks)
        let position = min(position, trackCount - 1)
        return SegmentTrack(
            number: tracks.word(4 * position), firstPage: tracks.word(4 * position + 1),
            frameCount: tracks.word(4 * position + 2))
    }

    /// The track that a page belongs to, the gap before it included.
    func trackPosition(atPage page: Int) -> Int? {
        let tracks = region(.tracks)
        var low = 0
        var high = trackCount
        while low < high {
            let middle = (low + high) / 2
            if Int(tracks.word(4 * middle + 1)) - Self.gapPages <= page { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? low - 1 : nil
    }

    /// Calls `body` with the places of a landmark on the timeline, in ascending order.
    @inline(__always)
    func forEachPlace(of hash: UInt32, _ body: (UInt32) -> Void) {
        let bucket = Int(hash >> trailer.bucketShift)
        let timeline = timeline
        var reader = postings(ofBucket: bucket)
        let first = UInt64(hash & ((1 << trailer.bucketShift) - 1)) * timeline
        while let value = reader.read() {
            if value < first { continue }
            if value >= first + timeline { break }
            body(UInt32(truncatingIfNeeded: value - first))
        }
    }

    /// How many places the landmark has, more or less: its share of those of its bucket.
    func expectedPlaces(of hash: UInt32) -> Int {
        let shift = trailer.bucketShift
        return (postings(ofBucket: Int(hash >> shift)).left >> Int(shift)) + 1
    }

    @inline(__always)
    func postings(ofBucket bucket: Int) -> PostingReader {
        let all = region(.postings)
        let buckets = region(.buckets)
        let start = min(buckets.wide(bucket), all.count)
        let end = min(max(start, buckets.wide(bucket + 1)), all.count)
        return PostingReader(
            UnsafeRawBufferPointer(rebasing: all[start..<end]), range: timeline << UInt64(trailer.bucketShift))
    }

    /// The bytes of the peaks of a range of pages within the timeline.
    func peakBytes(pages range: Range<Int>) -> UnsafeRawBufferPointer {
        let pages = region(.pages)
        let words = region(.peaks)
        let first = min(Int(pages.word(range.lowerBound)), words.count / 2)
        let last = min(max(first, Int(pages.word(range.upperBound))), words.count / 2)
        return UnsafeRawBufferPointer(rebasing: words[2 * first..<2 * last])
    }

    /// Calls `body` with the peaks of a range of the timeline: frame on the timeline, bin.
    @inline(__always)
    func forEachPeak(from start: Int, to end: Int, _ body: (Int, Int) -> Void) {
        let pages = region(.pages)
        let words = region(.peaks)
        let pageCount = Int(trailer.pageCount)
        var page = max(0, start) >> PeakCodec.pageShift
        while page < pageCount, page << PeakCodec.pageShift < end {
            let first = min(Int(pages.word(page)), words.count / 2)
            let last = min(max(first, Int(pages.word(page + 1))), words.count / 2)
            for i in first..<last {
                let word = UInt16(littleEndian: words.load(fromByteOffset: 2 * i, as: UInt16.self))
                let frame = page << PeakCodec.pageShift + Int(word >> PeakCodec.binBits)
                if frame >= start, frame < end { body(frame, Int(word & 0x1FF)) }
            }
            page += 1
        }
    }
}

extension UnsafeRawBufferPointer {
    @inline(__always)
    fileprivate func word(_ position: Int) -> UInt32 {
        UInt32(littleEndian: load(fromByteOffset: 4 * position, as: UInt32.self))
    }

    /// A number of 5 bytes.
    @inline(__always)
    fileprivate func wide(_ position: Int) -> Int {
        let low = UInt32(littleEndian: loadUnaligned(fromByteOffset: 5 * position, as: UInt32.self))
        return Int(low) | Int(self[5 * position + 4]) << 32
    }
}
