import GRDB
import Journal

/// The rows on which a domain decides, and to which it writes.
protocol EditedTable: TransactionScoped, SendableMetatype {
    associatedtype Write: Sendable

    func execute(_ write: Write) throws
}

extension SQLiteDatabase {
    /// Decides on the rows of a table and writes the changes, in one transaction.
    func edit<Table: EditedTable, Outcome: Sendable>(
        _ area: ChangeSignal.Area, and others: [ChangeSignal.Area] = [], _ table: Table.Type,
        _ decide: @escaping Decision<Table, Table.Write, Outcome>
    ) async throws -> Outcome {
        try await write(area, and: others) { db in
            let table = Table(db)
            let (changes, outcome) = try decide(table)
            try changes?.write(to: db, table.execute)
            return outcome
        }
    }
}
