import HTTPTypes
import Primitives
import RouterSupport
import Support
import Testing

@Suite("The jukebox for remote clients") struct JukeboxTests {
    @Test("commands are accepted as fast as a user turns the volume, and faster ones are asked to wait")
    func rate() async throws {
        let rest = try await RestFixture()
        func turn() async throws -> Int {
            try await rest.get("jukeboxControl", [("action", "setGain"), ("gain", "0.5")]).status.code
        }
        for command in 1...60 { #expect(try await turn() == 200, "\(command)") }
        #expect(try await turn() == 429)
        rest.clock.advance(by: .milliseconds(100))
        #expect(try await turn() == 200)
        #expect(try await turn() == 429)
        #expect(try await rest.get("jukeboxControl", [("action", "status")]).status == .ok, "looking is no command")
    }
}
