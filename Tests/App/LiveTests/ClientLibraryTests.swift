import Foundation
import Support
import Testing

/// The scripts of `Tests/Clients` on the built program. RONDO_CLIENTS_PYTHON names the Python that has their libraries.
@Suite("Client libraries of others", .timeLimit(.minutes(10))) struct ClientLibraryTests {
    @Test(
        "browse, search, stream, star, rate, scrobble and keep playlists",
        .needs(.clients),
        arguments: ["pysonic", "pyopensonic"])
    func library(name: String) async throws {
        #expect(try await Self.drive(name).contains("ok: another key is refused"))
    }

    @Test(
        "a client that is generated from the OpenAPI document reads every reply by what is described there",
        .needs(.clients))
    func generated() async throws {
        #expect(try await Self.drive("native").contains("ok: who has no token is refused"))
    }

    @Test(
        "find lyrics in the shapes of LRCLIB and Musixmatch",
        .needs(.clients))
    func lyrics() async throws {
        #expect(try await Self.drive("lyrics").contains("ok: another key is refused"))
    }

    @Test(
        "hand plays in, and read them, in the shape of ListenBrainz",
        .needs(.clients))
    func plays() async throws {
        #expect(try await Self.drive("listenbrainz").contains("ok: another key is refused"))
    }

    private static func drive(_ name: String) async throws -> String {
        let python = try #require(ProcessInfo.processInfo.environment["RONDO_CLIENTS_PYTHON"])
        let run = try await Program.run(
            python, [Program.root + "/Tests/Clients/run.py", name], environment: ["RONDO_PROGRAM": Program.path])
        #expect(run.status == 0, "\(run.output.suffix(2000)) \(run.error.suffix(2000))")
        return run.output
    }
}
