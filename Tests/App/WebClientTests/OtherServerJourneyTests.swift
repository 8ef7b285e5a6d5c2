import Foundation
import Support
import Testing

/// Other servers: a podcast host, an OpenID provider and an outside catalog.
extension WebClientTests {
    @Test("podcasts are switched on, one is added and heard with its chapters, and its position is stored")
    func podcasts() async throws {
        try await Self.run("podcasts.mjs", in: TemporaryFolder())
    }

    @Test(
        "a real OpenID provider signs users in, confirms them and is linked in the settings",
        .needs(.clients))
    func openID() async throws {
        try await Self.run("openid.mjs", ["--confirmation-time", "10"], in: TemporaryFolder())
    }

    @Test("songs of an outside catalog are found, played, saved and wished for, and become the library's own")
    func outside() async throws {
        let folder = try TemporaryFolder()
        try await Self.makeSongs(in: folder.path + "/music")
        try await Self.run("outside.mjs", environment: ["RONDO_MUSIC": folder.path + "/music"], in: folder)
    }
}
