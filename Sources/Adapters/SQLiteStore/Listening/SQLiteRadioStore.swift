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
            try Row.fetchAll(db, sql: Self.list).map { row in
                RadioStation(
                    id: ID(row["id"]), name: row["name"], stream: StationAddress(stored: row["stream"]),
                    homePage: (row["home_page"] as String?).map(StationAddress.init(stored:)),
                    picture: row.blobKey("picture"),
                    createdAt: Timestamp(milliseconds: row["created_at"]))
            }
        }
    }

    package func edit<Outcome: Sendable>(
        _ decide: @escaping @Sendable (any RadioState) throws -> (Changes<RadioWrite>?, Outcome)
    ) async throws -> Outcome {
        try await database.write(.listening) { db in
            let stations = RadioTable(db)
            let (changes, outcome) = try decide(stations)
            try changes?.write(to: db, stations.execute)
            return outcome
        }
    }

    /// Does nothing: pictures are only retained by their stations.
    package func release(unusedSince instant: Timestamp) async throws {}

    package func blobsInUse() async throws -> Set<BlobKey> {
        try await database.read { db in
            let keys = try String.fetchAll(
                db, sql: "SELECT picture FROM radio_station WHERE picture IS NOT NULL")
            return Set(keys.compactMap(BlobKey.init(hex:)))
        }
    }

    static let list = "SELECT id, name, stream, home_page, picture, created_at FROM radio_station ORDER BY name_key, id"
}

/// The stored stations within one transaction.
private struct RadioTable: RadioState {
    private let db: Database

    init(_ db: Database) {
        self.db = db
    }

    func count() throws -> Int {
        try Int.fetchOne(db, sql: "SELECT count(*) FROM radio_station") ?? 0
    }

    func exists(_ id: ID<RadioStation>) throws -> Bool {
        try Row.fetchOne(db, sql: "SELECT 1 FROM radio_station WHERE id = ?", arguments: [id.rawValue]) != nil
    }

    func execute(_ write: RadioWrite) throws {
        switch write {
        case .add(let station):
            try db.execute(
                sql: """
                    INSERT INTO radio_station (name, name_key, stream, home_page, id, created_at)
                    VALUES (?, ?, ?, ?, ?, ?)
                    """,
                arguments: Self.values(station) + [station.id.rawValue, station.createdAt.milliseconds])
        case .change(let station):
            try db.execute(
                sql: "UPDATE radio_station SET name = ?, name_key = ?, stream = ?, home_page = ? WHERE id = ?",
                arguments: Self.values(station) + [station.id.rawValue])
        case .setPicture(let picture, let id):
            try db.execute(
                sql: "UPDATE radio_station SET picture = ? WHERE id = ?", arguments: [picture?.hex, id.rawValue])
        case .remove(let id):
            try db.execute(sql: "DELETE FROM radio_station WHERE id = ?", arguments: [id.rawValue])
        }
    }

    private static func values(_ station: RadioStation) -> StatementArguments {
        [station.name, FoldedText.fold(station.name), station.stream.text, station.homePage?.text]
    }
}
