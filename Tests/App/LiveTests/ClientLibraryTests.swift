import Foundation
import Support
import Testing

/// Runs the scripts of `Tests/Clients` against the built program. RONDO_CLIENTS_PYTHON names the Python that has their
/// libraries.
@Suite("Third-party client libraries", .timeLimit(.minutes(10))) struct ClientLibraryTests {
    @Test(
        "browse, search, stream, star, rate, scrobble and keep playlists",
        .needs(.clients),
        arguments: ["pysonic", "pyopensonic"])
    func library(name: String) async throws {
        #expect(try await Self.drive(name).contains("ok: another key is refused"))
    }

    @Test(
        "a client generated from the OpenAPI document reads every reply as described",
        .needs(.clients))
    func generated() async throws {
        #expect(try await Self.drive("native").contains("ok: who has no token is refused"))
    }

    @Test(
        "find lyrics through the LRCLIB and Musixmatch APIs",
        .needs(.clients))
    func lyrics() async throws {
        #expect(try await Self.drive("lyrics").contains("ok: another key is refused"))
    }

    @Test(
        "submit plays and read them in ListenBrainz's format",
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
