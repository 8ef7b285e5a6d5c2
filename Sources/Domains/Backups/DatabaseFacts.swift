package import Journal

/// What a copy of the database holds, to be compared with the copy that comes out of an archive.
package struct DatabaseFacts: Sendable, Equatable {
    /// The schema's steps that it has gone through, in their order.
    package let schema: [String]
    /// Rows of each table.
    package let rows: [String: Int64]
    /// The journal's last row; nil for a schema without a chain.
    package let journal: JournalChain.Point?

    package init(schema: [String], rows: [String: Int64], journal: JournalChain.Point? = nil) {
        self.journal = journal
        self.schema = schema
        self.rows = rows
    }
}
