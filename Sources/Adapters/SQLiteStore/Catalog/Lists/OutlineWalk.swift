import Catalog
import GRDB
import Primitives

/// Walks a whole list in its order, by index, and notes where pages and letters begin.
struct OutlineWalk {
    let keyset: KeysetList
    let step: Int
    /// Whether the first column of the sort key is a name.
    let isByName: Bool

    /// - Parameter sql: gives the columns of the sort key, in the list's order.
    func outline(_ db: Database, sql: String, _ arguments: StatementArguments) throws -> ListOutline {
        var (total, letter) = (0, "")
        var key: [Primitives.Cursor.Value] = []
        var cursors: [Primitives.Cursor] = []
        var letters: [ListOutline.Initial] = []
        let rows = try Row.fetchCursor(db.cachedStatement(sql: sql), arguments: arguments)
        while let row = try rows.next() {
            if !key.isEmpty {
                cursors.append(Primitives.Cursor(list: keyset.name, values: key))
                key = []
            }
            if isByName {
                let here = IndexLetter.of(row[0])
                if here != letter, !letters.contains(where: { $0.letter == here }) {
                    letters.append(ListOutline.Initial(letter: here, index: total))
                }
                letter = here
            }
            total += 1
            if total % step == 0 { key = values(row) }
        }
        return ListOutline(total: total, step: step, cursors: cursors, letters: letters)
    }

    private func values(_ row: Row) -> [Primitives.Cursor.Value] {
        keyset.columns.enumerated().map { index, column in
            switch column {
            case .text: .text(row[index])
            case .integer: .integer(row[index])
            }
        }
    }
}
