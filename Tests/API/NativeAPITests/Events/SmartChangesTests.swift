import Primitives
import Shelf
import Testing

@Suite("Changes to the sources of rules") struct SmartChangesTests {
    @Test("reach only the users concerned, and are collected until they are delivered")
    func audiences() async {
        let changes = SmartChanges()
        let ada = Principal(user: ID("ada"), role: .listener)
        let bob = Principal(user: ID("bob"), role: .listener, libraries: .only(["open"]))
        var own = changes.changes(for: ada).makeAsyncIterator()
        var others = changes.changes(for: bob).makeAsyncIterator()
        changes.receive(Event(.annotations, to: .person(ada.user)))
        changes.receive(Event(.history, to: .person(ada.user)))
        changes.receive(SmartEvents.changed(.listening, to: .library("closed")))
        changes.receive(Event(.board, to: .everyone))
        let clock = ManualClock()
        await withTaskGroup(of: Void.self) { group in
            group.addTask { try? await changes.run(gap: .seconds(2), on: clock) }
            #expect(await own.next() == [.shelf, .listening])
            changes.receive(SmartEvents.changed(.shelf, to: .library("open")))
            await clock.advance(by: .seconds(2))
            // Bob's first change: none of the earlier ones was for him.
            #expect(await others.next() == [.shelf])
            #expect(await own.next() == [.shelf])
            changes.receive(nil)
            await clock.advance(by: .seconds(2))
            #expect(await others.next() == [.shelf, .listening])
            changes.record(.analysis)
            await clock.advance(by: .seconds(2))
            #expect(await others.next() == [.analysis])
            group.cancelAll()
        }
    }
}
