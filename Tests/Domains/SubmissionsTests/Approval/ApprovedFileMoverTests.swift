import Catalog
import Foundation
import Journal
import Primitives
import SQLiteStore
import Submissions
import Support
import Testing

@Suite("Moving approved music into a library") struct ApprovedFileMoverTests {
    /// SQL that makes a write fail, as on a busy, full or unreachable database.
    private static func refusal(_ name: String, of state: String, _ condition: String = "true") -> String {
        """
        CREATE TRIGGER \(name) BEFORE UPDATE OF state ON submission WHEN NEW.state = '\(state)' AND \(condition)
        BEGIN SELECT RAISE(ABORT, 'no'); END
        """
    }

    @Test("is retried by itself after a failure, at growing intervals") func again() async throws {
        let fixture = try await ApprovedFileFixture()
        let song = try await fixture.submit("Song", into: fixture.library("l"))
        try await fixture.change(Self.refusal("taking", of: "approved"))
        let rests = ApprovedFileFixture.Rests { number in
            if number == 6 { try await fixture.change("DROP TRIGGER taking") }
        }
        try await fixture.move(resting: rests) { try await fixture.submission(song).state == .approved }
        #expect(rests.all == [2, 4, 8, 16, 16, 16].map { .seconds($0) })
    }

    @Test("is not delayed by other files or other libraries") func others() async throws {
        let fixture = try await ApprovedFileFixture()
        let bad = try await fixture.submit("Bad", into: fixture.library("first"))
        let stuck = try await fixture.submit("Stuck", into: fixture.library("second"))
        var good: [ID<Submission>] = []
        for number in 0..<4 { good.append(try await fixture.submit("S\(number)", into: fixture.library("g\(number)"))) }
        try await fixture.change(
            Self.refusal("giving_up", of: "pending") + ";" + Self.refusal("taking", of: "approved", "NEW.id = 'Stuck'"))
        let others = good
        let rests = ApprovedFileFixture.Rests { number in
            guard number == 1 else { return }
            for id in others { #expect(try await fixture.submission(id).state == .approved) }
            for id in [bad, stuck] { #expect(try await fixture.submission(id).state == .approving) }
            try await fixture.change("DROP TRIGGER giving_up; DROP TRIGGER taking")
        }
        try await fixture.move(resting: rests) {
            let (bad, stuck) = (try await fixture.submission(bad), try await fixture.submission(stuck))
            return bad.state == .pending && bad.failure == "It is bad." && stuck.state == .approved
        }
        #expect(rests.all == [.seconds(2)])
    }

    @Test("prevents the library's removal until it is finished") func removal() async throws {
        let fixture = try await ApprovedFileFixture()
        let library = try await fixture.library("l")
        let song = try await fixture.submit("Song", into: library)
        let refused = await #expect(throws: DomainError.self) {
            try await fixture.libraries.remove(library, as: ApprovedFileFixture.admin, by: .gateway)
        }
        #expect(refused?.code == .conflict && refused?.reason == "library_awaits_music")
        #expect(try await fixture.libraries.list(as: ApprovedFileFixture.admin).count == 1)
        let other = try await fixture.library("other")
        try await fixture.libraries.remove(other, as: ApprovedFileFixture.admin, by: .gateway)
        try await fixture.move(resting: ApprovedFileFixture.Rests { _ in }) {
            try await fixture.submission(song).state == .approved
        }
        try await fixture.libraries.remove(library, as: ApprovedFileFixture.admin, by: .gateway)
        #expect(try await fixture.libraries.list(as: ApprovedFileFixture.admin).isEmpty)
    }

    @Test("does not start if the library was removed after it was chosen") func late() async throws {
        let fixture = try await ApprovedFileFixture()
        let library = try await fixture.library("l")
        let song = try await fixture.submit("Song", .pending)
        let approvals = try fixture.approvals(beforeLooking: {
            try await fixture.libraries.remove(library, as: ApprovedFileFixture.admin, by: .gateway)
        })
        let refused = await #expect(throws: DomainError.self) {
            _ = try await approvals.approve(
                song, revision: nil, into: library, as: ApprovedFileFixture.admin, from: "192.0.2.1")
        }
        #expect(refused?.reason == "library_not_found")
        #expect(try await fixture.submission(song).state == .pending)
    }

    @Test("is given up if an earlier version let the library be removed, and puts no file there")
    func removedBefore() async throws {
        let fixture = try await ApprovedFileFixture()
        let library = try await fixture.library("l")
        let song = try await fixture.submit("Song", into: library)
        try await fixture.change("UPDATE library SET removed_at = 1")
        try await fixture.move(resting: ApprovedFileFixture.Rests { _ in }) {
            try await fixture.submission(song).failure == "The library was removed."
        }
        #expect(try await fixture.submission(song).state == .pending)
        #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path + "/l").isEmpty)
    }
}
