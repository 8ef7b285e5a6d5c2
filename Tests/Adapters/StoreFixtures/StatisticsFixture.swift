import Foundation
import Journal
package import Listening
package import Primitives

/// Plays at any time, and songs with artists and genres.
package struct StatisticsFixture: StoreFixture {
    package static let ada = ListeningFixture.ada
    package static let bob = ListeningFixture.bob

    package let listening: ListeningFixture
    package let service: StatisticsService
    package var engine: Engine { listening.engine }
    package var music: Music { listening.music }

    /// The tracks of a `ListeningFixture`. For example, `t4` is by the artist `r1` and of the genre `g0`. The library
    /// `l1` is empty.
    package init(tracks: Int = 8, zone: String = "Europe/Warsaw") async throws {
        listening = try await ListeningFixture(
            (0..<tracks).map { number in
                // Artist ids are in the order of names, which is the order of equal ranks.
                Song(
                    "t\(number)", album: "a\(number / 2)", artists: [Self.artist(number)],
                    composers: number < 2 ? [] : ["r2"], genres: ["g\(number % 2)"])
            })
        let zone = TimeZone(identifier: zone) ?? .gmt
        service = StatisticsService(
            store: listening.engine.statistics, calendar: ListeningCalendar(zone: zone), clock: listening.clock)
        _ = try await listening.engine.statistics.use(zone)
        try await listening.music.addLibrary("l1", named: "Other")
    }

    /// The performer of the track.
    package static func artist(_ number: Int) -> String { "r\(number % 3)" }

    @discardableResult
    package func play(_ track: String, at instant: Timestamp, as caller: Principal = ada) async throws -> Play {
        let play = Play(
            id: .make(at: instant), user: caller.user, track: ID(track), playedAt: instant, client: "test",
            playID: try PlayID(UUID().uuidString.lowercased()))
        _ = try await engine.plays.record(play, journal: JournalEntry(at: instant, by: .gateway, "play.record"))
        return play
    }

    package func delete(_ play: Play) async throws {
        _ = try await engine.plays.delete(
            play.id, of: play.user, journal: JournalEntry(at: play.playedAt, by: .gateway, "play.delete"))
    }

    package func share(_ caller: Principal, _ sharing: ListeningSharing = .gateway) async throws {
        try await service.setSharing(sharing, as: caller, from: "192.0.2.1")
    }

    package func instant(_ text: String) throws -> Timestamp {
        Timestamp(milliseconds: Int64(try Date(text, strategy: .iso8601).timeIntervalSince1970) * 1000)
    }
}
