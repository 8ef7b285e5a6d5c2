package import Catalog
package import Primitives

/// The parts of a search for songs. Every part that is given must match.
package struct LyricsQuery: Sendable, Equatable {
    /// Results beyond these are not counted.
    package static let mostResults = 2000

    /// Words of the title, the artists, the album, or any of these three.
    package let title: SearchQuery?
    package let artist: SearchQuery?
    package let album: SearchQuery?
    package let names: SearchQuery?
    /// Words of any of these three, or of the lyrics.
    package let anything: SearchQuery?
    /// Words of the lyrics.
    package let words: SearchQuery?
    /// The precision that the lyrics must have at least; nil for songs without lyrics too.
    package let precision: SongLyrics.Precision?

    /// Refuses a part of more than 200 characters. A part without any words is none.
    package init(
        title: String? = nil, artist: String? = nil, album: String? = nil, names: String? = nil,
        anything: String? = nil, words: String? = nil, precision: SongLyrics.Precision? = nil
    ) throws(DomainError) {
        self.title = try Self.part(title)
        self.artist = try Self.part(artist)
        self.album = try Self.part(album)
        self.names = try Self.part(names)
        self.anything = try Self.part(anything)
        self.words = try Self.part(words)
        self.precision = precision
    }

    private static func part(_ text: String?) throws(DomainError) -> SearchQuery? {
        guard let text else { return nil }
        let query = try SearchQuery(text)
        return query.isEmpty ? nil : query
    }

    /// Whether there is nothing to search for. Such a query finds nothing.
    package var isEmpty: Bool { [title, artist, album, names, anything, words].allSatisfy { $0 == nil } }
}

/// One page of songs.
package struct LyricsQueryPage: Sendable, Equatable {
    /// The number of songs on all pages.
    package let total: Int
    package let songs: [LyricsSong]
}

/// The length of the recording that lyrics are wanted for.
package struct LyricsLength: Sendable, Equatable {
    private let milliseconds: Int64
    private let deviation: Int64

    /// - Parameters:
    ///   - milliseconds: of the recording.
    ///   - deviation: milliseconds by which the length of a song may differ.
    package init(milliseconds: Int64, deviation: Int64) {
        self.milliseconds = milliseconds
        self.deviation = deviation
    }

    /// In milliseconds.
    func distance(from other: Int64) -> Int64 { abs(milliseconds - other) }

    /// - Parameter other: milliseconds.
    package func admits(_ other: Int64) -> Bool { distance(from: other) <= deviation }
}

/// The names of one song, as another program spells them.
package struct LyricsName: Sendable, Equatable {
    package let title: String
    package let artist: String?
    package let album: String?
    package let length: LyricsLength?

    package init(title: String, artist: String?, album: String? = nil, length: LyricsLength? = nil) {
        self.title = title
        self.artist = artist
        self.album = album
        self.length = length
    }

    /// Whether the album is the named one, if one is named.
    func fits(album other: String) -> Bool {
        guard let album, !SearchText.name(album).isEmpty else { return true }
        return SearchText.name(album) == SearchText.name(other)
    }

    /// Whether one title contains the words of the other, and the same holds for the named artist and any of the
    /// track's.
    func isClose(title other: String, artists: [String]) -> Bool {
        guard Self.overlap(title, other) else { return false }
        guard let artist, !SearchText.name(artist).isEmpty else { return true }
        return artists.contains { Self.overlap(artist, $0) }
    }

    private static func overlap(_ one: String, _ other: String) -> Bool {
        let (one, other) = (words(one), words(other))
        guard let fewer = [one, other].min(by: { $0.count < $1.count }), !fewer.isEmpty else { return false }
        // The search has looked at the others: they may be misspelled.
        return one.intersection(other).count * 2 >= fewer.count
    }

    private static func words(_ text: String) -> Set<Substring> {
        Set(SearchText.name(text).split(separator: " "))
    }
}
