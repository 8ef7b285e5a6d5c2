/// What a copy of the database holds, to be compared with the copy that comes out of an archive.
package struct DatabaseFacts: Sendable, Equatable {
    /// The schema's steps that it has gone through, in their order.
    package let schema: [String]
    /// Rows of each table.
    package let rows: [String: Int64]

    package init(schema: [String], rows: [String: Int64]) {
        self.schema = schema
        self.rows = rows
    }
}
