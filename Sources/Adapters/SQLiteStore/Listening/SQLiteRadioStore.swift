import GRDB
package import Journal
package import Listening
package import Primitives

/// Internet radio stations in SQLite.
package struct SQLiteRadioStore: RadioStore, BlobUser {
    private let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    package func stations() async throws -> [RadioStation] {
        try await database.read { db in
            try db.rows(Self.list).map { row in
                RadioStation(
                    id: row["id"], name: row["name"], stream: StationAddress(stored: row["stream"]),
                    homePage: (row["home_page"] as String?).map(StationAddress.init(stored:)),
                    picture: row.blobKey("picture"), createdAt: row["created_at"])
            }
        }
    }

    package func edit<Outcome: Sendable>(
        _ decide: @escaping Decision<any RadioState, RadioWrite, Outcome>
    ) async throws -> Outcome {
        try await database.edit(.listening, RadioTable.self, decide)
    }

    package func blobsInUse() async throws -> Set<BlobKey> {
        try await database.read { try $0.blobKeys("SELECT picture FROM radio_station WHERE picture IS NOT NULL") }
    }

    static let list = "SELECT id, name, stream, home_page, picture, created_at FROM radio_station ORDER BY name_key, id"
}

/// The stored stations within one transaction.
private struct RadioTable: RadioState, EditedTable {
    let db: Database

    func count() throws -> Int {
        try db.value("SELECT count(*) FROM radio_station") ?? 0
    }

    func exists(_ id: ID<RadioStation>) throws -> Bool {
        try db.exists("SELECT 1 FROM radio_station WHERE id = ?", [id])
    }

    func execute(_ write: RadioWrite) throws {
        switch write {
        case .add(let station):
            try db.run(
                """
                INSERT INTO radio_station (name, name_key, stream, home_page, id, created_at)
                VALUES (?, ?, ?, ?, ?, ?)
                """, Self.values(station) + [station.id, station.createdAt])
        case .change(let station):
            try db.run(
                "UPDATE radio_station SET name = ?, name_key = ?, stream = ?, home_page = ? WHERE id = ?",
                Self.values(station) + [station.id])
        case .setPicture(let picture, let id):
            try db.run("UPDATE radio_station SET picture = ? WHERE id = ?", [picture?.hex, id])
        case .remove(let id): try db.run("DELETE FROM radio_station WHERE id = ?", [id])
        }
    }

    private static func values(_ station: RadioStation) -> StatementArguments {
        [station.name, FoldedText.fold(station.name), station.stream.text, station.homePage?.text]
    }
}
