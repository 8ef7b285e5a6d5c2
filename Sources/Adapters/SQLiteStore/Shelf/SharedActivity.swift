import GRDB
import Journal
import Primitives
import Shelf

/// Publishes changes of a user's likes, ratings and plays to others if the user shares them. Otherwise nobody learns
/// even that there was a change.
struct SharedActivity: TransactionScoped {
    let db: Database

    /// - Parameter tracks: the ids of the tracks that the user played.
    func publish(_ source: SmartSource, by person: ID<Person>, about tracks: some Sequence<String>) throws {
        guard try isShared(by: person) else { return }
        let libraries: [String] = try db.values(Self.libraries, [JSONList(Set(tracks))])
        try publish(source, in: libraries)
    }

    func publish(_ source: SmartSource, by person: ID<Person>, in libraries: () throws -> [String]) throws {
        if try isShared(by: person) { try publish(source, in: libraries()) }
    }

    private func publish(_ source: SmartSource, in libraries: [String]) throws {
        for library in Set(libraries).sorted() {
            try SmartEvents.changed(source, to: .library(library)).append(to: db)
        }
    }

    func publishToEverybody() throws {
        for source in [SmartSource.shelf, .listening] {
            try SmartEvents.changed(source, to: .everyone).append(to: db)
        }
    }

    func isShared(by person: ID<Person>) throws -> Bool {
        try db.value(Self.isShared, [person]) ?? false
    }

    static let isShared = "SELECT EXISTS (SELECT 1 FROM sharing WHERE account = ? AND opinions = 'gateway')"
    static let libraries = "SELECT DISTINCT t.library FROM json_each(?) j CROSS JOIN track t ON t.id = j.value"
}
