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

    /// Changes a stored value and appends the entries of the change, in one transaction. Without entries nothing is
    /// stored. Returns what is stored afterwards.
    func edit<Value: Sendable>(
        _ area: ChangeSignal.Area, _ load: @escaping @Sendable (Database) throws -> Value,
        _ change: @escaping @Sendable (inout Value) throws -> [JournalEntry],
        store: @escaping @Sendable (_ value: Value, _ before: Value, Database) throws -> Void
    ) async throws -> Value {
        try await write(area) { db in
            let before = try load(db)
            var value = before
            let entries = try change(&value)
            guard !entries.isEmpty else { return before }
            try store(value, before, db)
            for entry in entries { try entry.append(to: db) }
            return value
        }
    }
}
