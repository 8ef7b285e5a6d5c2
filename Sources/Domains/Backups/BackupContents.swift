import Journal
package import Primitives

/// What a backup says of itself in its first entry, so that it can be told what it is before the rest is read.
package struct BackupContents: Codable, Sendable, Equatable {
    /// Of the archive's layout.
    package static let currentFormat = 1

    package let format: Int
    /// Of the Rondo that made it.
    package let version: String
    /// Milliseconds since 1970: the moment that the database is from, or a little before.
    package let createdAt: Int64
    /// The schema's steps that the database has gone through.
    package let schema: [String]
    /// Rows of each table in the copy of the database.
    package let rows: [String: Int64]
    package let includesKeys: Bool
    package let includesMusic: Bool
    /// The head of the journal in the copy of the database, as `JournalChain.Point` writes it; nil in backups of earlier versions.
    package let journal: String?

    package init(
        version: String, createdAt: Timestamp, database: DatabaseFacts, includesKeys: Bool, includesMusic: Bool
    ) {
        format = Self.currentFormat
        self.version = version
        self.createdAt = createdAt.milliseconds
        schema = database.schema
        rows = database.rows
        self.includesKeys = includesKeys
        self.includesMusic = includesMusic
        journal = database.journal?.text
    }
}
