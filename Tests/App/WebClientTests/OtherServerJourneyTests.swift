import Foundation
import Support
import Testing

/// What other servers do: those that are asked for words of songs, one that plays are handed on to, services that
/// playlists come from, and a proxy in front.
extension WebClientTests {
    @Test("an admin adds, tests, orders and removes providers of lyrics; listeners get words until the license ends")
    func lyricsProviders() async throws {
        let folder = try TemporaryFolder()
        try await Self.makeSongs(in: folder.path + "/music")
        try await Self.run(
            "lyrics-providers.mjs", environment: ["RONDO_DATABASE": folder.path + "/data/rondo.sqlite"], in: folder)
    }

    @Test("an account is connected, a song is handed on, and a refused token is said and entered anew")
    func scrobbling() async throws {
        let folder = try TemporaryFolder()
        try await Self.makeSongs(in: folder.path + "/music")
        let axe = ProcessInfo.processInfo.environment["RONDO_AXE"] ?? ""
        try await Self.run("scrobbling.mjs", environment: ["RONDO_AXE": axe], in: folder)
    }

    @Test("a trusted proxy's user is in at once, out by a press, and told where there is no account")
    func proxy() async throws {
        let axe = ProcessInfo.processInfo.environment["RONDO_AXE"] ?? ""
        try await Self.run(
            "proxy.mjs", ["--trusted-proxies", "127.0.0.1,::1", "--proxy-user-header", "Remote-User"],
            environment: ["RONDO_AXE": axe], in: TemporaryFolder())
    }

    @Test("playlists of other services are brought, chosen among and wished for, and filled when a song arrives")
    func imported() async throws {
        let folder = try TemporaryFolder()
        try await Self.makeSongs(in: folder.path + "/music")
        try await Self.run("imported.mjs", environment: ["RONDO_MUSIC": folder.path + "/music"], in: folder)
    }
}
