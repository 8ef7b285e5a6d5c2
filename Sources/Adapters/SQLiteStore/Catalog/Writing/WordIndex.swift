import Catalog
import GRDB

/// Keeps the words of all names, for what is misspelt: each once, with its trigrams. A word whose last name has gone finds nothing;
/// it stays until `prune`.
final class WordIndex {
    private let db: Database
    private var known: Set<String> = []

    init(_ db: Database) {
        self.db = db
    }

    /// - Parameter text: folded words with single spaces between.
    func add(_ text: String) throws {
        for word in text.split(separator: " ") where word.utf8.count >= Spelling.shortestWord && !Self.isSigns(word) {
            let word = String(word)
            guard known.insert(word).inserted else { continue }
            let letters = Array(word.unicodeScalars)
            guard (Spelling.shortestWord...Spelling.longestWord).contains(letters.count) else { continue }
            try insert(word, letters)
        }
    }

    /// Whether it is what `SearchText.indexed` writes for signs, which nobody misspells.
    private static func isSigns(_ word: Substring) -> Bool {
        word.unicodeScalars.first.map { $0.properties.generalCategory == .privateUse } ?? false
    }

    private func insert(_ word: String, _ letters: [Unicode.Scalar]) throws {
        let insert = try db.cachedStatement(
            sql: "INSERT INTO search_word (word) VALUES (?) ON CONFLICT DO NOTHING RETURNING id")
        guard let id = try Int64.fetchOne(insert, arguments: [word]) else { return }
        try db.cachedStatement(
            sql: "INSERT OR IGNORE INTO search_trigram (trigram, length, word) SELECT value, ?, ? FROM json_each(?)"
        ).execute(arguments: [letters.count, id, JSONList(Spelling.trigrams(letters))])
    }

    /// Removes the words that no name has any more. It reads all words, and is for when much has gone.
    func prune() throws {
        known = []
        try db.execute(sql: Self.unused)
        try db.execute(sql: "DELETE FROM search_trigram WHERE word NOT IN (SELECT id FROM search_word)")
        for name in try String.fetchAll(db, sql: "SELECT search_name FROM genre WHERE track_count > 0") {
            try add(name)
        }
    }

    func clear() throws {
        known = []
        try db.execute(sql: "DELETE FROM search_trigram; DELETE FROM search_word;")
    }

    private static let unused = """
        DELETE FROM search_word WHERE word NOT IN (
          SELECT term FROM track_search_word UNION SELECT term FROM album_search_word UNION SELECT term FROM artist_search_word)
        """
}
