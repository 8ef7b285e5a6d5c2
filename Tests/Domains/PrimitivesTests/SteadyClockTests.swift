import Primitives
import Synchronization
import Testing

@Suite("The plausibility check of the clock") struct SteadyClockTests {
    private static let hour = Duration.seconds(3600)
    private static let day = Duration.seconds(86_400)

    /// A machine whose wall clock and uptime can be changed separately.
    private final class Machine: WallClock {
        private let state = Mutex((wall: Timestamp(milliseconds: 1_795_000_000_000), uptime: Duration.seconds(1_000)))

        func now() -> Timestamp { state.withLock { $0.wall } }
        var uptime: Duration { state.withLock { $0.uptime } }

        func goOn(by duration: Duration) {
            state.withLock { $0 = ($0.wall.advanced(by: duration), $0.uptime + duration) }
        }

        func leap(by duration: Duration) {
            state.withLock { $0.wall = $0.wall.advanced(by: duration) }
        }

        /// Restarts the machine after it was off for `duration`.
        func restart(after duration: Duration) {
            state.withLock { $0 = ($0.wall.advanced(by: duration), .seconds(10)) }
        }

        func clock(boot: String = "one", after record: ClockRecord? = nil, isUsed: Bool = false) -> SteadyClock {
            SteadyClock(self, uptime: { self.uptime }, boot: boot, after: record, isUsed: isUsed)
        }
    }

    @Test("follows the machine's clock, even when it is set by hours", arguments: [-30, -1, 1, 30])
    func follows(hours: Int) {
        let machine = Machine()
        let clock = machine.clock()
        for _ in 0..<3 {
            machine.goOn(by: Self.hour)
            machine.leap(by: Self.hour * hours)
            #expect(clock.now() == machine.now() && clock.leap == nil && clock.isSettled)
        }
    }

    @Test("continues from before a leap until the clock is right again", arguments: [400, 3_000_000, -10])
    func holds(days: Int) throws {
        let machine = Machine()
        let clock = machine.clock()
        machine.goOn(by: Self.hour)
        let before = clock.now()
        machine.leap(by: Self.day * days)
        #expect(clock.now() == before && !clock.isSettled)
        machine.goOn(by: Self.day * 3)
        #expect(clock.now() == before.advanced(by: Self.day * 3))
        let leap = try #require(clock.leap)
        #expect(leap.shown == machine.now() && leap.expected == clock.now() && leap.acceptedIn == nil)
        machine.leap(by: .zero - Self.day * days)
        #expect(clock.now() == machine.now() && clock.leap == nil && clock.isSettled)
    }

    @Test("accepts a leap when an admin confirms it") func accept() {
        let machine = Machine()
        let clock = machine.clock()
        machine.leap(by: Self.day * 400)
        #expect(clock.now() != machine.now())
        clock.accept()
        #expect(clock.now() == machine.now() && clock.leap == nil && clock.isSettled)
        machine.leap(by: .zero - Self.day * 400)
        #expect(clock.now() != machine.now())
    }

    @Test("accepts a leap of weeks, as after a suspension, once it has been steady for twelve hours") func pause() {
        let machine = Machine()
        let clock = machine.clock()
        machine.leap(by: Self.day * 21)
        #expect(clock.leap?.acceptedIn == Self.hour * 12)
        machine.goOn(by: Self.hour * 11)
        #expect(clock.leap != nil && !clock.isSettled)
        // The clock is set again, so it has not been steady.
        machine.leap(by: Self.day * 9)
        #expect(clock.leap?.acceptedIn == Self.hour * 12)
        machine.goOn(by: Self.hour * 12)
        #expect(clock.now() == machine.now() && clock.leap == nil && clock.isSettled)
    }

    @Test("after a restart of the server alone a leap is detected exactly") func sameBoot() {
        let machine = Machine()
        let record = machine.clock().record(boot: "one")
        machine.goOn(by: Self.day * 100)
        #expect(machine.clock(after: record).leap == nil)
        machine.leap(by: Self.day * 400)
        let clock = machine.clock(after: record)
        #expect(clock.now() == record.time.advanced(by: Self.day * 100) && !clock.isSettled)
        let kept = clock.record(boot: "one")
        #expect(machine.clock(after: kept).leap != nil)
    }

    @Test("a machine that was off for three weeks is trusted at once, and nothing is removed for twelve hours")
    func off() {
        let machine = Machine()
        let record = machine.clock().record(boot: "one")
        machine.restart(after: Self.day * 21)
        let clock = machine.clock(boot: "two", after: record)
        #expect(clock.now() == machine.now() && clock.leap == nil && !clock.isSettled)
        machine.goOn(by: Self.hour * 12)
        #expect(clock.isSettled)
        #expect(machine.clock(boot: "two", after: clock.record(boot: "two")).isSettled)
        let short = machine.clock(
            boot: "three",
            after: ClockRecord(
                time: machine.now().advanced(by: .zero - Self.day), uptime: .zero, boot: "two"))
        #expect(short.isSettled)
    }

    @Test(
        "a machine that starts in the past, or in another year, waits for confirmation",
        arguments: [-20_000, -2, 61, 400])
    func wrongStart(days: Int) {
        let machine = Machine()
        let record = machine.clock().record(boot: "one")
        machine.restart(after: Self.day * days)
        let clock = machine.clock(boot: "two", after: record)
        #expect(clock.now() == record.time && clock.leap != nil && !clock.isSettled)
        clock.accept()
        #expect(clock.now() == machine.now() && clock.isSettled)
    }

    @Test("a used database without a recorded time is not cleaned up for twelve hours") func upgraded() {
        let machine = Machine()
        let clock = machine.clock(isUsed: true)
        #expect(clock.now() == machine.now() && clock.leap == nil && !clock.isSettled)
        machine.goOn(by: Self.hour * 12)
        #expect(clock.isSettled)
    }
}
