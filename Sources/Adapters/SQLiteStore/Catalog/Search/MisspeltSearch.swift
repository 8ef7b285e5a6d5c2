import Catalog
import GRDB
import Primitives

/// Finds what is spelt nearly as it was asked.
///
/// For each word the known words that share trigrams with it are looked up (`search_trigram`), and those that are close enough
/// (`Spelling`), sound alike or hold the word within them stand in for it; for a short one all that is one letter away. What has a
/// word for each is ranked by the number of wrong letters, then whole names, names and other fields, then plays, then shorter names.
/// Every step is bounded.
struct MisspeltSearch {
    private static let mostCompared = 100
    /// Of a longer query the first words only are doubted.
    private static let mostDoubted = 4
    private static let mostMeant = 12
    /// Short words have many neighbours, none of which is nearer than another.
    private static let mostMeantByShort = 48
    /// A single word of two letters could be anything; beside another one it is worth doubting.
    private static let shortestDoubted = 2
    private static let mostCandidates = 400
    /// A word within another is as far as two wrong letters.
    private static let within = 2

    private struct Meant {
        /// As it was typed; one or several words.
        let group: String
        let isLast: Bool
        /// Known words and their distance.
        let words: [String: Int]
    }

    private let db: Database
    private let meant: [Meant]
    private let scope: LibraryScope
    private let limit: Int

    /// Nil when no word could have been meant otherwise.
    init?(_ db: Database, _ query: SearchQuery, in scope: LibraryScope, limit: Int) throws {
        self.db = db
        self.scope = scope
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
        let neighbours = Spelling.neighbours(letters)
        var found: [String: Int] = [:]
        let likely = JSONList(Spelling.soundingAlike(group).union(neighbours ?? []).sorted())
        for word in try String.fetchAll(db.cachedStatement(sql: Self.known), arguments: [likely]) { found[word] = 1 }
        let edits = Spelling.tolerance(letters.count)
        if edits > 0, neighbours == nil {
            let trigrams = Spelling.trigrams(letters)
            let alike = try String.fetchAll(
                db.cachedStatement(sql: Self.alike),
                arguments: [
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
            .prefix(neighbours == nil ? mostMeant : mostMeantByShort)
        return Dictionary(uniqueKeysWithValues: nearest.map { ($0.key, $0.value) })
    }

    /// Known words that hold `group` anywhere but at their beginning.
    private static func words(around group: String, _ letters: [Unicode.Scalar], _ db: Database) throws -> [String] {
        let inner = Spelling.inner(letters)
        return try String.fetchAll(
            db.cachedStatement(sql: Self.alike),
            arguments: [
                "trigrams": JSONList(inner), "shortest": letters.count + 1, "longest": Spelling.longestWord,
                "shared": inner.count, "limit": Self.mostCompared,
            ]
        ).filter { $0.contains(group) && !$0.hasPrefix(group) }
    }

    func ids(_ kind: SearchedKind) throws -> [String] {
        let arguments: StatementArguments = [match, Self.mostCandidates]
        let rows = try Row.fetchAll(
            db.cachedStatement(sql: kind.within(scope).candidates), arguments: arguments + scope.arguments)
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

    /// How many letters of the query are wrong for `text`; nil when a word has no counterpart.
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

    /// Which of some hundred words are known.
    static let known = """
        SELECT word.word FROM json_each(?) near CROSS JOIN search_word word ON word.word = near.value
        """

    /// Sorts the words that have one of a dozen trigrams and about the right length.
    static let alike = """
        SELECT word.word
        FROM (SELECT word, count(*) AS shared FROM search_trigram
          WHERE trigram IN (SELECT value FROM json_each(:trigrams)) AND length BETWEEN :shortest AND :longest
          GROUP BY word HAVING count(*) >= :shared ORDER BY shared DESC, word LIMIT :limit) near
        CROSS JOIN search_word word ON word.id = near.word
        """
}
