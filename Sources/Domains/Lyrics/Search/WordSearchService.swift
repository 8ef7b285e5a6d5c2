package import Catalog
package import Primitives

/// Finds songs by a line of their words. Every call needs `browse`. Tracks in libraries that the caller may not see do
/// not exist for them.
package struct WordSearchService: Sendable {
    private let store: any WordSearchStore
    private let lyrics: LyricsService

    package init(store: any WordSearchStore, lyrics: LyricsService) {
        self.store = store
        self.lyrics = lyrics
    }

    /// The songs that contain the words in sequence, then those that contain all of them somewhere; among these the
    /// most played first. Case, accents and punctuation do not matter, and the last word may be incomplete.
    ///
    /// - Parameter limit: 1 to 50.
    package func search(_ text: String, limit: Int, as caller: Principal) async throws -> [WordMatch] {
        try caller.require(.browse)
        guard (1...50).contains(limit) else {
            throw DomainError.invalid("limit must be between 1 and 50", field: "limit")
        }
        let query = try SearchQuery(text)
        guard !query.isEmpty, !query.isSigns else { return [] }
        let tracks = try await store.tracks(withWords: query, in: caller.libraries, limit: limit)
        let songs = try await lyrics.texts(of: tracks.map(\.id), as: caller)
        let words = WordSearch(query)
        return try await withThrowingTaskGroup { group in
            for (place, (track, song)) in zip(tracks, songs).enumerated() {
                group.addTask {
                    try Task.checkCancellation()
                    return (place, song.flatMap { match(track, $0, words) })
                }
            }
            var matches = [WordMatch?](repeating: nil, count: tracks.count)
            for try await (place, match) in group { matches[place] = match }
            return matches.compactMap(\.self)
        }
    }

    /// Nil if the track's words have changed since they were indexed, and it has none of these words any more.
    private func match(_ track: TrackItem, _ song: TrackTexts, _ words: WordSearch) -> WordMatch? {
        words.line(in: lyrics.appliedLyrics(in: song)).map { WordMatch(track: track, lyrics: $0.lyrics, line: $0.line) }
    }
}

/// A song that was found by its words.
package struct WordMatch: Sendable {
    package let track: TrackItem
    /// The lyrics that contain the line.
    package let lyrics: SongLyrics
    /// The first line that contains the words, or most of them.
    package let line: LyricsLine
}

/// Finds the line of a song that somebody remembers.
struct WordSearch {
    /// The phrase after a space, in UTF-8, in which text is searched faster than by characters.
    private let phrase: BytePattern
    /// The words between spaces; the last one may be incomplete.
    private let words: [BytePattern]

    init(_ query: SearchQuery) {
        phrase = BytePattern(" \(query.phrase)")
        let words = query.phrase.split(separator: " ")
        self.words = words.dropLast().map { BytePattern(" \($0) ") } + words.suffix(1).map { BytePattern(" \($0)") }
    }

    /// The first line that contains the phrase, in the lyrics that come first; else the line with most of the words,
    /// of lyrics that contain them all. Synced lyrics come before others with equal lines.
    func line(in all: [SongLyrics]) -> (lyrics: SongLyrics, line: LyricsLine)? {
        var best: (score: Int, lyrics: SongLyrics, line: LyricsLine)?
        for lyrics in all {
            for line in lyrics.lines {
                let score = score(line)
                if score > best?.score ?? 0 { best = (score, lyrics, line) }
                if score == .max { return (lyrics, line) }
            }
        }
        return best.map { ($0.lyrics, $0.line) }
    }

    /// The number of the words that the line contains, the largest number for the whole phrase. The last word may be
    /// incomplete.
    private func score(_ line: LyricsLine) -> Int {
        let text = line.background.map { "\(line.text) \($0.text)" } ?? line.text
        let folded = Array(" \(SearchText.words(text)) ".utf8)
        if phrase.occurs(in: folded) { return .max }
        // A phrase may go on in the next line.
        return words.count { $0.occurs(in: folded) }
    }
}

/// Text that is looked for by its bytes of UTF-8, in a time that grows with the length of what is searched alone (Knuth,
/// Morris and Pratt, 1977).
private struct BytePattern {
    private let bytes: [UInt8]
    /// For each place, the length of the longest shorter beginning of the pattern that ends there too.
    private let borders: [Int]

    init(_ text: String) {
        bytes = Array(text.utf8)
        var borders = [Int](repeating: 0, count: bytes.count)
        var length = 0
        for place in bytes.indices.dropFirst() {
            while length > 0, bytes[length] != bytes[place] { length = borders[length - 1] }
            if bytes[length] == bytes[place] { length += 1 }
            borders[place] = length
        }
        self.borders = borders
    }

    func occurs(in text: [UInt8]) -> Bool {
        guard bytes.count <= text.count else { return false }
        var length = 0
        for byte in text {
            while length > 0, bytes[length] != byte { length = borders[length - 1] }
            if bytes[length] == byte { length += 1 }
            if length == bytes.count { return true }
        }
        return false
    }
}

/// The words of a song as the index stores them.
package struct IndexedWords: Sendable, Equatable {
    /// The number of bytes of one song's words that are searched.
    private static let longest = 64 * 1024

    /// The folded words, separated by single spaces.
    package let text: String
    package let precision: SongLyrics.Precision

    /// The words of all lyrics of a song that apply and may be served in a country: translations too, each line once.
    /// Nil for a song without words.
    package init?(_ song: TrackTexts, country: String?) {
        let all = song.lyrics(servedIn: country).applied
        let ranked = SongLyrics.Precision.allCases
        guard let precision = ranked.first(where: { one in all.contains { $0.precision == one } }) else { return nil }
        var seen: Set<String> = []
        var text = ""
        for line in all.flatMap(\.lines) {
            for part in [line.text, line.background?.text].compactMap(\.self) where text.utf8.count < Self.longest {
                let words = SearchText.words(part)
                guard !words.isEmpty, seen.insert(words).inserted else { continue }
                text += text.isEmpty ? words : " " + words
            }
        }
        self.text = text
        self.precision = precision
    }
}

/// The index of the words of all songs.
package protocol WordSearchStore: Sendable {
    /// The best matches. Tracks that are missing or outside the scope do not exist.
    func tracks(withWords query: SearchQuery, in scope: LibraryScope, limit: Int) async throws -> [TrackItem]

    /// Prepares the index for the rules of `SearchText` and for a country: if it was made for others, every song is
    /// indexed again.
    func prepare(version: Int, country: String?) async throws

    /// Indexes the next songs whose words have changed. Returns false if there are none.
    func indexNext(country: String?) async throws -> Bool
}
