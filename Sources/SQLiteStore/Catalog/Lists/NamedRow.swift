import GRDB

/// A row of a wide statement. Its columns are found by name through a table made once, where GRDB compares all names anew for each.
struct NamedRow {
    let row: Row
    private let places: [String: Int]

    init(_ row: Row, _ places: [String: Int]) {
        self.row = row
        self.places = places
    }

    static func places(_ statement: Statement) -> [String: Int] {
        Dictionary(statement.columnNames.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    }

    subscript<Value: DatabaseValueConvertible & StatementColumnConvertible>(name: String) -> Value {
        places[name].map { row[$0] } ?? row[name]
    }
}
