import GRDB

/// The sums of the history, computed from nothing but the history.
struct ListeningSums {
    private static let tables = [
        ("listening_tally", "who, span, kind, subject, library, plays, heard_ms"),
        ("listening_hour", "who, day, hour, library, plays, heard_ms"),
    ]

    /// Throws the stored sums away and computes them anew.
    static func rebuild(_ db: Database) throws {
        for (table, _) in tables { try db.execute(sql: "DELETE FROM \(table)") }
        for sql in computing(into: "main.") { try db.execute(sql: sql) }
    }

    /// How many sums differ from what they should be, were missing or should not be. They are right afterwards.
    static func correct(_ db: Database) throws -> Int {
        for (table, columns) in tables {
            try db.execute(sql: "CREATE TEMP TABLE \(table) AS SELECT \(columns) FROM main.\(table) WHERE false")
        }
        defer { for (table, _) in tables { try? db.execute(sql: "DROP TABLE temp.\(table)") } }
        for sql in computing(into: "temp.") { try db.execute(sql: sql) }
        var wrong = 0
        for (table, columns) in tables {
            let keys = columns.split(separator: ",").dropLast(2).joined(separator: ",")
            let (right, stored) = ("SELECT \(columns) FROM temp.\(table)", "SELECT \(columns) FROM main.\(table)")
            wrong +=
                try Int.fetchOne(
                    db,
                    sql: """
                        SELECT count(*) FROM (SELECT \(keys) FROM (\(right) EXCEPT \(stored))
                          UNION SELECT \(keys) FROM (\(stored) EXCEPT \(right)))
                        """) ?? 0
        }
        guard wrong > 0 else { return 0 }
        for (table, columns) in tables {
            try db.execute(sql: "DELETE FROM main.\(table)")
            try db.execute(sql: "INSERT INTO main.\(table) (\(columns)) SELECT \(columns) FROM temp.\(table)")
        }
        return wrong
    }

    private static func computing(into schema: String) -> [String] {
        let tally = "INSERT INTO \(schema)listening_tally (who, span, kind, subject, library, plays, heard_ms)"
        let hours = "INSERT INTO \(schema)listening_hour (who, day, hour, library, plays, heard_ms)"
        return [
            """
            \(tally) SELECT p.who, p.span, 'track', p.track, t.part, count(*), sum(p.heard_ms)
            FROM listening_part p CROSS JOIN track t ON t.id = p.track GROUP BY p.who, p.span, p.track, t.part
            """,
            """
            \(tally) SELECT a.who, a.span, j.kind, j.subject, j.library, sum(a.plays), sum(a.heard_ms)
            FROM \(schema)listening_tally a CROSS JOIN listening_subject j ON j.track = a.subject
            WHERE a.kind = 'track' AND j.kind <> 'track' GROUP BY a.who, a.span, j.kind, j.subject, j.library
            """,
            """
            \(hours) SELECT p.account, p.day, p.hour, t.part, count(*), sum(p.heard_ms)
            FROM play p CROSS JOIN track t ON t.id = p.track WHERE p.day IS NOT NULL GROUP BY 1, 2, 3, 4
            """,
            """
            \(hours) SELECT '', p.day, p.hour, t.part, count(*), sum(p.heard_ms)
            FROM play p CROSS JOIN track t ON t.id = p.track
            WHERE p.day IS NOT NULL AND p.account IN (SELECT account FROM listening_shared) GROUP BY p.day, p.hour, t.part
            """,
        ]
    }
}
