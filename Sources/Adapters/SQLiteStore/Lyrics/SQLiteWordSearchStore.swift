package import Catalog
import GRDB
import Lyrics
package import Primitives

/// The index of songs' words, in SQLite.
package struct SQLiteWordSearchStore: WordSearchStore {
    /// The songs of one transaction, so that other writers do not wait long.
    private static let songsAtOnce = 32

    private let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    package func tracks(
        withWords query: SearchQuery, in scope: LibraryScope, limit: Int
    ) async throws -> [TrackItem] {
        try await database.read { db in
            try TrackItemReader(db).items(WordIndexSearch(db, query, in: scope).ids(limit))
        }
    }

    package func prepare(version: Int, country: String?) async throws {
        let isCurrent = try await database.read { db in
            try Row.fetchOne(db, sql: "SELECT version, country FROM words_state").map {
                $0["version"] as Int == version && $0["country"] as String? == country
            }
        }
        guard isCurrent != true else { return }
        try await database.write(.upkeep) { db in
            try db.execute(
                sql: """
                    INSERT INTO words_stale (seq) SELECT seq FROM track_words WHERE true ON CONFLICT DO NOTHING;
                    INSERT INTO words_stale (seq) SELECT t.seq FROM provided_lyrics p JOIN track t ON t.id = p.track
                      WHERE true ON CONFLICT DO NOTHING;
                    DELETE FROM words_state;
                    """)
            try db.execute(
                sql: "INSERT INTO words_state (version, country) VALUES (?, ?)", arguments: [version, country])
        }
    }

    package func indexNext(country: String?) async throws -> Bool {
        guard try await database.read({ try Self.next($0, 1) }).isEmpty == false else { return false }
        try await database.write(.upkeep) { db in
            for (seq, track) in try Self.next(db, Self.songsAtOnce) {
                let song = try SQLiteLyricsStore.song(track, in: .everything, db)
                try Self.put(song.flatMap { IndexedWords($0, country: country) }, seq, db)
            }
        }
        return true
    }

    private static func next(_ db: Database, _ limit: Int) throws -> [(seq: Int64, track: String)] {
        try Row.fetchAll(db.cachedStatement(sql: stale), arguments: [limit]).map { ($0[0], $0[1]) }
    }

    private static func put(_ words: IndexedWords?, _ seq: Int64, _ db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM track_words WHERE seq = ?").execute(arguments: [seq])
        if let words {
            try db.cachedStatement(sql: "INSERT INTO track_words (seq, precision) VALUES (?, ?)")
                .execute(arguments: [seq, words.precision.number])
            try db.cachedStatement(sql: "INSERT INTO words_search (rowid, words) VALUES (?, ?)")
                .execute(arguments: [seq, words.text])
        }
        try db.cachedStatement(sql: "DELETE FROM words_stale WHERE seq = ?").execute(arguments: [seq])
    }

    static let stale = """
        SELECT s.seq, t.id FROM words_stale s CROSS JOIN track t ON t.seq = s.seq ORDER BY s.seq LIMIT ?
        """
}

extension SongLyrics.Precision {
    /// The number in `track_words`.
    var number: Int {
        switch self {
        case .none: 0
        case .lines: 1
        case .words: 2
        }
    }

    init?(number: Int?) {
        guard let number, let precision = Self.allCases.first(where: { $0.number == number }) else { return nil }
        self = precision
    }
}

/// Finds tracks by their words: first those with the words in sequence, then those with all of them. The last word is
/// taken for the beginning of one only where too little is found, since all words that begin so are looked up then.
///
/// Looking for all words is fast, since the index is walked by the rarest. Only where more tracks have them than are
/// ranked, and too few of these in sequence, the index is asked for that: it then compares the places of all words.
struct WordIndexSearch {
    /// If more than this match, the first of them are ranked.
    private static let mostRanked = 500
    /// Shorter beginnings are those of too many words.
    private static let shortestBeginning = 3

    private let db: Database
    private let scope: LibraryScope
    private let phrase: String
    private let all: String
    private let isOneWord: Bool
    private let isBeginning: Bool

    init(_ db: Database, _ query: SearchQuery, in scope: LibraryScope) {
        self.db = db
        self.scope = scope
        phrase = query.phrase
        all = query.groups.map(CatalogSearch.quoted).joined(separator: " ")
        let words = query.phrase.split(separator: " ")
        isOneWord = words.count == 1
        isBeginning = (words.last ?? "").unicodeScalars.count >= Self.shortestBeginning
    }

    func ids(_ limit: Int) throws -> [String] {
        var ids = try found(all, CatalogSearch.quoted(phrase), text: " \(phrase) ", limit)
        if ids.count < limit, isBeginning {
            ids += try found(all + "*", CatalogSearch.quoted(phrase) + "*", text: " \(phrase)", limit)
        }
        var seen: Set<String> = []
        return Array(ids.filter { seen.insert($0).inserted }.prefix(limit))
    }

    /// - Parameters:
    ///   - all: an expression for all words.
    ///   - sequence: one for the words in sequence.
    ///   - text: the sequence as it occurs in the stored words.
    ///   - limit: the number of tracks that are wanted.
    private func found(_ all: String, _ sequence: String, text: String, _ limit: Int) throws -> [String] {
        let ranked = try db.cachedStatement(sql: Self.ranked(scope))
        func tracks(_ expression: String) throws -> [(id: String, isSequence: Bool)] {
            let arguments: StatementArguments = ["match": expression, "text": text, "most": Self.mostRanked]
            return try Row.fetchAll(ranked, arguments: arguments + scope.arguments).map { ($0[0], $0[1]) }
        }
        let any = try tracks(all)
        let isEnough = any.count < Self.mostRanked || isOneWord || any.count { $0.isSequence } >= limit
        return (isEnough ? any : try tracks(sequence) + any).map(\.id)
    }

    /// The second limit keeps SQLite from joining both queries into one, which would rank every match.
    static func ranked(_ scope: LibraryScope) -> String {
        """
        SELECT id, is_sequence FROM (
          SELECT t.id, t.plays, instr(' ' || words_search.words || ' ', :text) > 0 AS is_sequence
          FROM words_search CROSS JOIN track t ON t.seq = words_search.rowid
          WHERE words_search MATCH :match AND t.missing_since IS NULL\(scope.and("t.library")) LIMIT :most)
        ORDER BY is_sequence DESC, plays DESC, id LIMIT :most
        """
    }
}
