package import Catalog
import Foundation
import GRDB
package import Primitives
package import Recognition

/// Recognized songs, and what the index of landmarks is made from, in SQLite.
package struct SQLiteRecognitionStore: RecognitionStore {
    private let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    package func numbers(in scope: LibraryScope) async throws -> RecognizableTracks {
        try await database.read { db in
            let rows = try Int64.fetchCursor(db.cachedStatement(sql: Self.numbers(scope)), arguments: scope.arguments)
            var numbers = RecognizableTracks()
            while let number = try rows.next() { numbers.insert(UInt32(truncatingIfNeeded: number)) }
            return numbers
        }
    }

    package func newestNumber() async throws -> UInt32 {
        try await database.read { UInt32(truncatingIfNeeded: try $0.value("SELECT value FROM analysis_sequence") ?? 0) }
    }

    package func tracks(of numbers: [UInt32], in scope: LibraryScope) async throws -> [UInt32: ID<Track>] {
        try await database.read { db in
            let rows = try db.rows(Self.tracks(scope), ["numbers": Self.list(numbers).databaseValue] + scope.arguments)
            return Dictionary(rows.map { (UInt32(truncatingIfNeeded: $0["revision"] as Int64), ID<Track>($0["id"])) }) {
                first, _ in first
            }
        }
    }

    package func peaks(of numbers: [UInt32]) async throws -> [(number: UInt32, peaks: [UInt8])] {
        try await database.read { db in
            try db.rows(Self.peaks, [Self.list(numbers)]).map { row in
                (UInt32(truncatingIfNeeded: row["revision"] as Int64), [UInt8](row["peaks"] as Data))
            }
        }
    }

    package func total(in scope: LibraryScope) async throws -> Int {
        try await database.read { try $0.value(Self.total(scope), scope.arguments) ?? 0 }
    }

    package func add(_ entry: RecognitionEntry, of user: ID<Person>) async throws {
        try await database.write(.listening) { db in
            let items = try TrackItemReader(db).items([entry.track.rawValue])
            guard let item = items.first else { return }
            try db.run(
                Self.addition,
                [
                    entry.id, user, entry.track, item.title, item.artists.map(\.name).joined(separator: ", "),
                    entry.position.wholeMilliseconds, entry.confidence, entry.at,
                ])
        }
    }

    package func history(
        of user: ID<Person>, in scope: LibraryScope, _ page: PageRequest
    ) async throws -> Page<PastRecognition> {
        let part = try KeysetList(name: "recognitions", columns: [.integer, .text]).part(page)
        return try await database.read { db in
            let rows = try db.rows(
                Self.history(scope, isFirst: part.isFirst), part.arguments + ["account": user] + scope.arguments)
            let items = try TrackItemReader(db).items(rows.compactMap { $0["shown"] as String? })
            let tracks = Dictionary(items.map { ($0.id.rawValue, $0) }) { first, _ in first }
            return part.page(rows.map { Self.entry($0, tracks) }) { ($0.at, $0.id) }
        }
    }

    package func remove(_ id: ID<RecognitionEntry>, of user: ID<Person>) async throws -> Bool {
        try await database.write(.listening) { db in
            try db.run("DELETE FROM recognition WHERE id = ? AND account = ?", [id, user])
            return db.changesCount > 0
        }
    }

    package func removeAll(of user: ID<Person>) async throws {
        try await database.write(.listening) { try $0.run("DELETE FROM recognition WHERE account = ?", [user]) }
    }

    private static func list(_ numbers: [UInt32]) -> String {
        "[" + numbers.map(String.init).joined(separator: ",") + "]"
    }

    private static func entry(_ row: Row, _ tracks: [String: TrackItem]) -> PastRecognition {
        PastRecognition(
            id: row["id"], at: row["at"], track: (row["shown"] as String?).flatMap { tracks[$0] }, title: row["title"],
            artist: row["artist"], position: .milliseconds(row["position_ms"] as Int64), confidence: row["confidence"])
    }

    static func numbers(_ scope: LibraryScope) -> String {
        """
        SELECT a.revision FROM track t JOIN track_analysis a ON a.track = t.seq
        WHERE t.missing_since IS NULL AND a.problem IS NULL\(scope.and("t.library"))
        """
    }

    static func tracks(_ scope: LibraryScope) -> String {
        """
        SELECT a.revision, t.id FROM json_each(:numbers) j CROSS JOIN track_analysis a ON a.revision = j.value
        JOIN track t ON t.seq = a.track WHERE t.missing_since IS NULL\(scope.and("t.library"))
        """
    }

    static func total(_ scope: LibraryScope) -> String {
        """
        SELECT count(*) FROM track t LEFT JOIN track_analysis a ON a.track = t.seq
        WHERE t.missing_since IS NULL AND a.problem IS NULL\(scope.and("t.library"))
        """
    }

    static let peaks = """
        SELECT a.revision, s.peaks FROM json_each(?) j CROSS JOIN track_analysis a ON a.revision = j.value
        JOIN track_sound s ON s.track = a.track
        """

    static func history(_ scope: LibraryScope, isFirst: Bool) -> String {
        """
        SELECT r.*, t.id AS shown FROM recognition r
        LEFT JOIN track t ON t.id = r.track AND t.missing_since IS NULL\(scope.and("t.library"))
        WHERE r.account = :account \(isFirst ? "" : "AND (r.at, r.id) < (:after0, :after1)")
        ORDER BY r.at DESC, r.id DESC LIMIT :limit
        """
    }

    private static let addition = """
        INSERT INTO recognition (id, account, track, title, artist, position_ms, confidence, at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """
}
