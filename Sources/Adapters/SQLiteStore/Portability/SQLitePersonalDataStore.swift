import GRDB
package import Portability
package import Primitives

/// Reads everything that belongs to a person, by the queries of `PersonalSection.all`.
package struct SQLitePersonalDataStore: PersonalDataStore {
    private let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    /// What is asked of the database, for tests of what is covered.
    package var queries: [String] { PersonalSection.all.map { $0.sql(.everything) } }

    package var sections: [String] { PersonalSection.all.map(\.name) }

    package func rows(
        of section: String, for user: ID<Person>, in scope: LibraryScope, after place: PersonalPage.Place, limit: Int
    ) async throws -> PersonalPage {
        guard let section = PersonalSection.all.first(where: { $0.name == section }) else {
            throw DomainError.notFound("There is no such section")
        }
        let sql = section.sql(scope)
        var arguments: StatementArguments = [
            "user": user.rawValue, "number": place.number, "text": place.text, "limit": limit,
        ]
        // Sections that look at no library have nothing to bind there.
        if sql.contains(":scope") { arguments += scope.arguments }
        return try await database.read { [arguments] db in
            let statement = try db.cachedStatement(sql: sql)
            let columns = Array(statement.columnNames.dropFirst(2))
            let rows = try Row.fetchAll(statement, arguments: arguments)
            let next = rows.count == limit ? rows.last.map(Self.place) : nil
            return PersonalPage(columns: columns, rows: rows.map { Self.row($0, columns) }, next: next)
        }
    }

    private static func place(of row: Row) -> PersonalPage.Place {
        PersonalPage.Place(number: row[0], text: row[1])
    }

    private static func row(_ row: Row, _ columns: [String]) -> PersonalRow {
        PersonalRow(
            columns.indices.map { index in
                switch (row[index + 2] as DatabaseValue).storage {
                case .null, .blob: return .nothing
                case .int64(let number):
                    return columns[index].hasSuffix("At")
                        ? .instant(Timestamp(milliseconds: number)) : .integer(number)
                case .double(let number): return .real(number)
                case .string(let text): return .text(text)
                }
            })
    }
}
