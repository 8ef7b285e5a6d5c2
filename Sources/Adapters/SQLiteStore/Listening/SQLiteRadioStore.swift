import GRDB
package import Journal
package import Listening
package import Primitives
import Shelf

/// Internet radio stations in SQLite.
package struct SQLiteRadioStore: RadioStore {
    private let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    package func stations() async throws -> [RadioStation] {
        try await database.read { db in
            try Row.fetchAll(db, sql: Self.list).map { row in
                RadioStation(
                    id: ID(row["id"]), name: row["name"], stream: StationAddress(stored: row["stream"]),
                    homePage: (row["home_page"] as String?).map(StationAddress.init(stored:)),
                    createdAt: Timestamp(milliseconds: row["created_at"]))
            }
        }
    }

    /// Stations are visible to every user.
    private static let changed = SmartFacts.changed(.listening, to: .everyone)

    static let list = "SELECT id, name, stream, home_page, created_at FROM radio_station ORDER BY name_key, id"

    package func add(_ station: RadioStation, journal entry: JournalEntry) async throws {
        try await database.write(.listening) { db in
            guard try Int.fetchOne(db, sql: "SELECT count(*) FROM radio_station") ?? 0 < RadioStation.maximumCount
            else {
                throw DomainError(.conflict, "There are \(RadioStation.maximumCount) stations already")
            }
            try db.execute(
                sql: """
                    INSERT INTO radio_station (name, name_key, stream, home_page, id, created_at)
                    VALUES (?, ?, ?, ?, ?, ?)
                    """,
                arguments: Self.values(station) + [station.id.rawValue, station.createdAt.milliseconds])
            try entry.append(to: db)
            try Self.changed.append(to: db)
        }
    }

    package func change(_ station: RadioStation, journal entry: JournalEntry) async throws -> Bool {
        try await database.write(.listening) { db in
            try db.execute(
                sql: "UPDATE radio_station SET name = ?, name_key = ?, stream = ?, home_page = ? WHERE id = ?",
                arguments: Self.values(station) + [station.id.rawValue])
            guard db.changesCount == 1 else { return false }
            try entry.append(to: db)
            try Self.changed.append(to: db)
            return true
        }
    }

    private static func values(_ station: RadioStation) -> StatementArguments {
        [station.name, FoldedText.fold(station.name), station.stream.text, station.homePage?.text]
    }

    package func remove(_ id: ID<RadioStation>, journal entry: JournalEntry) async throws -> Bool {
        try await database.write(.listening) { db in
            try db.execute(sql: "DELETE FROM radio_station WHERE id = ?", arguments: [id.rawValue])
            guard db.changesCount == 1 else { return false }
            try entry.append(to: db)
            try Self.changed.append(to: db)
            return true
        }
    }
}
