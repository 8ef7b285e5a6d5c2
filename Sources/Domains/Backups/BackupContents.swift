package import Journal
package import Primitives

/// The description of a backup in its first entry, so that the backup can be identified before the rest is read.
package struct BackupContents: Codable, Sendable, Equatable {
    /// The version of the archive's layout.
    package static let currentFormat = 1

    package let format: Int
    /// The version of Rondo that made it.
    package let version: String
    /// Milliseconds since 1970: the time of the database copy, or a little before.
    package let createdAt: Int64
    /// The migrations that the database has been through.
    package let schema: [String]
    /// The number of rows in each table of the database copy.
    package let rows: [String: Int64]
    package let includesKeys: Bool
    package let includesMusic: Bool
    /// The head of the journal in the copy of the database, as `JournalChain.Point` writes it; nil in backups of
    /// earlier versions.
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

/// The content of a database copy, to compare with the copy that comes out of an archive.
package struct DatabaseFacts: Sendable, Equatable {
    /// The migrations that it has been through, in their order.
    package let schema: [String]
    /// The number of rows in each table.
    package let rows: [String: Int64]
    /// The journal's last row; nil for a schema without a chain.
    package let journal: JournalChain.Point?

    package init(schema: [String], rows: [String: Int64], journal: JournalChain.Point? = nil) {
        self.journal = journal
        self.schema = schema
        self.rows = rows
    }
}

/// Makes and checks copies of the database. Every method blocks.
package protocol DatabaseSnapshots: Sendable {
    /// Writes a copy to `path`, where no file exists yet. It contains everything that was committed at one moment,
    /// however much is written meanwhile. It leaves out everything that signs a user in (sessions, links, unfinished
    /// sign-ins, waiting emails). In the copy the run that makes this backup counts as done: a reader of the copy has
    /// all of it.
    func take(to path: String, for order: BackupOptions) throws -> DatabaseFacts

    /// Checks the copy at `path`: every page, every reference, every row. Throws `conflict` with reason
    /// `backup_damaged` for a defect, `schema_newer` for the copy of a later version, and `schema_older` or
    /// `schema_differs` for one that this version cannot migrate. Changes nothing.
    func examine(_ path: String) throws -> DatabaseFacts

    /// Checks every row of the copy's journal against its seal; nil for a schema without a chain.
    ///
    /// - Parameter noted: a row that must exist.
    func journal(of path: String, noted: JournalChain.Point) throws -> JournalVerification?

    /// Opens the copy as the server would, which migrates its schema. Libraries whose folder is missing on this machine
    /// get a folder in `music`, which has one for each library's id. Returns the ids of those libraries.
    func adopt(_ path: String, music: (String) -> String?) throws -> [String]
}
