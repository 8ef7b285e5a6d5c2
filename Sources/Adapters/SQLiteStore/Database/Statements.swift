import GRDB
import Primitives

/// Stores run their statements through these few functions.
///
/// Each connection prepares a statement once and caches it by its text. Therefore a text never contains a value: the
/// values of the domain are bound. Only scripts of several statements and those that run once are executed directly.
extension Database {
    /// Runs a statement that returns no rows.
    func run(_ sql: String, _ arguments: StatementArguments = []) throws {
        try cachedStatement(sql: sql).execute(arguments: arguments)
    }

    func row(_ sql: String, _ arguments: StatementArguments = []) throws -> Row? {
        try Row.fetchOne(cachedStatement(sql: sql), arguments: arguments)
    }

    func rows(_ sql: String, _ arguments: StatementArguments = []) throws -> [Row] {
        try Row.fetchAll(cachedStatement(sql: sql), arguments: arguments)
    }

    /// The rows one after the other, for queries that return many. A row is valid until the next one is read.
    func cursor(_ sql: String, _ arguments: StatementArguments = []) throws -> RowCursor {
        try Row.fetchCursor(cachedStatement(sql: sql), arguments: arguments)
    }

    func exists(_ sql: String, _ arguments: StatementArguments = []) throws -> Bool {
        try row(sql, arguments) != nil
    }

    /// The first column of the first row; nil if there is no row or the column is null.
    func value<Value: DatabaseValueConvertible & StatementColumnConvertible>(
        _ sql: String, _ arguments: StatementArguments = []
    ) throws -> Value? {
        try Value.fetchOne(cachedStatement(sql: sql), arguments: arguments)
    }

    /// The first column of each row.
    func values<Value: DatabaseValueConvertible & StatementColumnConvertible>(
        _ sql: String, _ arguments: StatementArguments = []
    ) throws -> [Value] {
        try Value.fetchAll(cachedStatement(sql: sql), arguments: arguments)
    }

    /// The distinct values of the first column.
    func valueSet<Value: DatabaseValueConvertible & StatementColumnConvertible & Hashable>(
        _ sql: String, _ arguments: StatementArguments = []
    ) throws -> Set<Value> {
        try Value.fetchSet(cachedStatement(sql: sql), arguments: arguments)
    }

    /// Fills a table of sums anew if a row is wrong, missing or superfluous. Returns the number of such rows.
    ///
    /// - Parameters:
    ///   - counted: selects `columns` as they should be.
    ///   - condition: of the rows that count.
    ///   - key: the columns that tell the rows apart which are counted once.
    func recount(
        _ table: String, _ columns: String, as counted: String, where condition: String = "true", key: String = "*"
    ) throws -> Int {
        let stored = "SELECT \(columns) FROM \(table) WHERE \(condition)"
        let wrong: Int? = try value(
            """
            SELECT count(*) FROM (SELECT \(key) FROM (\(counted) EXCEPT \(stored))
              UNION SELECT \(key) FROM (\(stored) EXCEPT \(counted)))
            """)
        guard let wrong, wrong > 0 else { return 0 }
        try run("DELETE FROM \(table)")
        try run("INSERT INTO \(table) (\(columns)) \(counted)")
        return wrong
    }

    /// The assignments of an upsert, which give the stored row the values of the new one.
    ///
    /// - Parameter columns: separated by commas.
    static func excluded(_ columns: String) -> String {
        columns.split { $0 == "," || $0.isWhitespace }.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
    }
}
