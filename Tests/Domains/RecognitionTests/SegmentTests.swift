import Testing

@testable import Recognition

@Suite("A landmark segment") struct SegmentTests {
    private func tracks(_ numbers: ClosedRange<UInt32>) -> [(number: UInt32, peaks: [UInt8])] {
        numbers.map { ($0, randomPeaks(seed: UInt64($0), seconds: 8)) }
    }

    @Test("contains each track's landmarks with their positions")
    func lookup() throws {
        let first = SpectralPeak(frame: 10, bin: 100), second = SpectralPeak(frame: 25, bin: 90)
        let peaks = PeakCodec.encode(TrackPeaks(frameCount: 300, peaks: [first, second]))
        let stored = try StoredSegment(of: [(7, peaks), (900, peaks)])
        let segment = try #require(stored.segment)
        #expect(segment.postingCount == 2)
        #expect(segment.trackNumbers == [7, 900])
        let found = segment.postings(of: 100 << 13 | (64 - 10) << 6 | 15)
        #expect(found.map(\.track) == [7, 900])
        #expect(found.map(\.frame) == [10, 10])
        #expect(segment.postings(of: 5).isEmpty)
        #expect(segment.contains(7) && segment.contains(900) && !segment.contains(8))
        #expect(segment.findDamage() == nil)
    }

    @Test("an empty segment is valid")
    func empty() throws {
        let stored = try StoredSegment(of: [])
        let segment = try #require(stored.segment)
        #expect(segment.trackNumbers.isEmpty && segment.findDamage() == nil)
        #expect(!segment.contains(0))
        #expect(segment.postings(of: 1000).isEmpty)
        #expect(Matcher(segments: [segment]).match(recorded(noise(seed: 1, seconds: 1))).isEmpty)
    }

    @Test("invalid peaks are refused")
    func refused() throws {
        var builder = LandmarkSegmentBuilder()
        let isTaken = builder.add(1, peaks: [1, 2, 3])
        #expect(!isTaken)
        #expect(builder.trackCount == 0)
    }

    @Test("a merge equals a new build without removed tracks and older versions")
    func merge() throws {
        let old = try StoredSegment(of: tracks(1...6)),
            new = try StoredSegment(of: tracks(20...22) + [(3, randomPeaks(seed: 99, seconds: 9))])
        let segments = try [old, new].map { try #require($0.segment) }
        let merged = try written { try LandmarkSegment.merge(segments, keeping: { $0 != 5 && $0 != 21 }, to: $0) }
        let rebuilt = try StoredSegment(
            of: tracks(1...2) + tracks(4...4) + tracks(6...6) + tracks(20...20) + tracks(22...22)
                + [(3, randomPeaks(seed: 99, seconds: 9))])
        #expect(merged == rebuilt.bytes)
        let nothing = try StoredSegment(
            written { try LandmarkSegment.merge(segments, keeping: { _ in false }, to: $0) })
        #expect(nothing.segment?.trackCount == 0)
    }

    @Test("a merge of segments with different bucket sizes equals a new build too")
    func mergeOfSizes() throws {
        // The tuning expects so many landmarks that a few seconds make small buckets. It uses so few bins that all
        // segments have most hashes, including those at which buckets start.
        var tuning = LandmarkTuning()
        tuning.fan = 2000
        var random = SplitMix(state: 16)
        let music: [(number: UInt32, peaks: [UInt8])] = [10, 5, 2, 20, 3, 40, 2].enumerated().map { number, seconds in
            let frames = UInt32(seconds) * 31
            let peaks = Set(
                (0..<seconds * 30).map { _ in
                    SpectralPeak(
                        frame: .random(in: 0..<frames, using: &random), bin: .random(in: 100..<104, using: &random))
                })
            return (UInt32(number), PeakCodec.encode(TrackPeaks(frameCount: frames, peaks: peaks.sorted())))
        }
        func segment(of tracks: ArraySlice<(number: UInt32, peaks: [UInt8])>) throws -> StoredSegment {
            var builder = LandmarkSegmentBuilder(tuning: tuning)
            for track in tracks { builder.add(track.number, peaks: track.peaks) }
            return try StoredSegment(written { try builder.write(to: $0) })
        }
        let stored = try music.indices.map { try segment(of: music[$0...$0]) }
        let segments = try stored.map { try #require($0.segment) }
        #expect(Set(segments.map(\.trailer.bucketShift)).count > 2)
        for count in 3...segments.count {
            let merged = try written {
                try LandmarkSegment.merge(Array(segments[..<count]), keeping: { _ in true }, tuning: tuning, to: $0)
            }
            #expect(try merged == segment(of: music[..<count]).bytes, "\(count) segments")
        }
    }

    @Test("truncation and any changed part are detected")
    func damage() throws {
        let whole = try StoredSegment(of: tracks(1...3)).bytes
        for count in stride(from: 0, to: whole.count, by: 997) {
            #expect(StoredSegment(Array(whole.prefix(count))).segment == nil)
        }
        for position in stride(from: 0, to: whole.count, by: 1511) {
            let stored = StoredSegment(whole)
            stored.memory[position] ^= 0x10
            #expect(stored.segment?.findDamage() != nil || stored.segment == nil, "at \(position)")
        }
    }

    @Test("a damaged segment at worst gives wrong matches")
    func damagedAnswers() throws {
        let whole = try StoredSegment(of: tracks(1...3)).bytes
        let sound = recorded(music(seed: 1, seconds: 1.5))
        var random = SplitMix(state: 8)
        for _ in 0..<4 {
            let stored = StoredSegment(whole)
            for _ in 0..<60 {
                // Not in the header and the trailer, without which it is no segment.
                let position = Int.random(in: 16..<whole.count - 200, using: &random)
                stored.memory[position] = .random(in: 0...255, using: &random)
            }
            let segment = try #require(stored.segment)
            #expect(segment.findDamage() != nil)
            for hash in stride(from: 0 as UInt32, to: 1 << 22, by: 30_011) { _ = segment.postings(of: hash) }
            _ = Matcher(segments: [segment]).match(sound)
            _ = try written { try LandmarkSegment.merge([segment], keeping: { _ in true }, to: $0) }
        }
    }

    @Test("a merge omits a track that overlaps another") func overlappingTracks() throws {
        let whole = try StoredSegment(of: tracks(1...3))
        let span = try #require(whole.segment).trailer.regions[SegmentRegion.tracks.rawValue]
        // Makes the second track overlap the first: its first page is the second of its four numbers.
        for byte in 4..<8 {
            whole.memory[Int(span.offset) + 16 + byte] = whole.memory[Int(span.offset) + byte]
        }
        let damaged = try #require(whole.segment)
        let merged = try StoredSegment(written { try LandmarkSegment.merge([damaged], keeping: { _ in true }, to: $0) })
        #expect(merged.segment?.trackNumbers == [1, 3])
        #expect(merged.segment?.findDamage() == nil)
    }

    @Test("a set of tracks ignores numbers that only damage can cause") func hugeNumbers() {
        let tracks = RecognizableTracks([5, .max, 1 << 30])
        #expect(tracks.numbers == [5])
        #expect(!tracks.contains(.max))
    }
}

extension LandmarkSegment {
    /// The occurrences of the landmark, as track number and frame.
    fileprivate func postings(of hash: UInt32) -> [(track: UInt32, frame: UInt32)] {
        var found: [(track: UInt32, frame: UInt32)] = []
        forEachPlace(of: hash) { place in
            guard let position = trackPosition(atPage: Int(place) >> PeakCodec.pageShift) else { return }
            let track = track(at: position)
            found.append((track.number, place &- track.firstPage << PeakCodec.pageShift))
        }
        return found
    }
}
