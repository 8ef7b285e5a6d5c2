package import Journal

/// Copies of the database. Everything here blocks.
package protocol DatabaseSnapshots: Sendable {
    /// Writes a copy to `path`, where nothing is yet: everything that was committed at one moment, however much is written meanwhile. What
    /// signs somebody in (sessions, links, unfinished sign-ins, letters that wait) is left out of it. The run that makes this very backup is
    /// done in it: whoever reads the copy has the whole of it.
    func take(to path: String, for order: BackupOptions) throws -> DatabaseFacts

    /// Looks through the copy at `path`: every page, every reference, every row. Throws `conflict` with reason `backup_damaged` for what is
    /// wrong, and `schema_newer` for the copy of a later version.
    func examine(_ path: String) throws -> DatabaseFacts

    /// Holds every row of the journal in the copy against its seal; nil for a schema without a chain.
    ///
    /// - Parameter noted: a row that must be there.
    func journal(of path: String, noted: JournalChain.Point) throws -> JournalVerification?

    /// Opens the copy as the gateway would, which brings its schema up to date, and points libraries whose folder is not on this machine at
    /// `music`, a folder with one for each library's id; gives the ids that it pointed.
    func adopt(_ path: String, music: (String) -> String?) throws -> [String]
}
