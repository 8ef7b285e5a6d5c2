import Signal

/// A track that a recording was recognized as.
package struct RecognizedTrack: Sendable {
    package var number: UInt32
    /// Where in the track the recording ends, in seconds.
    package var position: Double
    /// The logarithm of the odds that the recording is of the track: how well its peaks fit and how many landmarks they
    /// share, weighed.
    package var score: Double
    /// The probability that goes with the score, between 0 and 1.
    package var confidence: Double
}

/// Finds the track that a recording is of.
///
/// First landmarks vote for where in the library the recording would begin; then the starts with the most votes are
/// verified: do the points of the recording's spectrum stand out where the track has its peaks? Votes are quick but few
/// survive noise, verification is sure.
package struct Matcher: Sendable {
    private let segments: [LandmarkSegment]
    private let tuning: LandmarkTuning

    package init(segments: [LandmarkSegment], tuning: LandmarkTuning = LandmarkTuning()) {
        self.segments = segments
        self.tuning = tuning
    }

    /// The tracks that the recording is of, the most likely first: none, one, or up to four where others are as certain
    /// (the same recording twice in the library, a piece that quotes another).
    package func match(_ sound: RecordedSound, isAllowed: (UInt32) -> Bool = { _ in true }) -> [RecognizedTrack] {
        let least = sound.seconds < MatchScore.shortSeconds ? MatchScore.leastWhenShort : MatchScore.least
        let ranked = rank(sound, isAllowed: isAllowed)
        guard let best = ranked.first, best.track.score >= least else { return [] }
        // A copy fits about as well as the best; what fits much less only sounds alike.
        let others = ranked.dropFirst().filter { $0.track.score >= least && $0.fit >= MatchScore.copyFit * best.fit }
        return [best.track] + others.prefix(3).map(\.track)
    }

    /// A track that was verified, and what its score comes from.
    package struct Candidate: Sendable {
        package var track: RecognizedTrack
        /// How well the track's peaks fit, in standard deviations of chance.
        package var fit: Double
        /// Landmarks that agree on where the recording begins, and how many do so by chance in this library.
        package var votes: Int
        package var chance: Int
    }

    /// All tracks that were verified, each at its best place, the most likely first.
    package func rank(_ sound: RecordedSound, isAllowed: (UInt32) -> Bool = { _ in true }) -> [Candidate] {
        guard sound.rowCount > 0 else { return [] }
        let queries = landmarks(of: sound)
        let started = queries.isEmpty ? [] : starts(queries, isAllowed: isAllowed)
        guard !started.isEmpty else { return [] }
        let chance = chanceVotes(started)
        let map = ContrastMap(sound)
        var best: [UInt32: Candidate] = [:]
        for start in started.filter(\.isAllowed).prefix(tuning.candidates) {
            let segment = segments[start.segment]
            let (fit, delay) = map.fit(segment, start: start.leader.start, shifts: tuning.shifts)
            let score = MatchScore.logOdds(
                fit: Double(fit), votes: start.leader.votes, chance: chance, seconds: sound.seconds)
            guard best[start.number].map({ score > $0.track.score }) ?? true else { continue }
            let frames = Double(start.leader.start - start.trackStart) + Double(delay) / Double(tuning.shifts)
            best[start.number] = Candidate(
                track: RecognizedTrack(
                    number: start.number, position: frames / SpectralGrid.frameRate + sound.seconds, score: score,
                    confidence: MatchScore.probability(score)),
                fit: Double(fit), votes: start.leader.votes, chance: chance)
        }
        return best.values.sorted { ($0.track.score, $1.track.number) > ($1.track.score, $0.track.number) }
    }

    /// In order of their hashes, in which the segments' bytes lie.
    private func landmarks(of sound: RecordedSound) -> [OffsetVotes.Query] {
        var queries: [OffsetVotes.Query] = []
        for shift in stride(from: 0, to: tuning.shifts, by: tuning.shifts / tuning.voteShifts) {
            sound.peaks(shift: shift).withUnsafeBufferPointer { peaks in
                Landmarks.forEach(peaks, fan: tuning.queryFan, tuning: tuning) {
                    queries.append(OffsetVotes.Query(hash: $0.hash, frame: $0.frame))
                }
            }
        }
        queries.sort { $0.hash < $1.hash }
        return queries
    }

    private struct Start {
        var segment: Int
        var leader: OffsetVotes.Leader
        var number: UInt32
        /// Where the track begins on the timeline, in frames.
        var trackStart: Int
        var isAllowed: Bool
    }

    /// The starts with the most votes over all segments, the greatest first.
    private func starts(_ queries: [OffsetVotes.Query], isAllowed: (UInt32) -> Bool) -> [Start] {
        var starts: [Start] = []
        var allowed: [UInt32: Bool] = [:]
        for (number, segment) in segments.enumerated() {
            let budget = min(max(segment.postingCount / tuning.postingsPerVote, tuning.leastVotes), tuning.votes)
            for leader in OffsetVotes(queries, in: segment, budget: budget).leaders(limit: tuning.starts) {
                let page = leader.start >> PeakCodec.pageShift
                guard let position = segment.trackPosition(atPage: page) else { continue }
                let track = segment.track(at: position)
                // A later segment holds the track as it is now.
                guard !segments[(number + 1)...].contains(where: { $0.contains(track.number) }) else { continue }
                let isTaken = allowed[track.number] ?? isAllowed(track.number)
                allowed[track.number] = isTaken
                starts.append(
                    Start(
                        segment: number, leader: leader, number: track.number,
                        trackStart: Int(track.firstPage) << PeakCodec.pageShift, isAllowed: isTaken))
            }
        }
        return starts.sorted { $0.leader.votes > $1.leader.votes }
    }

    /// Of as few starts, none needs to be there by chance.
    private static let fewStarts = 3

    /// The votes that chance gives: those of the fourth track, for the first ones may be copies of one song. It grows
    /// with the library.
    private func chanceVotes(_ starts: [Start]) -> Int {
        var tracks: Set<UInt32> = []
        for start in starts where tracks.insert(start.number).inserted && tracks.count == 4 {
            return start.leader.votes
        }
        // In a library of a few songs, those of the other places in them.
        return starts.count > Self.fewStarts ? starts[starts.count / 2].leader.votes : 0
    }
}

/// How certain a match is: a fit and votes, weighed by logistic regression on 4,296 recordings of known tracks and of
/// others, of three, five and ten seconds, with and without noise.
enum MatchScore {
    /// The least score of an answer: of other music, fewer than 3 recordings of 1,000 reach it. Short recordings are tried
    /// again, so they need more.
    static let least = 1.3
    static let leastWhenShort = 2.0
    static let shortSeconds = 4.5
    /// The share of the best one's fit that a further track needs.
    static let copyFit = 0.6

    /// - Parameter chance: The votes that chance gives in this library.
    static func logOdds(fit: Double, votes: Int, chance: Int, seconds: Double) -> Double {
        let ratio = Double(votes + 2) / Double(chance + 6)
        return 1.60 * fit + 6.11 * Functions.log(ratio) - 4.59 * Functions.log(max(1, seconds)) - 3.54
    }

    static func probability(_ logOdds: Double) -> Double {
        1 / (1 + Functions.exp(-logOdds))
    }
}
