import Listening
import Support
import Testing

@Suite("Listening credit")
struct ListeningCreditTests {
    private let rules = PlaybackRules()

    private func credit(
        of reports: [(event: PlaybackEvent, position: Double, at: Double)], duration: Double = 300
    ) -> ListeningCredit {
        var credit = ListeningCredit(
            first: reports[0].event, position: .seconds(reports[0].position), duration: .seconds(duration),
            at: .seconds(reports[0].at))
        for report in reports.dropFirst() {
            credit.report(report.event, position: .seconds(report.position), at: .seconds(report.at), rules: rules)
        }
        return credit
    }

    @Test("playing straight through earns the elapsed time")
    func straight() {
        let heard = credit(of: [(.start, 0, 100), (.progress, 10, 110), (.progress, 20, 120), (.end, 25, 125)])
        #expect(heard.listened == .seconds(25))
        #expect(heard.state == .over)
    }

    @Test("a player that claims to be at the end at once earns nothing")
    func endAtOnce() {
        #expect(credit(of: [(.start, 0, 0), (.end, 300, 0)]).listened == .zero)
        #expect(credit(of: [(.end, 300, 0)]).listened == .zero)
        #expect(credit(of: [(.start, 0, 0), (.progress, 300, 1)]).listened == .seconds(1))
    }

    @Test("elapsed time earns nothing while the position stands still")
    func standstill() {
        #expect(credit(of: [(.start, 5, 0), (.progress, 5, 60), (.progress, 5, 120)]).listened == .zero)
    }

    @Test("seeking earns nothing, and playing on from there does")
    func seeking() {
        let heard = credit(of: [
            (.start, 0, 0), (.progress, 10, 10), (.seek, 200, 11), (.progress, 210, 21), (.seek, 0, 22),
        ])
        #expect(heard.listened == .seconds(20))
        #expect(heard.position == .zero)
    }

    @Test("an unreported jump back earns nothing by itself")
    func silentJumpBack() {
        #expect(credit(of: [(.start, 100, 0), (.progress, 20, 10), (.progress, 30, 20)]).listened == .seconds(10))
    }

    @Test("a paused play earns nothing, whatever is reported")
    func paused() {
        let heard = credit(of: [
            (.start, 0, 0), (.pause, 10, 10), (.progress, 60, 60), (.seek, 100, 70), (.end, 300, 400),
        ])
        #expect(heard.listened == .seconds(10))
        #expect(heard.state == .over)
    }

    @Test("a resumed play earns from there")
    func resumed() {
        let heard = credit(of: [(.start, 0, 0), (.pause, 10, 10), (.resume, 10, 500), (.progress, 20, 510)])
        #expect(heard.listened == .seconds(20))
    }

    @Test("an ended play earns nothing until it is started again")
    func over() {
        let late = [(PlaybackEvent.start, 0.0, 0.0), (.stop, 10, 10), (.progress, 20, 20), (.pause, 25, 25)]
        #expect(credit(of: late).listened == .seconds(10))
        #expect(credit(of: late).state == .over)
        #expect(credit(of: late + [(.resume, 10, 30), (.progress, 15, 35)]).listened == .seconds(15))
    }

    @Test("a repeated report, or a late start, earns once")
    func repeated() {
        let heard = credit(of: [
            (.progress, 10, 10), (.progress, 20, 20), (.progress, 20, 20), (.start, 0, 20), (.progress, 30, 30),
        ])
        #expect(heard.listened == .seconds(20))
    }

    @Test("uneven network delays average out")
    func jitter() {
        // Sent at 0, 10, 20, 30 and 40 s. They arrive one second late, on time, and so on.
        let heard = credit(of: [
            (.start, 0, 0), (.progress, 10, 11), (.progress, 20, 20), (.progress, 30, 31), (.progress, 40, 40),
        ])
        #expect(heard.listened == .seconds(40))
    }

    @Test("a clock that steps back counts as stopped")
    func clockBack() {
        #expect(credit(of: [(.start, 0, 100), (.progress, 10, 50), (.progress, 20, 101)]).listened == .seconds(1))
    }

    @Test("positions outside the track are clamped to its ends")
    func outside() {
        let heard = credit(of: [(.start, -50, 0), (.progress, 4000, 400)], duration: 300)
        #expect(heard.listened == .seconds(300))
        #expect(heard.position == .seconds(300))
    }

    @Test(
        "half the track is required, four minutes at most",
        arguments: [(0.5, 0.25), (60, 30), (479, 239.5), (480, 240), (7200, 240), (0, 240), (-1, 240)])
    func threshold(duration: Double, expected: Double) {
        #expect(rules.threshold(for: .seconds(duration)) == .seconds(expected))
    }

    @Test("no sequence of reports earns more than the time between the first and the last", arguments: 0..<400)
    func neverMoreThanTime(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let duration = Duration.milliseconds(Int.random(in: 1...600_000, using: &random))
        var now = Duration.seconds(Int.random(in: 0...1000, using: &random))
        let begin = now
        var playing = Duration.zero
        var latest = now
        var credit = ListeningCredit(first: .start, position: .zero, duration: duration, at: now)
        for _ in 0..<120 {
            let wasPlaying = credit.state == .playing
            // Some reports have an earlier time, some come all at once, some after a long silence.
            now += .milliseconds(Int.random(in: -2000...20_000, using: &random))
            if Bool.random(using: &random) { now = latest }
            let event = PlaybackEvent.allCases[Int.random(in: 0..<PlaybackEvent.allCases.count, using: &random)]
            let before = credit.listened
            let position = Duration.milliseconds(Int.random(in: -1000...700_000, using: &random))
            credit.report(event, position: position, at: now, rules: rules)
            if wasPlaying { playing += max(now - latest, .zero) }
            latest = max(latest, now)
            #expect(credit.listened >= before)
            #expect(credit.listened <= playing)
            #expect(credit.listened <= latest - begin)
            #expect(credit.position >= .zero && credit.position <= duration)
            if !wasPlaying || event == .seek { #expect(credit.listened == before) }
        }
    }
}
