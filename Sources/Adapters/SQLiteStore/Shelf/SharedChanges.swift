import GRDB
import Primitives
import Shelf

/// Tells others of what somebody likes, rates and plays, where they let others see it: nobody hears of what is kept private, not even that
/// there was something.
struct SharedChanges {
    let db: Database

    init(_ db: Database) {
        self.db = db
    }

    /// - Parameter tracks: what the person played, by id.
    func tell(_ source: SmartSource, by person: ID<Person>, about tracks: some Sequence<String>) throws {
        guard try isShared(by: person) else { return }
        let libraries = try String.fetchAll(
            db.cachedStatement(sql: Self.libraries), arguments: [JSONList(Set(tracks))])
        try tell(source, in: libraries)
    }

    func tell(_ source: SmartSource, by person: ID<Person>, in libraries: () throws -> [String]) throws {
        if try isShared(by: person) { try tell(source, in: libraries()) }
    }

    private func tell(_ source: SmartSource, in libraries: [String]) throws {
        for library in Set(libraries).sorted() {
            try SmartFacts.changed(source, to: .library(library)).append(to: db)
        }
    }

    func tellEverybody() throws {
        for source in [SmartSource.shelf, .listening] {
            try SmartFacts.changed(source, to: .everyone).append(to: db)
        }
    }

    func isShared(by person: ID<Person>) throws -> Bool {
        try Bool.fetchOne(db.cachedStatement(sql: Self.isShared), arguments: [person.rawValue]) ?? false
    }

    static let isShared = "SELECT EXISTS (SELECT 1 FROM sharing WHERE account = ? AND opinions = 'gateway')"
    static let libraries = """
        SELECT DISTINCT t.library FROM json_each(?) j CROSS JOIN track t ON t.id = j.value
        """
}
