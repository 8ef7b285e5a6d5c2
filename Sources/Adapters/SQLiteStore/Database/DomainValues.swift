import GRDB
import Primitives

// How the domain's values are stored in columns.

extension ID: DatabaseValueConvertible, StatementColumnConvertible {
    var databaseValue: DatabaseValue { rawValue.databaseValue }

    static func fromDatabaseValue(_ value: DatabaseValue) -> Self? { String.fromDatabaseValue(value).map(Self.init) }

    init(sqliteStatement: SQLiteStatement, index: CInt) {
        self.init(String(sqliteStatement: sqliteStatement, index: index))
    }
}

/// Milliseconds since 1970.
extension Timestamp: DatabaseValueConvertible, StatementColumnConvertible {
    var databaseValue: DatabaseValue { milliseconds.databaseValue }

    static func fromDatabaseValue(_ value: DatabaseValue) -> Self? {
        Int64.fromDatabaseValue(value).map(Self.init(milliseconds:))
    }

    init(sqliteStatement: SQLiteStatement, index: CInt) {
        self.init(milliseconds: Int64(sqliteStatement: sqliteStatement, index: index))
    }
}

/// Days since 1970.
extension LocalDay: DatabaseValueConvertible, StatementColumnConvertible {
    var databaseValue: DatabaseValue { number.databaseValue }

    static func fromDatabaseValue(_ value: DatabaseValue) -> Self? {
        Int.fromDatabaseValue(value).map(Self.init(number:))
    }

    init?(sqliteStatement: SQLiteStatement, index: CInt) {
        guard let number = Int(sqliteStatement: sqliteStatement, index: index) else { return nil }
        self.init(number: number)
    }
}
