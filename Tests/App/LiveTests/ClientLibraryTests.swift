import Foundation
import Support
import Testing

/// The scripts of `Tests/Clients` on the built program. RONDO_CLIENTS_PYTHON names the Python that has their libraries.
@Suite("Client libraries of others", .timeLimit(.minutes(10))) struct ClientLibraryTests {
    @Test(
        "browse, search, stream, star, rate, scrobble and keep playlists",
        .enabled(if: ProcessInfo.processInfo.environment["RONDO_CLIENTS_PYTHON"] != nil),
        arguments: ["pysonic", "pyopensonic"])
    func library(name: String) async throws {
        let python = try #require(ProcessInfo.processInfo.environment["RONDO_CLIENTS_PYTHON"])
        let run = try await Program.run(
            python, [Program.root + "/Tests/Clients/run.py", name], environment: ["RONDO_PROGRAM": Program.path])
        #expect(run.status == 0, "\(run.output.suffix(2000)) \(run.error.suffix(2000))")
        #expect(run.output.contains("ok: another key is refused"))
    }
}
