package import Primitives
package import Catalog
import GRDB

/// What is known of pictures, in SQLite.
package struct SQLiteImageFactsStore: ImageFactsStore {
    private let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    package func isBroken(_ image: BlobKey, at now: Timestamp) async throws -> Bool {
        try await database.read { db in
            try Bool.fetchOne(db.cachedStatement(sql: Self.broken), arguments: [image.hex, now.milliseconds]) ?? false
        }
    }

    package func undescribed(after image: BlobKey?, at now: Timestamp, limit: Int) async throws -> [BlobKey] {
        try await database.read { db in
            try String.fetchAll(
                db.cachedStatement(sql: Self.undescribed), arguments: [image?.hex ?? "", now.milliseconds, limit]
            ).compactMap { BlobKey(hex: $0) }
        }
    }

    package func record(_ findings: [ImageFinding]) async throws {
        try await database.write(.catalogue) { db in
            let upsert = try db.cachedStatement(sql: Self.upsert)
            for finding in findings {
                let key = finding.image.hex
                switch finding.outcome {
                case .facts(let facts):
                    try upsert.execute(arguments: [
                        key, facts.width, facts.height, ImageFactsRecord.text(facts.colors), nil, nil,
                    ])
                case .broken(let problem, let retryAt):
                    try upsert.execute(arguments: [
                        key, nil, nil, nil, problem.reason.rawValue, retryAt?.milliseconds,
                    ])
                }
            }
        }
    }

    private static let broken = """
        SELECT problem IS NOT NULL AND (retry_at IS NULL OR retry_at > ?2) FROM image_facts WHERE key = ?1
        """
    static let undescribed = """
        SELECT i.key FROM image i LEFT JOIN image_facts f ON f.key = i.key
        WHERE i.key > ?1 AND (f.key IS NULL OR f.retry_at <= ?2) ORDER BY i.key LIMIT ?3
        """
    private static let upsert = """
        INSERT INTO image_facts (key, width, height, colors, problem, retry_at) VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT (key) DO UPDATE SET width = excluded.width, height = excluded.height, colors = excluded.colors,
          problem = excluded.problem, retry_at = excluded.retry_at
        """
}
