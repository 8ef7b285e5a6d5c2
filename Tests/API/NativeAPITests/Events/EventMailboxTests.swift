import Primitives
import Testing

@testable import NativeAPI

@Suite("Limits of event streams")
struct EventMailboxTests {
    @Test("a full mailbox closes, and its content is still delivered")
    func full() async {
        let mailbox = EventMailbox(capacity: 3)
        for _ in 0..<3 { #expect(mailbox.send(.heartbeat(0))) }
        #expect(!mailbox.send(.heartbeat(0)))
        #expect(!mailbox.send(.heartbeat(0)))
        var received = 0
        for await _ in mailbox.messages { received += 1 }
        #expect(received == 3)
    }

    @Test("a user has a limited number of streams, and an ended one frees its slot")
    func places() throws {
        let limit = EventStreamLimit(perUser: 2)
        let ada = ID<Person>("ada")
        var places = [try limit.take(for: ada), try limit.take(for: ada)]
        let failure = #expect(throws: DomainError.self) { try limit.take(for: ada) }
        #expect(failure?.code == .rateLimited)
        #expect(failure?.retryAfter != nil)
        #expect(throws: Never.self) { try limit.take(for: ID("bob")) }
        places.removeLast()
        #expect(throws: Never.self) { try limit.take(for: ada) }
        withExtendedLifetime(places) {}
    }
}
