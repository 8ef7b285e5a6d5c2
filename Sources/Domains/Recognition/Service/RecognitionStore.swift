package import Catalog
package import Primitives

/// Stores recognized songs, and reads what the index is made from.
package protocol RecognitionStore: Sendable {
    /// The numbers of the analyzed tracks in scope. A number stands for one analysis of one track, and is never given
    /// again.
    func numbers(in scope: LibraryScope) async throws -> RecognizableTracks

    /// The number that was given last, 0 before the first.
    func newestNumber() async throws -> UInt32

    /// The tracks behind numbers, those out of scope left out.
    func tracks(of numbers: [UInt32], in scope: LibraryScope) async throws -> [UInt32: ID<Track>]

    /// The stored peaks of analyses, those that are gone left out.
    func peaks(of numbers: [UInt32]) async throws -> [(number: UInt32, peaks: [UInt8])]

    /// The tracks in scope that can be analyzed, whether they are yet or not.
    func total(in scope: LibraryScope) async throws -> Int

    func add(_ entry: RecognitionEntry, of user: ID<Person>) async throws

    /// The entries, the latest first. A track that is gone or out of scope is nil.
    func history(
        of user: ID<Person>, in scope: LibraryScope, _ page: PageRequest
    ) async throws -> Page<PastRecognition>

    /// Returns false if the user has no such entry.
    func remove(_ id: ID<RecognitionEntry>, of user: ID<Person>) async throws -> Bool
    func removeAll(of user: ID<Person>) async throws
}

/// A song that a user has recognized.
package struct RecognitionEntry: Sendable, Equatable {
    package let id: ID<RecognitionEntry>
    package let track: ID<Track>
    /// The position in the song at the end of the recording.
    package let position: Duration
    package let confidence: Double
    package let at: Timestamp
}

/// An entry of a user's history of recognized songs.
package struct PastRecognition: Sendable, Equatable {
    package let id: ID<RecognitionEntry>
    package let at: Timestamp
    /// Nil for a track that is gone, or that the user may not see any more.
    package let track: TrackItem?
    /// Title and artist at the time.
    package let title: String
    package let artist: String
    package let position: Duration
    package let confidence: Double

    package init(
        id: ID<RecognitionEntry>, at: Timestamp, track: TrackItem?, title: String, artist: String, position: Duration,
        confidence: Double
    ) {
        self.id = id
        self.at = at
        self.track = track
        self.title = title
        self.artist = artist
        self.position = position
        self.confidence = confidence
    }
}

/// A set of numbers, a bit for each.
package struct RecognizableTracks: Sendable, Equatable {
    private var words: [UInt64] = []
    package private(set) var count = 0

    package init(_ numbers: some Sequence<UInt32> = []) {
        for number in numbers { insert(number) }
    }

    /// Numbers beyond these are damage: sets of them would fill the memory.
    private static let limit: UInt32 = 1 << 26

    package mutating func insert(_ number: UInt32) {
        guard number < Self.limit else { return }
        let word = Int(number >> 6)
        if word >= words.count { words.append(contentsOf: repeatElement(0, count: word + 1 - words.count)) }
        let bit = UInt64(1) << UInt64(number & 63)
        if words[word] & bit == 0 { count += 1 }
        words[word] |= bit
    }

    /// How many numbers are in both.
    package func countShared(with other: RecognizableTracks) -> Int {
        zip(words, other.words).reduce(0) { $0 + ($1.0 & $1.1).nonzeroBitCount }
    }

    package func contains(_ number: UInt32) -> Bool {
        let word = Int(number >> 6)
        return word < words.count && words[word] & UInt64(1) << UInt64(number & 63) != 0
    }

    /// The numbers in ascending order.
    package var numbers: [UInt32] {
        words.indices.flatMap { word in
            (0..<64).compactMap { words[word] & UInt64(1) << UInt64($0) != 0 ? UInt32(word * 64 + $0) : nil }
        }
    }
}
