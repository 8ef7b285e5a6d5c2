package import Administration
import GRDB

/// The server's figures by the hour in SQLite. Plays are counted by the statistics, submissions by the journal.
package struct SQLiteFigureStore: FigureStore {
    private let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    package func add(_ values: [HourlyFigure], removingBefore first: Int64) async throws {
        try await database.write(.upkeep) { db in
            for one in values {
                try db.run(Self.adding, [one.figure.rawValue, one.hour, one.value, one.figure.rule.rawValue])
            }
            try db.run("DELETE FROM server_figure WHERE hour < ?", [first])
        }
    }

    package func figures(from hour: Int64) async throws -> [HourlyFigure] {
        try await database.read { db in
            try db.rows("SELECT figure, hour, value FROM server_figure WHERE hour >= ?", [hour]).compactMap { row in
                ServerFigure(rawValue: row["figure"]).map { HourlyFigure($0, hour: row["hour"], value: row["value"]) }
            }
        }
    }

    package func plays(from day: Int) async throws -> [(day: Int, hour: Int, plays: Int64)] {
        try await database.read { db in try db.rows(Self.plays, [day]).map { ($0["day"], $0["hour"], $0["plays"]) } }
    }

    package func entries(of action: String, from hour: Int64) async throws -> [(hour: Int64, count: Int64)] {
        try await database.read { db in
            try db.rows(Self.entries, [action, hour * 3_600_000]).map { ($0["hour"], $0["count"]) }
        }
    }

    private static let adding = """
        INSERT INTO server_figure (figure, hour, value) VALUES (?1, ?2, ?3)
        ON CONFLICT (figure, hour) DO UPDATE SET value = CASE ?4
          WHEN 'sum' THEN value + ?3 WHEN 'greatest' THEN max(value, ?3) ELSE ?3 END
        """

    /// The rows of each account are next to each other; those of the group would count plays twice.
    static let plays = """
        SELECT h.day, h.hour, sum(h.plays) AS plays FROM account a CROSS JOIN listening_hour h ON h.who = a.id
        WHERE h.day >= ? GROUP BY h.day, h.hour
        """

    static let entries = """
        SELECT at / 3600000 AS hour, count(*) AS count FROM journal WHERE action = ? AND at >= ? GROUP BY 1
        """
}
