import GRDB
import Primitives

/// How one ordered list is cut into pages: the kinds of the values in its sort key, the last of which is unique.
struct KeysetList: Sendable {
    enum Column: Sendable {
        case text, integer
    }

    let name: String
    let columns: [Column]

    /// The values after which the page begins, ready to bind; nil at the start of the list. Refuses a cursor of another
    /// list.
    func position(_ cursor: Primitives.Cursor?) throws(DomainError) -> [DatabaseValue]? {
        guard let cursor else { return nil }
        var position: [DatabaseValue] = []
        for (value, column) in zip(try cursor.values(of: name, count: columns.count), columns) {
            switch (value, column) {
            case (.text(let text), .text): position.append(text.databaseValue)
            case (.integer(let integer), .integer): position.append(integer.databaseValue)
            case (.text, .integer), (.integer, .text):
                throw .invalid("This cursor belongs to another list or order", field: "cursor")
            }
        }
        return position
    }

    /// A page of `found`, which holds one item more than `limit` when there is a next page.
    func page<Item: Sendable>(_ found: [Item], limit: Int, key: (Item) -> [Primitives.Cursor.Value]) -> Page<Item> {
        let items = Array(found.prefix(limit))
        guard found.count > limit, let last = items.last else { return Page(items: items, next: nil) }
        return Page(items: items, next: Primitives.Cursor(list: name, values: key(last)))
    }
}
