import Foundation
import Support
import Testing

@Suite("Stopping a server", .timeLimit(.minutes(5))) struct QuietStopTests {
    @Test("work that a stop interrupts is not logged as a failure") func warnings() async throws {
        let gateway = try await Gateway(arguments: [], frames: 1000)
        // A change just before the stop wakes the readers of the journal and of events.
        let made = try await gateway.request("POST", "/api/v1/playlists", json: #"{"name":"Last"}"#)
        #expect(made.status == 201)
        #expect(await gateway.server.stop() == 0)
        let warnings = gateway.server.output.split(separator: "\n").filter { $0.contains("CancellationError") }
        #expect(warnings.isEmpty, "\(warnings.joined(separator: "\n"))")
    }
}
