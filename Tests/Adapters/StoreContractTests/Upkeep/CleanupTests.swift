import Administration
import Foundation
import Journal
import Primitives
import StoreFixtures
import Support
import Synchronization
import Testing

/// The jobs that delete data for good, over a real database and with a clock that the test sets.
@Suite("Unneeded data is removed in two phases") struct CleanupTests {
    private static let day = Duration.seconds(86_400)

    /// Items by name. Some of them are needed.
    private final class Things: Sendable {
        private struct State {
            var all: Set<String>
            var needed: Set<String> = []
            var hold: CleanupHold?
            var runs: [Cleanup.Run] = []
        }

        private let state: Mutex<State>
        let clock = TestClock()
        private let engine: Engine
        var store: any CleanupStore & CleanupAllowances { engine.cleanup }

        init(_ count: Int, owned: (below: Int, persons: Int) = (0, 1)) throws {
            self.owned = owned
            engine = try .sqlite()
            state = Mutex(State(all: Set((0..<count).map { "thing-\($0)" })))
        }

        var all: Set<String> { state.withLock { $0.all } }
        var runs: [Cleanup.Run] { state.withLock { $0.runs } }
        /// Items from this number on have no owner. Earlier ones belong to `persons` owners in turn.
        let owned: (below: Int, persons: Int)

        private func owner(_ name: String) -> String? {
            guard let number = Int(name.dropFirst("thing-".count)), number < owned.below else { return nil }
            return "person-\(number % owned.persons)"
        }

        func need(_ names: Set<String>) { state.withLock { $0.needed = names } }
        func hold(_ hold: CleanupHold?) { state.withLock { $0.hold = hold } }

        func sweep(_ kind: CleanupKind = .images) async throws -> Int {
            let cleanup = Cleanup(
                store: store, clock: clock, hold: { self.state.withLock { $0.hold } },
                report: { run in self.state.withLock { $0.runs.append(run) } })
            let (all, unneeded) = state.withLock { ($0.all.count, $0.all.subtracting($0.needed)) }
            return try await cleanup.run(
                kind, unneeded: Array(unneeded), of: all, weigh: { Cleanup.weight(of: $0, owner: self.owner) }
            ) { names in
                self.state.withLock { $0.all.subtract(names) }
                return names.count
            }
        }

        func state(of kind: CleanupKind = .images) async throws -> CleanupState? {
            try await store.states().first { $0.kind == kind }
        }
    }

    @Test("it is first marked, then removed a day later; the run is logged and counted") func twoPhases() async throws {
        let things = try Things(30)
        things.need(Set((3..<30).map { "thing-\($0)" }))
        #expect(try await things.sweep() == 0)
        #expect(try await things.state()?.marked == 3)
        things.clock.advance(by: Self.day - .seconds(1))
        #expect(try await things.sweep() == 0 && things.all.count == 30)
        things.clock.advance(by: .seconds(1))
        #expect(try await things.sweep() == 3 && things.all.count == 27)
        let state = try #require(try await things.state())
        #expect(state.removed == 3 && state.marked == 0 && state.total == 30 && state.removedAt == things.clock.now())
        #expect(things.runs.map(\.removed) == [3])
    }

    @Test("an item needed again in between is kept a whole day after that") func neededAgain() async throws {
        let things = try Things(1)
        _ = try await things.sweep()
        things.clock.advance(by: Self.day)
        things.need(["thing-0"])
        #expect(try await things.sweep() == 0)
        things.need([])
        #expect(try await things.sweep() == 0)
        things.clock.advance(by: Self.day - .seconds(1))
        #expect(try await things.sweep() == 0)
        things.clock.advance(by: .seconds(1))
        #expect(try await things.sweep() == 1)
    }

    @Test("a run that would remove more than a tenth removes nothing and reports it, until an admin allows it")
    func tenth() async throws {
        let things = try Things(565)
        things.need(Set((60..<565).map { "thing-\($0)" }))
        _ = try await things.sweep()
        things.clock.advance(by: Self.day)
        #expect(try await things.sweep() == 0 && things.all.count == 565)
        #expect(try await things.state()?.stopped == 60)
        #expect(try await things.sweep() == 0)
        #expect(things.runs.map(\.isNewlyStopped) == [true])
        let entry = JournalEntry(at: things.clock.now(), by: .commandLine, "cleanup.allow")
        #expect(try await !things.store.allow(.journal, journal: entry))
        #expect(try await things.store.allow(.images, journal: entry))
        #expect(try await things.sweep() == 60)
        let state = try #require(try await things.state())
        #expect(state.stopped == nil && !state.isAllowed && state.removed == 60)
    }

    @Test("a tenth may be removed, or ten if there are few") func floor() async throws {
        for (count, unneeded, removed) in [(560, 56, 56), (560, 57, 0), (12, 10, 10), (12, 11, 0)] {
            let things = try Things(count)
            things.need(Set((unneeded..<count).map { "thing-\($0)" }))
            _ = try await things.sweep()
            things.clock.advance(by: Self.day)
            #expect(try await things.sweep() == removed, "\(unneeded) of \(count)")
        }
    }

    @Test("items dropped by up to three users do not stop it, those of more users do")
    func persons() async throws {
        for (persons, removed) in [(1, 40), (3, 40), (4, 0), (40, 0)] {
            let things = try Things(50, owned: (below: 40, persons: persons))
            things.need(Set((40..<50).map { "thing-\($0)" }))
            _ = try await things.sweep()
            things.clock.advance(by: Self.day)
            #expect(try await things.sweep() == removed, "\(persons)")
            #expect(try await things.state()?.stopped == (removed == 0 ? 40 : nil))
        }
        let mixed = try Things(50, owned: (below: 30, persons: 1))
        mixed.need(Set((41..<50).map { "thing-\($0)" }))
        _ = try await mixed.sweep()
        mixed.clock.advance(by: Self.day)
        #expect(try await mixed.sweep() == 0, "Eleven are nobody's.")
    }

    @Test("a run removes at most a thousand, even when allowed") func bound() async throws {
        let things = try Things(2_300)
        _ = try await things.sweep()
        things.clock.advance(by: Self.day)
        #expect(try await things.sweep() == 0)
        let entry = JournalEntry(at: things.clock.now(), by: .commandLine, "cleanup.allow")
        #expect(try await things.store.allow(.images, journal: entry))
        var removed: [Int] = []
        for _ in 0..<4 { removed.append(try await things.sweep()) }
        #expect(removed == [1_000, 1_000, 300, 0])
        #expect(try await things.state()?.isAllowed == false)
    }

    @Test("a new or damaged database removes nothing, and after a clock jump nothing is even marked")
    func holds() async throws {
        let things = try Things(5)
        things.hold(.clock)
        #expect(try await things.sweep() == 0)
        #expect(try await things.state() == nil)
        for hold in [CleanupHold.newDatabase, .damage] {
            things.hold(hold)
            _ = try await things.sweep()
            things.clock.advance(by: Self.day * 2)
            #expect(try await things.sweep() == 0 && things.all.count == 5, "\(hold)")
        }
        things.hold(.newDatabase)
        let entry = JournalEntry(at: things.clock.now(), by: .commandLine, "cleanup.allow")
        #expect(try await things.store.allow(.images, journal: entry))
        #expect(try await things.sweep() == 5)
    }
}
