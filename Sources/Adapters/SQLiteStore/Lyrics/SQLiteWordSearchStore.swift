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

    package func tracks(withWords query: SearchQuery, in scope: LibraryScope, limit: Int) async throws -> [TrackItem] {
        let ids = try await WordIndexSearch(database, query, in: scope).ids(limit)
        return try await database.read { try TrackItemReader($0).items(ids) }
    }

    package func prepare(version: Int, country: String?) async throws {
        let isCurrent = try await database.read { db in
            try db.row("SELECT version, country FROM words_state").map {
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
            try db.run("INSERT INTO words_state (version, country) VALUES (?, ?)", [version, country])
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
        try db.rows(stale, [limit]).map { ($0[0], $0[1]) }
    }

    private static func put(_ words: IndexedWords?, _ seq: Int64, _ db: Database) throws {
        try db.run("DELETE FROM track_words WHERE seq = ?", [seq])
        if let words {
            try db.run("INSERT INTO track_words (seq, precision) VALUES (?, ?)", [seq, words.precision.number])
            try db.run("INSERT INTO words_search (rowid, words) VALUES (?, ?)", [seq, words.text])
        }
        try db.run("DELETE FROM words_stale WHERE seq = ?", [seq])
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
/// ranked, the index is asked for the sequence: it then compares the places of all words, and two readers share that.
struct WordIndexSearch {
    /// If more than this match, the first of them are ranked.
    private static let mostRanked = 500
    /// Shorter beginnings are those of too many words.
    private static let shortestBeginning = 3

    private let database: SQLiteDatabase
    private let scope: LibraryScope
    private let phrase: String
    private let all: String
    private let isOneWord: Bool
    private let isBeginning: Bool

    private struct Match {
        let seq: Int64
        let id: String
        let plays: Int
        var isSequence = false
    }

    init(_ database: SQLiteDatabase, _ query: SearchQuery, in scope: LibraryScope) {
        self.database = database
        self.scope = scope
        phrase = query.phrase
        all = query.groups.map(CatalogSearch.quoted).joined(separator: " ")
        let words = query.phrase.split(separator: " ")
        isOneWord = words.count == 1
        isBeginning = (words.last ?? "").unicodeScalars.count >= Self.shortestBeginning
    }

    func ids(_ limit: Int) async throws -> [String] {
        var ids = try await found(all, CatalogSearch.quoted(phrase), text: " \(phrase) ", limit)
        if ids.count < limit, isBeginning {
            ids += try await found(all + "*", CatalogSearch.quoted(phrase) + "*", text: " \(phrase)", limit)
        }
        var seen: Set<String> = []
        return Array(ids.filter { seen.insert($0).inserted }.prefix(limit))
    }

    /// - Parameters:
    ///   - all: an expression for all words.
    ///   - sequence: one for the words in sequence.
    ///   - text: the sequence as it occurs in the stored words.
    ///   - limit: the number of tracks that are wanted.
    private func found(_ all: String, _ sequence: String, text: String, _ limit: Int) async throws -> [String] {
        let (any, last) = try await database.read { db in
            var any = try matches(all, 1...Int64.max, db)
            if !isOneWord, any.count < Self.mostRanked { try Self.mark(&any, text, db) }
            return (any, try db.value("SELECT max(seq) FROM track_words") ?? 1 as Int64)
        }
        guard !isOneWord, any.count == Self.mostRanked else { return Self.ranked(any) }
        async let first = database.read { try matches(sequence, 0...last / 2, $0) }
        async let second = database.read { try matches(sequence, last / 2 + 1...last, $0) }
        let ranked = try await Self.ranked(first + second)
        return ranked.count < limit ? ranked + Self.ranked(any) : ranked
    }

    private func matches(_ expression: String, _ range: ClosedRange<Int64>, _ db: Database) throws -> [Match] {
        try db.rows(
            Self.matches(scope),
            ["match": expression, "first": range.lowerBound, "last": range.upperBound, "most": Self.mostRanked]
                + scope.arguments
        ).map { Match(seq: $0[0], id: $0[1], plays: $0[2]) }
    }

    private static func mark(_ matches: inout [Match], _ text: String, _ db: Database) throws {
        let seqs: Set<Int64> = try db.valueSet(sequences, [JSONList(matches.map { "\($0.seq)" }), text])
        for place in matches.indices { matches[place].isSequence = seqs.contains(matches[place].seq) }
    }

    /// Those with the words in sequence first, among them the most played.
    private static func ranked(_ matches: [Match]) -> [String] {
        matches.sorted { one, other in
            guard one.isSequence == other.isSequence else { return one.isSequence }
            return (other.plays, one.id) < (one.plays, other.id)
        }.map(\.id)
    }

    static func matches(_ scope: LibraryScope) -> String {
        """
        SELECT t.seq, t.id, t.plays FROM words_search CROSS JOIN track t ON t.seq = words_search.rowid
        WHERE words_search MATCH :match AND words_search.rowid BETWEEN :first AND :last
          AND t.missing_since IS NULL\(scope.and("t.library")) LIMIT :most
        """
    }

    /// Of some songs those whose words contain a text.
    static let sequences = """
        SELECT w.rowid FROM json_each(?) j CROSS JOIN words_search w ON w.rowid = CAST(j.value AS INTEGER)
        WHERE instr(' ' || w.words || ' ', ?) > 0
        """
}
