import Catalog
import Listening
import Primitives
import Support
import Testing

@Suite("Playback tracker")
struct PlaybackTrackerTests {
    private static let ada = Principal(user: ID("ada"), role: .listener)
    private static let bob = Principal(user: ID("bob"), role: .listener)

    private static func play(_ number: Int) throws -> PlayID {
        let digits = String(number)
        return try PlayID("00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits)
    }

    @discardableResult
    private func report(
        _ event: PlaybackEvent, _ position: Double, at now: Double, play: Int = 1, track: String = "t",
        as caller: Principal = ada, duration: Double = 100, rate: Double = 1, to tracker: PlaybackTracker
    ) throws -> PlaybackTracker.Outcome {
        try tracker.report(
            PlaybackReport(
                play: Self.play(play), track: ID(track), event: event, position: .seconds(position), client: "test",
                rate: rate),
            duration: .seconds(duration), as: caller, at: Timestamp(milliseconds: Int64(now * 1000)),
            now: .seconds(now))
    }

    @Test("a play is due at half its track until it is confirmed, and then never again")
    func due() throws {
        let tracker = PlaybackTracker()
        try #expect(!report(.start, 0, at: 0, to: tracker).isReadyToCount)
        try #expect(!report(.progress, 49, at: 49, to: tracker).isReadyToCount)
        try #expect(report(.progress, 50, at: 50, to: tracker).isReadyToCount)
        try #expect(report(.progress, 51, at: 51, to: tracker).isReadyToCount)
        tracker.confirmCounted(try Self.play(1), of: Self.ada.user)
        let after = try report(.end, 100, at: 100, to: tracker)
        #expect(!after.isReadyToCount)
        #expect(after.play.isCounted)
        #expect(after.play.startedAt == Timestamp(milliseconds: 0))
    }

    @Test("a play at triple speed counts at half its track, and a faster position gains nothing")
    func faster() throws {
        let tracker = PlaybackTracker()
        try report(.start, 0, at: 0, rate: 3, to: tracker)
        try #expect(!report(.progress, 48, at: 16, rate: 3, to: tracker).isReadyToCount)
        try #expect(report(.progress, 51, at: 17, rate: 3, to: tracker).isReadyToCount)
        try report(.start, 0, at: 100, play: 2, rate: 3, to: tracker)
        let ahead = try report(.progress, 90, at: 110, play: 2, rate: 3, to: tracker)
        #expect(ahead.play.credit.listened == .seconds(30))
        #expect(throws: DomainError.self) { try report(.progress, 91, at: 111, play: 2, rate: 4, to: tracker) }
    }

    @Test("two devices at once earn separately")
    func twoDevices() throws {
        let tracker = PlaybackTracker()
        try report(.start, 0, at: 0, play: 1, to: tracker)
        try report(.start, 0, at: 5, play: 2, to: tracker)
        let first = try report(.progress, 10, at: 10, play: 1, to: tracker)
        let second = try report(.progress, 5, at: 10, play: 2, to: tracker)
        #expect(first.play.credit.listened == .seconds(10))
        #expect(second.play.credit.listened == .seconds(5))
    }

    @Test("the same play id of two users is two plays")
    func twoPeople() throws {
        let tracker = PlaybackTracker()
        try report(.start, 0, at: 0, to: tracker)
        let other = try report(.progress, 90, at: 90, track: "u", as: Self.bob, to: tracker)
        #expect(other.play.credit.listened == .zero)
        #expect(tracker.nowPlaying(of: Self.ada.user, now: .seconds(1)).map(\.track.rawValue) == ["t"])
        #expect(tracker.nowPlaying(of: Self.bob.user, now: .seconds(90)).map(\.track.rawValue) == ["u"])
    }

    @Test("a play keeps its track")
    func otherTrack() throws {
        let tracker = PlaybackTracker()
        try report(.start, 0, at: 0, to: tracker)
        let failure = #expect(throws: DomainError.self) {
            try report(.progress, 10, at: 10, track: "other", to: tracker)
        }
        #expect(failure?.field == "trackId")
    }

    @Test("now playing shows playing and paused players, the last to report first, until they fall silent")
    func nowPlaying() throws {
        let tracker = PlaybackTracker()
        try report(.start, 0, at: 0, play: 1, to: tracker)
        try report(.start, 0, at: 1, play: 2, to: tracker)
        try report(.pause, 1, at: 2, play: 2, to: tracker)
        try report(.start, 0, at: 3, play: 3, to: tracker)
        try report(.stop, 1, at: 4, play: 3, to: tracker)
        func shown(at now: Int) -> [String] {
            tracker.nowPlaying(of: Self.ada.user, now: .seconds(now)).map { String($0.id.text.suffix(1)) }
        }
        #expect(shown(at: 5) == ["2", "1"])
        #expect(shown(at: 61) == ["2"])
        #expect(shown(at: 603) == [])
    }

    @Test("only a ninth play evicts the one that was silent for longest")
    func perUser() throws {
        let tracker = PlaybackTracker()
        for number in 1...8 { try report(.start, 0, at: Double(number), play: number, to: tracker) }
        try report(.progress, 8, at: 9, play: 1, to: tracker)
        try report(.start, 0, at: 10, play: 9, to: tracker)
        #expect(tracker.livePlays == 8)
        try #expect(report(.progress, 9, at: 10, play: 1, to: tracker).play.credit.listened == .seconds(9))
        try #expect(report(.progress, 8, at: 10, play: 2, to: tracker).play.credit.listened == .zero)
    }

    @Test("the total number of plays is bounded", arguments: 0..<20)
    func bounded(seed: Int) throws {
        var rules = PlaybackRules()
        rules.livePlays = 50
        rules.idle = .seconds(300)
        let tracker = PlaybackTracker(rules: rules)
        var random = SeededGenerator(seed: UInt64(seed))
        var now = 0.0
        for _ in 0..<2000 {
            now += Double.random(in: 0...3, using: &random)
            let caller = Principal(user: ID("user \(Int.random(in: 0..<30, using: &random))"), role: .listener)
            let number = Int.random(in: 0..<40, using: &random)
            try report(.progress, now, at: now, play: number, as: caller, to: tracker)
            #expect(tracker.livePlays <= 50)
            #expect(tracker.nowPlaying(of: caller.user, now: .seconds(now)).count <= 8)
        }
        try report(.start, 0, at: now + 301, play: 99, to: tracker)
        #expect(tracker.livePlays == 1)
    }

    @Test("with any reports, a play is due only after its threshold of real time", arguments: 0..<100)
    func dueOnlyInTime(seed: Int) throws {
        let tracker = PlaybackTracker()
        var random = SeededGenerator(seed: UInt64(seed))
        var now = 0.0
        for _ in 0..<200 {
            now += Double.random(in: 0...1, using: &random)
            let event = PlaybackEvent.allCases[Int.random(in: 0..<PlaybackEvent.allCases.count, using: &random)]
            let outcome = try report(event, Double.random(in: 0...100, using: &random), at: now, to: tracker)
            if outcome.isReadyToCount { #expect(now >= 50) }
        }
    }
}
