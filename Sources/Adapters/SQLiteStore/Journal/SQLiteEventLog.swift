import Foundation
import GRDB
package import Journal
import Primitives

/// The latest events in SQLite. Stores append them with `Event.append` in their own transactions.
package struct SQLiteEventLog: EventLog {
    private let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    package func newest() async throws -> Int64 {
        try await database.read(Self.newest)
    }

    package func events(after number: Int64, limit: Int) async throws -> [LoggedEvent]? {
        try await database.read { db in
            guard let oldest: Int64 = try db.value("SELECT min(number) FROM event") else {
                return number == (try Self.newest(db)) ? [] : nil
            }
            // `oldest` itself may be the next event.
            guard number >= oldest - 1, number <= (try Self.newest(db)) else { return nil }
            return try db.rows(Self.page, [number, limit]).map {
                LoggedEvent(number: $0["number"], event: try Event($0))
            }
        }
    }

    static let page = "SELECT number, name, audience, whom, data FROM event WHERE number > ? ORDER BY number LIMIT ?"

    /// Also correct if every event has been dropped.
    private static func newest(_ db: Database) throws -> Int64 {
        try db.value("SELECT seq FROM sqlite_sequence WHERE name = 'event'") ?? 0
    }
}

extension Event {
    /// The number of retained events. A client that was away for longer starts again.
    static let kept: Int64 = 10_000

    /// Appends this event within the transaction of its change, and drops the oldest.
    func append(to db: Database) throws {
        let (kind, whom) = Self.columns(of: audience)
        let text = try StoredJSON.text(of: data.mapValues(CodedValue.init))
        try db.run(
            "INSERT INTO event (name, audience, whom, data) VALUES (?, ?, ?, ?)", [name.rawValue, kind, whom, text])
        try db.run("DELETE FROM event WHERE number <= ?", [db.lastInsertedRowID - Self.kept])
    }

    init(_ row: Row) throws {
        let values: [String: CodedValue] = try StoredJSON.value(row["data"])
        // An event that only a later version knows is sent to nobody.
        guard let name = EventName(rawValue: row["name"]) else {
            self.init(.reset, to: .person(ID("")))
            return
        }
        self.init(name, to: try Self.audience(row["audience"], row["whom"]), values.mapValues(\.value))
    }

    private static func columns(of audience: Audience) -> (kind: String, whom: String?) {
        switch audience {
        case .everyone: ("everyone", nil)
        case .person(let person): ("person", person.rawValue)
        case .library(let library): ("library", library)
        case .may(let permission): ("permission", permission.rawValue)
        }
    }

    /// An audience that only a later version knows is sent to nobody.
    private static func audience(_ kind: String, _ whom: String?) throws -> Audience {
        switch (kind, whom) {
        case ("everyone", nil): return .everyone
        case ("library", let whom?): return .library(whom)
        case ("permission", let whom?):
            if let permission = Permission(rawValue: whom) { return .may(permission) }
        case ("person", let whom?): return .person(ID(whom))
        default: break
        }
        return .person(ID(""))
    }
}

/// A value as the column `data` stores it.
private struct CodedValue: Codable {
    let value: Event.Value

    init(_ value: Event.Value) {
        self.value = value
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let flag = try? container.decode(Bool.self) {
            value = .flag(flag)
        } else if let integer = try? container.decode(Int64.self) {
            value = .integer(integer)
        } else if let number = try? container.decode(Double.self) {
            value = .number(number)
        } else {
            value = .text(try container.decode(String.self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch value {
        case .text(let text): try container.encode(text)
        case .integer(let integer): try container.encode(integer)
        case .number(let number): try container.encode(number)
        case .flag(let flag): try container.encode(flag)
        }
    }
}
