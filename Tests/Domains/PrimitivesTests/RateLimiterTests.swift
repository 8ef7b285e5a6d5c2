import Primitives
import Support
import Testing

@Suite("A rate limiter") struct RateLimiterTests {
    @Test("allows a burst, then one action after each refill, and says how long to wait") func refill() {
        let clock = TestClock("2026-11-21T12:00:00Z")
        let limiter = RateLimiter<String>(clock: clock)
        for _ in 0..<3 { #expect(limiter.take("ada", burst: 3, refill: .seconds(2)) == nil) }
        #expect(limiter.take("ada", burst: 3, refill: .seconds(2)) == .seconds(2))
        #expect(limiter.take("bob", burst: 3, refill: .seconds(2)) == nil)
        clock.advance(by: .seconds(1))
        #expect(limiter.take("ada", burst: 3, refill: .seconds(2)) == .seconds(1))
        clock.advance(by: .seconds(1))
        #expect(limiter.take("ada", burst: 3, refill: .seconds(2)) == nil)
        #expect(limiter.take("cleo", burst: 3, refill: .seconds(2), cost: 4) == .seconds(2))
    }

    @Test("lets expensive actions overdraw, and refuses everything until it is refilled") func overdraft() {
        let clock = TestClock("2026-11-21T12:00:00Z")
        let limiter = RateLimiter<String>(clock: clock)
        #expect(limiter.take("ada", burst: 3, refill: .seconds(2), cost: 5, mayOverdraw: true) == nil)
        for cost in [1, 5] {
            #expect(limiter.take("ada", burst: 3, refill: .seconds(2), cost: cost, mayOverdraw: true) == .seconds(6))
        }
        clock.advance(by: .seconds(6))
        #expect(limiter.take("ada", burst: 3, refill: .seconds(2), cost: 5, mayOverdraw: true) == nil)
    }

    @Test("keeps the heaviest user's bucket when there are too many") func capacity() {
        let clock = TestClock("2026-11-21T12:00:00Z")
        let limiter = RateLimiter<Int>(clock: clock, capacity: 100)
        #expect(limiter.take(-1, burst: 2, refill: .seconds(60), cost: 2) == nil)
        for stranger in 0..<1000 { #expect(limiter.take(stranger, burst: 2, refill: .seconds(60)) == nil) }
        #expect(limiter.take(-1, burst: 2, refill: .seconds(60)) == .seconds(60))
    }
}
