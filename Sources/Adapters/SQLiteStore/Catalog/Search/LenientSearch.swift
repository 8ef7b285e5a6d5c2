import Catalog
import GRDB
import Primitives

/// Extends a search that finds few results, step by step: without the words for "&", with words joined or split, then
/// with similar spellings (`MisspeltSearch`). Earlier results stay first.
struct LenientSearch {
    /// The number of places at which splitting a word is tried.
    private static let mostSplits = 3

    let db: Database
    let query: SearchQuery
    let bounds: SearchBounds
    let limit: Int
    private(set) var artists: [String] = []
    private(set) var albums: [String] = []
    private(set) var tracks: [String] = []
    private(set) var genres: [String] = []

    /// - Parameter genreSearch: nil if no genres are requested.
    mutating func widen(_ genreSearch: GenreSearch? = nil) throws {
        guard isLittle, !query.isSigns else { return }
        let plain = query.withoutConjunctions
        extend(&genres, genreSearch?.ids(joined: plain) ?? [])
        if plain != query { try add(plain) }
        for other in plain.joined where isLittle { try add(other) }
        guard isLittle else { return }
        for other in try splits(plain) where isLittle { try add(other) }
        guard isLittle, let misspelt = try MisspeltSearch(db, plain, in: bounds, limit: limit) else { return }
        extend(&artists, try misspelt.ids(.artists))
        extend(&albums, try misspelt.ids(.albums))
        extend(&tracks, try misspelt.ids(.tracks))
        extend(&genres, genreSearch?.ids(misspelt) ?? [])
    }

    private var isLittle: Bool { artists.count + albums.count + tracks.count + genres.count < CatalogSearch.few }

    private mutating func add(_ other: SearchQuery) throws {
        let search = CatalogSearch(db: db, query: other, bounds: bounds, limit: limit)
        extend(&artists, try search.ids(.artists))
        extend(&albums, try search.ids(.albums))
        extend(&tracks, try search.ids(.tracks))
    }

    private func extend(_ found: inout [String], _ more: [String]) {
        let known = Set(found)
        found = Array((found + more.filter { !known.contains($0) }).prefix(limit))
    }

    /// The queries with one word split in two. Both halves are known words; the second may be a prefix.
    private func splits(_ query: SearchQuery) throws -> [SearchQuery] {
        let splits = query.splits
        guard !splits.isEmpty else { return [] }
        let pairs = JSONList(splits.map { "\($0.head) \($0.tail)" })
        let known: [Int] = try db.values(Self.halves, [pairs, Self.mostSplits])
        return known.map { splits[$0].query }
    }

    /// Words of one or two letters are not stored and always pass.
    static let halves = """
        SELECT pair.key FROM (SELECT key, substr(value, 1, instr(value, ' ') - 1) AS head,
            substr(value, instr(value, ' ') + 1) AS tail FROM json_each(?)) pair
        WHERE (length(pair.head) < \(Spelling.shortestWord) OR EXISTS (SELECT 1 FROM search_word WHERE word = pair.head))
          AND (length(pair.tail) < \(Spelling.shortestWord) OR EXISTS (
            SELECT 1 FROM search_word WHERE word >= pair.tail AND word < pair.tail || char(0x10FFFF)))
        LIMIT ?
        """
}

/// Finds names whose spelling is similar to the query.
///
/// For each word it looks up the known words that share trigrams with it (`search_trigram`). Those that are close
/// enough (`Spelling`), sound alike or contain the word replace it; for a short word all that differ in one letter.
/// Items that have a replacement for each word are ranked by the number of wrong letters, then whole names, names and
/// other fields, then plays, then shorter names. Every step is bounded.
struct MisspeltSearch {
    private static let mostCompared = 100
    /// The words of a longer query that are corrected: the first ones only.
    private static let mostDoubted = 4
    private static let mostMeant = 12
    /// Short words have many neighbors that are all equally close.
    private static let mostMeantByShort = 48
    /// A single word of two letters could mean anything, but beside another word it is worth correcting.
    private static let shortestDoubted = 2
    private static let mostCandidates = 400
    /// Containing the word counts as two wrong letters.
    private static let within = 2

    private struct Meant {
        /// The typed text: one or several words.
        let group: String
        let isLast: Bool
        /// Known words and their distances.
        let words: [String: Int]
    }

    private let db: Database
    private let meant: [Meant]
    private let bounds: SearchBounds
    private let limit: Int

    /// Returns nil if no word has a similar one.
    init?(_ db: Database, _ query: SearchQuery, in bounds: SearchBounds, limit: Int) throws {
        self.db = db
        self.bounds = bounds
        self.limit = limit
        meant = try query.groups.enumerated().map { place, group in
            let isLast = place == query.groups.count - 1
            return Meant(
                group: group, isLast: isLast,
                words: place < Self.mostDoubted
                    ? try Self.words(near: group, isAlone: query.groups.count == 1, db) : [:])
        }
        guard meant.contains(where: { !$0.words.isEmpty }) else { return nil }
    }

    private static func words(near group: String, isAlone: Bool, _ db: Database) throws -> [String: Int] {
        let letters = Array(group.unicodeScalars)
        let shortest = isAlone ? Spelling.shortestWord : shortestDoubted
        guard (shortest...Spelling.longestWord).contains(letters.count), !letters.contains(" ") else { return [:] }
        let neighbors = Spelling.neighbors(letters)
        var found: [String: Int] = [:]
        let likely = JSONList(Spelling.soundingAlike(group).union(neighbors ?? []).sorted())
        for word: String in try db.values(Self.known, [likely]) { found[word] = 1 }
        let edits = Spelling.tolerance(letters.count)
        if edits > 0, neighbors == nil {
            let trigrams = Spelling.trigrams(letters)
            let alike: [String] = try db.values(
                Self.alike,
                [
                    "trigrams": JSONList(trigrams), "shortest": letters.count - edits, "longest": letters.count + edits,
                    "shared": Spelling.shared(trigrams.count, edits: edits), "limit": Self.mostCompared,
                ])
            for word in alike {
                let distance = Spelling.distance(letters, Array(word.unicodeScalars), atMost: edits)
                if let distance { found[word] = min(distance, found[word] ?? distance) }
            }
        }
        if letters.count >= Spelling.shortestWord {
            for word in try words(around: group, letters, db) where found[word] == nil { found[word] = within }
        }
        found[group] = nil
        let nearest = found.sorted { ($0.value, $0.key) < ($1.value, $1.key) }
            .prefix(neighbors == nil ? mostMeant : mostMeantByShort)
        return Dictionary(uniqueKeysWithValues: nearest.map { ($0.key, $0.value) })
    }

    /// Known words that contain `group`, except at their beginning.
    private static func words(around group: String, _ letters: [Unicode.Scalar], _ db: Database) throws -> [String] {
        let inner = Spelling.inner(letters)
        let alike: [String] = try db.values(
            Self.alike,
            [
                "trigrams": JSONList(inner), "shortest": letters.count + 1, "longest": Spelling.longestWord,
                "shared": inner.count, "limit": Self.mostCompared,
            ])
        return alike.filter { $0.contains(group) && !$0.hasPrefix(group) }
    }

    func ids(_ kind: SearchedKind) throws -> [String] {
        guard bounds.include(kind) else { return [] }
        let rows = try db.rows(kind.within(bounds).candidates, [match, Self.mostCandidates] + bounds.arguments)
        let asked = meant.reduce(0) { $0 + $1.group.split(separator: " ").count }
        let ranked = rows.compactMap { row -> (rank: (Int, Int, Int64), name: (Int, String, String))? in
            let (name, all): (String, String) = (row["name"], row["words"])
            guard let distance = distance(of: all) else { return nil }
            let isName = self.distance(of: name) == distance
            let isWhole = isName && name.split(separator: " ").count == asked
            return (
                (distance, isWhole ? 0 : isName ? 1 : 2, -(row["plays"] as Int64)), (name.utf8.count, name, row["id"])
            )
        }
        return ranked.sorted { $0.rank == $1.rank ? $0.name < $1.name : $0.rank < $1.rank }.prefix(limit).map(\.name.2)
    }

    /// The number of wrong letters in the query compared to `text`; nil if a word has no counterpart.
    func distance(of text: String) -> Int? {
        let words = text.split(separator: " ").map(String.init)
        let padded = " \(text) "
        var sum = 0
        for part in meant {
            if padded.contains(part.isLast ? " \(part.group)" : " \(part.group) ") { continue }
            guard let least = words.compactMap({ part.words[$0] }).min() else { return nil }
            sum += least
        }
        return sum
    }

    private var match: String {
        meant.map { part in
            let asked = CatalogSearch.quoted(part.group) + (part.isLast ? "*" : "")
            return "(" + ([asked] + part.words.keys.sorted().map(CatalogSearch.quoted)).joined(separator: " OR ") + ")"
        }.joined(separator: " AND ")
    }

    /// Those of some hundred words that are known.
    static let known = "SELECT word.word FROM json_each(?) near CROSS JOIN search_word word ON word.word = near.value"

    /// Sorts the words that have one of a dozen trigrams and about the right length.
    static let alike = """
        SELECT word.word
        FROM (SELECT word, count(*) AS shared FROM search_trigram
          WHERE trigram IN (SELECT value FROM json_each(:trigrams)) AND length BETWEEN :shortest AND :longest
          GROUP BY word HAVING count(*) >= :shared ORDER BY shared DESC, word LIMIT :limit) near
        CROSS JOIN search_word word ON word.id = near.word
        """
}
