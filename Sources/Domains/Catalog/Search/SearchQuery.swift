package import Primitives

/// A search text, made safe for a full-text index.
package struct SearchQuery: Sendable, Equatable {
    package static let maximumLength = 200
    static let maximumWords = 16
    /// Words are joined or split only in queries of at most this many words.
    private static let mostRespelled = 4
    /// The words for the sign & in some languages.
    private static let conjunctions: Set<String> = ["and", "und", "et", "y", "e", "i", "och", "og"]

    /// The text as typed.
    package let text: String
    /// The folded words to search for, at most 16 groups; a group was typed without a space and matches in sequence.
    package let groups: [String]
    /// Whether only punctuation and symbols were typed. Then the only group is not a word, and names are compared with
    /// it unchanged.
    package let isSigns: Bool

    /// Refuses text of more than 200 characters.
    package init(_ text: String) throws(DomainError) {
        guard text.count <= Self.maximumLength, text.utf8.count <= Self.maximumLength * 16 else {
            throw .invalid("A search takes at most \(Self.maximumLength) characters", field: "q")
        }
        let words = FoldedText.fold(text).split(separator: " ").map { SearchText.words(String($0)) }
            .filter { !$0.isEmpty }.prefix(Self.maximumWords)
        let signs = words.isEmpty ? SearchText.signs(text) : ""
        self.init(text: text, groups: signs.isEmpty ? Array(words) : [signs], isSigns: !signs.isEmpty)
    }

    private init(text: String, groups: [String], isSigns: Bool = false) {
        self.text = text
        self.groups = groups
        self.isSigns = isSigns
    }

    /// The groups as the full-text index stores them.
    package var indexed: [String] { isSigns ? SearchText.codedSigns(text) : groups }

    /// Whether there is nothing to search for. Such a query finds nothing.
    package var isEmpty: Bool { groups.isEmpty }

    /// The whole query as one sequence of words, to compare with whole names.
    package var phrase: String { groups.joined(separator: " ") }

    /// The query without the words for the sign &, unless nothing else is left.
    package var withoutConjunctions: SearchQuery {
        let rest = groups.filter { !Self.conjunctions.contains($0) }
        return rest.isEmpty || rest.count == groups.count ? self : SearchQuery(text: text, groups: rest)
    }

    /// Variants of the query with some words joined, the one with the fewest words last: "post punk" may be called
    /// "Postpunk".
    package var joined: [SearchQuery] {
        let words = phrase.split(separator: " ").map(String.init)
        guard (2...Self.mostRespelled).contains(words.count) else { return [] }
        let pairs = words.indices.dropLast().map { place in
            Array(words[..<place]) + [words[place] + words[place + 1]] + words[(place + 2)...]
        }
        return (words.count > 2 ? pairs + [[words.joined()]] : pairs).map { SearchQuery(text: text, groups: $0) }
    }

    /// The places at which one typed word may be two, those nearest to its middle first.
    package var splits: [Split] {
        guard groups.count <= Self.mostRespelled else { return [] }
        return groups.enumerated().flatMap { place, group -> [Split] in
            let letters = Array(group.unicodeScalars)
            guard (Spelling.shortestWord + 1...Spelling.longestWord).contains(letters.count), !letters.contains(" ")
            else { return [] }
            return (1..<letters.count).map { cut in
                let halves = [letters[..<cut], letters[cut...]].map { String(String.UnicodeScalarView($0)) }
                var groups = groups
                groups[place] = halves.joined(separator: " ")
                return Split(
                    head: halves[0], tail: halves[1], shorter: min(cut, letters.count - cut),
                    query: SearchQuery(text: text, groups: groups))
            }
        }.sorted { $0.shorter > $1.shorter }
    }

    package struct Split: Sendable {
        package let head: String
        package let tail: String
        let shorter: Int
        /// The query with both words in place of the one.
        package let query: SearchQuery
    }
}

/// The requested range of each kind of result.
package struct SearchWindows: Sendable, Equatable {
    package let artists: ListWindow
    package let albums: ListWindow
    package let tracks: ListWindow

    package init(artists: ListWindow, albums: ListWindow, tracks: ListWindow) {
        self.artists = artists
        self.albums = albums
        self.tracks = tracks
    }
}

/// The order of the tracks that a search finds.
package enum SearchSort: String, CaseIterable, Sendable {
    /// The best first.
    case relevance
    /// From slow to fast, those whose tempo is unknown last.
    case tempo
}

/// The results of a search, best first.
package struct SearchResults: Sendable, Equatable {
    package let artists: [ArtistItem]
    package let albums: [AlbumItem]
    package let tracks: [TrackItem]
    package let genres: [GenreItem]

    package static let empty = SearchResults(artists: [], albums: [], tracks: [], genres: [])

    package init(artists: [ArtistItem], albums: [AlbumItem], tracks: [TrackItem], genres: [GenreItem]) {
        self.artists = artists
        self.albums = albums
        self.tracks = tracks
        self.genres = genres
    }
}

/// The results of a search with all details, best first.
package struct WideSearchResults: Sendable, Equatable {
    package let artists: [ArtistProfile]
    package let albums: [AlbumProfile]
    package let tracks: [TrackDetails]

    package init(artists: [ArtistProfile], albums: [AlbumProfile], tracks: [TrackDetails]) {
        self.artists = artists
        self.albums = albums
        self.tracks = tracks
    }
}
