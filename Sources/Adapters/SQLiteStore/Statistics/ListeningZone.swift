import Board
import Foundation
import GRDB
import Primitives
import Listening
import Synchronization

/// The time zone that the stored days and hours of plays are of.
struct ListeningZone {
    let calendar: ListeningCalendar

    init(_ db: Database) throws {
        let name = try String.fetchOne(db.cachedStatement(sql: "SELECT zone FROM listening_zone"))
        guard let calendar = name.flatMap(Self.calendar) else {
            throw DomainError(.unavailable, "The stored time zone is not known here", reason: "zone_unknown")
        }
        self.calendar = calendar
    }

    /// Reading a zone's file takes longer than anything else about a play, and there is one zone at a time.
    private static let latest = Mutex<(name: String, calendar: ListeningCalendar)?>(nil)

    private static func calendar(of name: String) -> ListeningCalendar? {
        latest.withLock { latest in
            if let latest, latest.name == name { return latest.calendar }
            guard let zone = TimeZone(identifier: name) else { return nil }
            let calendar = ListeningCalendar(zone: zone)
            latest = (name, calendar)
            return calendar
        }
    }

    /// Whether everything is of `zone` already.
    static func holds(_ zone: TimeZone, _ db: Database) throws -> Bool {
        try String.fetchOne(db, sql: "SELECT zone FROM listening_zone") == zone.identifier
            && Bool.fetchOne(db, sql: "SELECT NOT EXISTS (SELECT 1 FROM play WHERE day IS NULL)") == true
    }

    /// Gives every play its day and hour anew. The sums are not of them any more afterwards.
    static func set(_ zone: TimeZone, _ db: Database) throws {
        let calendar = ListeningCalendar(zone: zone)
        try db.execute(
            sql: "INSERT OR REPLACE INTO listening_zone (one, zone) VALUES (1, ?)", arguments: [zone.identifier])
        try db.execute(
            sql:
                "CREATE TEMP TABLE quarter (quarter INTEGER NOT NULL PRIMARY KEY, day INTEGER NOT NULL, hour INTEGER NOT NULL)"
        )
        // Clocks differ from UTC by whole quarters of an hour, so the calendar is asked about those only.
        let insert = try db.makeStatement(sql: "INSERT INTO temp.quarter (quarter, day, hour) VALUES (?, ?, ?)")
        let quarters = try Int64.fetchAll(db, sql: "SELECT DISTINCT max(played_at, 0) / 900000 FROM play")
        for quarter in quarters {
            let moment = calendar.moment(at: Timestamp(milliseconds: quarter * 900_000))
            try insert.execute(arguments: [quarter, moment.day.number, moment.hour])
        }
        try db.execute(
            sql: """
                UPDATE play SET day = q.day, hour = q.hour FROM temp.quarter q
                WHERE q.quarter = max(play.played_at, 0) / 900000;
                DROP TABLE temp.quarter;
                """)
    }
}
