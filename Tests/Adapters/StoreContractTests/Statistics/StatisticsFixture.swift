import Accounts
import Foundation
import GRDB
import Journal
import Listening
import Primitives
import SQLiteStore
import Support

/// Plays on a real database, thrown about at random, with links to artists and genres as a scan would write them.
struct StatisticsFixture {
    static let ada = ListeningFixture.ada
    static let bob = ListeningFixture.bob

    let listening: ListeningFixture
    let store: SQLiteStatisticsStore
    let service: StatisticsService

    init(tracks: Int = 8, zone: String = "Europe/Warsaw") async throws {
        listening = try await ListeningFixture(tracks: tracks)
        store = SQLiteStatisticsStore(listening.database)
        let zone = TimeZone(identifier: zone) ?? .gmt
        service = StatisticsService(
            store: store, calendar: ListeningCalendar(zone: zone), clock: listening.clock)
        _ = try await store.use(zone)
        try listening.change(
            """
            INSERT INTO library (id, name, name_key, path, added_at) VALUES ('l1', 'Other', 'other', x'2f78', 0);
            """)
        for number in 0..<3 {
            try listening.change(
                """
                INSERT INTO artist (id, folded, name, sort_key, search_name) VALUES ('r\(number)', 'r\(number)', 'Artist \(number)', 'a', 'a');
                INSERT INTO genre (id, folded, name, sort_key) VALUES ('g\(number)', 'g\(number)', 'Genre \(number)', 'g');
                """)
        }
        for number in 0..<tracks {
            try link("t\(number)", artists: [number % 3], genres: [number % 2])
        }
    }

    /// Names the same artist or genre twice where the number comes twice.
    func link(_ track: String, artists: [Int], genres: [Int]) throws {
        var sql = "DELETE FROM track_artist WHERE track = '\(track)'; DELETE FROM track_genre WHERE track = '\(track)';"
        for (place, artist) in artists.enumerated() {
            sql += """
                INSERT INTO track_artist (track, role, position, artist, name)
                VALUES ('\(track)', 'performer', \(place), 'r\(artist)', 'Artist');
                """
        }
        sql +=
            "INSERT INTO track_artist (track, role, position, artist, name) VALUES ('\(track)', 'composer', 0, 'r2', 'C');"
        for (place, genre) in genres.enumerated() {
            sql +=
                "INSERT INTO track_genre (track, position, genre, name) VALUES ('\(track)', \(place), 'g\(genre)', 'G');"
        }
        try listening.change(sql)
    }

    @discardableResult
    func play(_ track: String, at instant: Timestamp, as caller: Principal = ada) async throws -> Play {
        let play = Play(
            id: .make(at: instant), user: caller.user, track: ID(track), playedAt: instant, client: "test",
            playID: try PlayID(UUID().uuidString.lowercased()))
        _ = try await listening.plays.record(play, journal: JournalEntry(at: instant, by: .gateway, "play.record"))
        return play
    }

    func delete(_ play: Play) async throws {
        _ = try await listening.plays.delete(
            play.id, of: play.user, journal: JournalEntry(at: play.playedAt, by: .gateway, "play.delete"))
    }

    func share(_ caller: Principal, _ sharing: ListeningSharing = .gateway) async throws {
        try await service.setSharing(sharing, as: caller, from: "192.0.2.1")
    }

    func instant(_ text: String) throws -> Timestamp {
        Timestamp(milliseconds: Int64(try Date(text, strategy: .iso8601).timeIntervalSince1970) * 1000)
    }
}
