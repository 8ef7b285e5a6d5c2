import Listening
import Primitives
import Testing

@Suite("Listening events")
struct ListeningEventsTests {
    private let ada = ID<Person>("ada")
    private let bob = ID<Person>("bob")

    @Test("events reach all devices of their user and nobody else")
    func delivery() async {
        let events = ListeningEvents()
        var first = events.events(of: ada).makeAsyncIterator()
        var second = events.events(of: ada).makeAsyncIterator()
        var other = events.events(of: bob).makeAsyncIterator()
        events.send(.nowPlaying, to: ada)
        #expect(await first.next() == .nowPlaying)
        #expect(await second.next() == .nowPlaying)
        events.send(.nowPlaying, to: bob)
        #expect(await other.next() == .nowPlaying)
    }

    @Test("a subscriber that falls behind gets its queued events, and then the end")
    func slow() async {
        let events = ListeningEvents(capacity: 2)
        let stream = events.events(of: ada)
        for _ in 0..<3 { events.send(.nowPlaying, to: ada) }
        #expect(events.subscribers == 0)
        var received = 0
        for await _ in stream { received += 1 }
        #expect(received == 2)
    }

    @Test("a dropped stream ends its subscription")
    func dropped() {
        let events = ListeningEvents()
        do {
            let stream = events.events(of: ada)
            withExtendedLifetime(stream) { #expect(events.subscribers == 1) }
        }
        #expect(events.subscribers == 0)
    }
}
