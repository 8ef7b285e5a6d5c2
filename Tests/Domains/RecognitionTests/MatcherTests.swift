import Recognition
import Testing

func recorded(_ samples: [Float]) -> RecordedSound {
    var sound = RecordedSound()
    samples.withUnsafeBufferPointer { sound.add($0) }
    return sound
}

@Suite("Recognition") struct MatcherTests {
    /// Three pieces of five seconds.
    private static let library: [[Float]] = (1...3).map { music(seed: $0, seconds: 5) }
    private static let stored = library.map { PeakCodec.encode(peaks(of: $0)) }

    private func segment(_ numbers: ClosedRange<UInt32>) throws -> StoredSegment {
        try StoredSegment(of: numbers.map { ($0, Self.stored[Int($0) - 1]) })
    }

    /// Two seconds of the second and of the third piece, with noise as loud as the music.
    private static let recordings = library.dropFirst().map { piece in
        recorded(zip(piece[14_100..<30_100], noise(seed: 77, seconds: 2)).map { $0 + 0.4 * $1 })
    }

    private func recording(of number: Int) -> RecordedSound { Self.recordings[number - 2] }

    @Test("a recording is found, with its end within 20 milliseconds")
    func found() throws {
        let stored = try segment(1...3)
        let matcher = Matcher(segments: [try #require(stored.segment)])
        let matches = matcher.match(recording(of: 3))
        let match = try #require(matches.first)
        #expect(matches.count == 1)
        #expect(match.number == 3)
        #expect(abs(match.position - 30_100 / 8000.0) < 0.02)
        #expect(match.confidence > 0.9 && match.confidence <= 1)
    }

    @Test("noise, silence and other music match nothing")
    func nothing() throws {
        let stored = try segment(1...3)
        let matcher = Matcher(segments: [try #require(stored.segment)])
        #expect(matcher.match(recorded(noise(seed: 5, seconds: 1))).isEmpty)
        #expect(matcher.match(recorded([Float](repeating: 0, count: 10_000))).isEmpty)
        #expect(matcher.match(recorded([])).isEmpty)
        #expect(matcher.match(recorded(music(seed: 50, seconds: 1))).isEmpty)
    }

    @Test("only allowed tracks are found, across all segments")
    func allowed() throws {
        let (first, second) = (try segment(1...2), try segment(3...3))
        let matcher = Matcher(segments: [try #require(first.segment), try #require(second.segment)])
        let sound = recording(of: 2)
        #expect(matcher.match(sound) { $0 == 2 }.map(\.number) == [2])
        #expect(matcher.match(sound) { $0 != 2 }.isEmpty)
    }

    @Test("a removed track is not found after a merge, the others are")
    func removed() throws {
        let (first, second) = (try segment(1...2), try segment(3...3))
        let segments = [try #require(first.segment), try #require(second.segment)]
        let merged = StoredSegment(try written { try LandmarkSegment.merge(segments, keeping: { $0 != 2 }, to: $0) })
        let matcher = Matcher(segments: [try #require(merged.segment)])
        #expect(matcher.match(recording(of: 2)).isEmpty)
        #expect(matcher.match(recording(of: 3)).map(\.number) == [3])
    }

    @Test("a newer segment's version of a track replaces the older one")
    func replaced() throws {
        let first = try segment(1...2)
        let second = try StoredSegment(of: [(2, Self.stored[2])])
        let matcher = Matcher(segments: [try #require(first.segment), try #require(second.segment)])
        #expect(matcher.match(recording(of: 2)).isEmpty)
        #expect(matcher.match(recording(of: 3)).map(\.number) == [2])
    }
}
