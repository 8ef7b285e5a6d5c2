package import Catalog
package import Primitives

/// Tells which song a recording is of.
///
/// A recording is tried while it is being made, when three, five, eight, twelve and twenty seconds of it are there, and
/// at its end if that comes half a second or more after the last of these.
package struct RecognitionService: Sendable {
    private let store: any RecognitionStore
    private let decoder: any RecordingDecoder
    private let index: any LandmarkIndex
    private let clock: any WallClock
    private let queue: RecognitionLimit

    /// - Parameter atOnce: the number of recordings that are decoded at once. As many others wait.
    package init(
        store: any RecognitionStore, decoder: any RecordingDecoder, index: any LandmarkIndex, clock: any WallClock,
        atOnce: Int
    ) {
        self.store = store
        self.decoder = decoder
        self.index = index
        self.clock = clock
        queue = RecognitionLimit(atOnce: atOnce)
    }

    /// Answers as soon as a song is certain, without waiting for the rest of the recording. A match is added to the
    /// caller's history.
    ///
    /// - Parameters:
    ///   - recording: the bytes of a recording of any kind, as they come.
    ///   - isRecorded: whether a match is added to the history.
    package func recognize(
        _ recording: some AsyncSequence<[UInt8], any Error> & Sendable, as caller: Principal, isRecorded: Bool = true
    ) async throws -> Recognition {
        try caller.require(.listen)
        let (attempt, allowed) = try await queue.run(for: caller.user) {
            let allowed = try await store.numbers(in: caller.libraries)
            let attempt = RecognitionAttempt(index: index, allowed: allowed)
            try await decoder.decode(recording) { try await attempt.hear($0) }
            return (attempt, allowed)
        }
        let (heard, found) = try await attempt.end()
        let tracks = try await store.tracks(of: found.map(\.number), in: caller.libraries)
        let matches = found.compactMap { one in
            tracks[one.number].map {
                RecognizedSong(
                    track: $0, position: .milliseconds(Int64(one.position * 1000)), score: one.score,
                    confidence: one.confidence)
            }
        }
        let coverage = try await coverage(allowed, in: caller.libraries)
        var entry: RecognitionEntry?
        if isRecorded, let match = matches.first {
            entry = RecognitionEntry(
                id: .make(at: clock.now()), track: match.track, position: match.position,
                confidence: match.confidence, at: clock.now())
            if let entry { try await store.add(entry, of: caller.user) }
        }
        return Recognition(
            entry: entry?.id, match: matches.first, candidates: Array(matches.dropFirst().prefix(3)),
            heard: heard.duration, isQuiet: heard.isQuiet, coverage: coverage)
    }

    package func coverage(for caller: Principal) async throws -> RecognitionCoverage {
        try caller.require(.listen)
        return try await coverage(try await store.numbers(in: caller.libraries), in: caller.libraries)
    }

    private func coverage(
        _ allowed: RecognizableTracks, in scope: LibraryScope
    ) async throws -> RecognitionCoverage {
        RecognitionCoverage(
            analyzed: await index.numbers().countShared(with: allowed), total: try await store.total(in: scope))
    }

    /// The songs that the caller has recognized, the latest first.
    package func history(_ page: PageRequest, as caller: Principal) async throws -> Page<PastRecognition> {
        try caller.require(.listen)
        return try await store.history(of: caller.user, in: caller.libraries, page)
    }

    package func remove(_ id: ID<RecognitionEntry>, as caller: Principal) async throws {
        try caller.require(.listen)
        guard try await store.remove(id, of: caller.user) else {
            throw DomainError.notFound("There is no such entry in your history of recognized songs")
        }
    }

    package func removeAll(as caller: Principal) async throws {
        try caller.require(.listen)
        try await store.removeAll(of: caller.user)
    }
}

/// The answer to a recording.
package struct Recognition: Sendable, Equatable {
    /// The new entry of the caller's history; nil if nothing matched.
    package let entry: ID<RecognitionEntry>?
    package let match: RecognizedSong?
    /// Other songs that may be the one, at most three.
    package let candidates: [RecognizedSong]
    /// The length of the recording that was heard.
    package let heard: Duration
    /// Whether there was hardly any sound in it.
    package let isQuiet: Bool
    package let coverage: RecognitionCoverage

    /// The match and the candidates.
    package var songs: [RecognizedSong] { [match].compactMap { $0 } + candidates }
}

package struct RecognizedSong: Sendable, Equatable {
    package let track: ID<Track>
    /// The position in the song at the end of the recording.
    package let position: Duration
    package let score: Double
    /// From 0 to 1.
    package let confidence: Double
}

/// The part of the caller's libraries that can be recognized at present. What cannot be decoded does not count.
package struct RecognitionCoverage: Sendable, Equatable {
    package let analyzed: Int
    package let total: Int
}

/// Decodes recordings of any kind in confined processes.
package protocol RecordingDecoder: Sendable {
    /// Passes on samples of one channel at 8 kHz, as they come, until `take` returns false, twenty seconds are decoded
    /// or the recording ends. Throws `recording_unreadable`, `recording_too_large` or `recognition_unavailable`.
    func decode(
        _ recording: some AsyncSequence<[UInt8], any Error> & Sendable,
        _ take: @escaping @Sendable ([Float]) async throws -> Bool
    ) async throws
}

/// One recording, as far as it has come.
private actor RecognitionAttempt {
    private static let marks = [3.0, 5, 8, 12, 20]
    /// Below this level, nothing can be recognized: -60 dBFS.
    private static let quiet: Float = 0.001
    private static let rate = 8000
    /// A rest after the last mark is tried if it lasts half a second or more.
    private static let leastRest = rate / 2

    private let index: any LandmarkIndex
    private let allowed: RecognizableTracks
    private var sound: [Float] = []
    private var energy: Float = 0
    private var count = 0
    private var tried = 0
    private var found: [RecognizedTrack] = []

    init(index: any LandmarkIndex, allowed: RecognizableTracks) {
        self.index = index
        self.allowed = allowed
    }

    /// Returns false when no more is needed.
    func hear(_ samples: [Float]) async throws -> Bool {
        var rest = samples[...]
        while !rest.isEmpty {
            guard let mark = Self.marks.first(where: { Double(count) / Double(Self.rate) < $0 }) else { return false }
            let part = rest.prefix(Int(mark * Double(Self.rate)) - count)
            rest = rest.dropFirst(part.count)
            sound += part
            energy += part.reduce(0) { $0 + $1 * $1 }
            count += part.count
            guard Double(count) / Double(Self.rate) >= mark else { continue }
            try await match()
            if !found.isEmpty { return false }
        }
        return true
    }

    func end() async throws -> (heard: (duration: Duration, isQuiet: Bool), found: [RecognizedTrack]) {
        if found.isEmpty, tried > 0, count - tried >= Self.leastRest { try await match() }
        let level = count > 0 ? (energy / Float(count)).squareRoot() : 0
        let heard = Duration.milliseconds(count * 1000 / Self.rate)
        return ((heard, level < Self.quiet), found)
    }

    private func match() async throws {
        tried = count
        found = try await index.match(sound, among: allowed)
    }
}
