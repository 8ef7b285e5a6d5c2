import GRDB
import Primitives

/// The paging of one ordered list: the kinds of the values in its sort key, the last of which is unique.
struct KeysetList: Sendable {
    enum Column: Sendable {
        case text, integer
    }

    let name: String
    let columns: [Column]

    /// The values after which the page begins, ready to bind; nil at the start of the list. Throws `invalid` for a
    /// cursor of another list.
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

    /// The part of the list that a page shows. Throws `invalid` for a cursor of another list.
    func part(_ page: PageRequest) throws(DomainError) -> ListPart {
        ListPart(list: self, limit: page.limit, position: try position(page.cursor))
    }

    /// The key of a row from the values that it is sorted by.
    func key(_ values: [any DatabaseValueConvertible]) -> [Primitives.Cursor.Value] {
        zip(values, columns).map { value, column in
            switch column {
            case .text: .text(String.fromDatabaseValue(value.databaseValue) ?? "")
            case .integer: .integer(Int64.fromDatabaseValue(value.databaseValue) ?? 0)
            }
        }
    }
}

/// The part of a list that a page shows. Its query reads one row more than the page has, if there is a next page.
struct ListPart: Sendable {
    let list: KeysetList
    let limit: Int
    /// The values after which the part begins, ready to bind; nil at the start of the list.
    let position: [DatabaseValue]?

    var isFirst: Bool { position == nil }

    /// `:limit` and, unless the part is the first, `:after0`, `:after1` and so on.
    var arguments: StatementArguments { arguments(from: []) }

    /// - Parameter start: the position before the first row, for queries that always compare.
    func arguments(from start: [any DatabaseValueConvertible]) -> StatementArguments {
        var named = ["limit": (limit + 1).databaseValue]
        for (index, value) in (position ?? start.map(\.databaseValue)).enumerated() { named["after\(index)"] = value }
        return StatementArguments(named)
    }

    /// The arguments for a list from the newest on. No id begins with a tilde or a greater character.
    var newest: StatementArguments { arguments(from: [Int64.max, "~"]) }

    func page<Item: Sendable>(_ found: [Item], key: (Item) -> [Primitives.Cursor.Value]) -> Page<Item> {
        let items = Array(found.prefix(limit))
        guard found.count > limit, let last = items.last else { return Page(items: items, next: nil) }
        return Page(items: items, next: Primitives.Cursor(list: list.name, values: key(last)))
    }

    /// A page of a list by time.
    func page<Item: Sendable, Thing>(_ found: [Item], key: (Item) -> (Timestamp, ID<Thing>)) -> Page<Item> {
        page(found) { item in
            let (instant, id) = key(item)
            return [.integer(instant.milliseconds), .text(id.rawValue)]
        }
    }
}
