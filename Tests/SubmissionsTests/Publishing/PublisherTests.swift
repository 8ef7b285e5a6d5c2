import Catalog
import Primitives
import SQLiteStore
import Submissions
import Testing

@Suite("Taking approved music into a library") struct PublisherTests {
    /// What a database that is busy, full or unreachable does to one write.
    private static func refusal(_ name: String, of state: String, _ condition: String = "true") -> String {
        """
        CREATE TRIGGER \(name) BEFORE UPDATE OF state ON submission WHEN NEW.state = '\(state)' AND \(condition)
        BEGIN SELECT RAISE(ABORT, 'no'); END
        """
    }

    @Test("is tried again by itself when it has failed, after rests that grow") func again() async throws {
        let fixture = try await PublishingFixture()
        let song = try await fixture.give("Song", into: fixture.library("l"))
        try await fixture.change(Self.refusal("taking", of: "approved"))
        let rests = PublishingFixture.Rests { number in
            if number == 6 { try await fixture.change("DROP TRIGGER taking") }
        }
        try await fixture.publish(resting: rests) { try await fixture.submission(song).state == .approved }
        #expect(rests.all == [2, 4, 8, 16, 16, 16].map { .seconds($0) })
    }

    @Test("is held up by no other file, and by no other library") func others() async throws {
        let fixture = try await PublishingFixture()
        let bad = try await fixture.give("Bad", into: fixture.library("first"))
        let stuck = try await fixture.give("Stuck", into: fixture.library("second"))
        var good: [ID<Submission>] = []
        for number in 0..<4 { good.append(try await fixture.give("S\(number)", into: fixture.library("g\(number)"))) }
        try await fixture.change(
            Self.refusal("giving_up", of: "pending") + ";" + Self.refusal("taking", of: "approved", "NEW.id = 'Stuck'"))
        let others = good
        let rests = PublishingFixture.Rests { number in
            guard number == 1 else { return }
            for id in others { #expect(try await fixture.submission(id).state == .approved) }
            for id in [bad, stuck] { #expect(try await fixture.submission(id).state == .approving) }
            try await fixture.change("DROP TRIGGER giving_up; DROP TRIGGER taking")
        }
        try await fixture.publish(resting: rests) {
            let (bad, stuck) = (try await fixture.submission(bad), try await fixture.submission(stuck))
            return bad.state == .pending && bad.failure == "It is bad." && stuck.state == .approved
        }
        #expect(rests.all == [.seconds(2)])
    }
}
