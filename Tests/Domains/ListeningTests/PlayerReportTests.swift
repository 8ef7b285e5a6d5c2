import Catalog
import Primitives
import Testing

@testable import Listening

@Suite("A player that does not name its plays") struct PlayerReportTests {
    private let tracker = PlaybackTracker()
    private let caller = Principal(user: ID("ada"), role: .listener)

    private func report(
        _ track: String, _ state: PlayerReport.State, at seconds: Int, position: Int = 0, client: String = "phone",
        counts: Bool = true, rate: Double = 1
    ) throws -> PlaybackTracker.Outcome? {
        let report = try PlayerReport(
            track: ID(track), state: state, position: .seconds(position), client: client, rate: rate, counts: counts,
            timeout: .seconds(10))
        return tracker.report(
            report, duration: .seconds(100), as: caller, at: Timestamp(milliseconds: Int64(seconds) * 1000),
            now: .seconds(seconds))
    }

    private func shown(at seconds: Int) -> [String] {
        tracker.nowPlaying(of: caller.user, now: .seconds(seconds)).map { "\($0.client) \($0.track)" }
    }

    @Test("plays one track at a time, until its expected end") func one() throws {
        _ = try report("a", .starting, at: 0)
        #expect(shown(at: 90) == ["phone a"])
        _ = try report("b", .starting, at: 95)
        _ = try report("c", .starting, at: 96, client: "car")
        #expect(shown(at: 100) == ["car c", "phone b"])
        #expect(shown(at: 206) == ["car c"])
        #expect(shown(at: 207) == [])
    }

    @Test("counts at half the track, once") func counting() throws {
        #expect(try report("a", .starting, at: 0)?.isReadyToCount == false)
        #expect(try report("a", .playing, at: 30, position: 30)?.isReadyToCount == false)
        let due = try #require(try report("a", .playing, at: 51, position: 51))
        #expect(due.isReadyToCount)
        tracker.confirmCounted(due.play.id, of: caller.user)
        #expect(try report("a", .stopped, at: 99, position: 99)?.isReadyToCount == false)
        #expect(shown(at: 99) == [])
        #expect(try report("a", .starting, at: 100)?.play.id != due.play.id)
    }

    @Test("is not counted when it counts plays itself") func shownOnly() throws {
        _ = try report("a", .starting, at: 0, counts: false)
        #expect(try report("a", .stopped, at: 100, position: 100, counts: false)?.isReadyToCount == false)
    }

    @Test("is assumed to continue as last reported") func position() throws {
        _ = try report("a", .playing, at: 0, position: 10, rate: 2)
        let play = try #require(tracker.nowPlaying(of: caller.user, now: .seconds(5)).first)
        #expect(play.position(at: .seconds(5)) == .seconds(20))
        #expect(play.position(at: .seconds(500)) == .seconds(100))
        _ = try report("a", .paused, at: 6, position: 22)
        #expect(
            try #require(tracker.nowPlaying(of: caller.user, now: .seconds(9)).first).position(at: .seconds(9))
                == .seconds(22))
    }

    @Test("that stops something unknown publishes nothing") func stopped() throws {
        #expect(try report("a", .stopped, at: 0) == nil)
        #expect(throws: DomainError.self) { try report("a", .playing, at: 0, rate: 0) }
        #expect(throws: DomainError.self) { try report("a", .playing, at: 0, position: -1) }
    }
}
