import HTTPSupport
import HTTPTypes
import OpenSubsonicAPI
import Support
import Testing

/// Decision 0041: where a compressed reply contains both a secret and text that another person controls, its length
/// reveals the secret (BREACH).
@Suite("Compressed rows") struct CompressedRowTests {
    /// Path components of replies with credentials, links, codes, share addresses, or data for admins only.
    private static let secret: Set<String> = [
        "session", "sessions", "setup", "me", "links", "users", "share", "shares", "invitations", "device-keys",
        "tokens", "passkeys",
        "two-factor", "mail", "backups", "settings", "notifications", "journal", "overview", "imports", "export",
        "events", "stream", "images", "health", "metrics", "ready",
    ]
    /// The caller's own lists without secrets, and replies with only a song's numbers.
    private static let harmless = [
        "/api/v1/me/likes", "/api/v1/me/submissions", "/share/{token}/tracks/{id}/waveform",
    ]

    @Test("contain no secrets, and include the lists of music")
    func rows() async throws {
        let gateway = try await ComposedServer.empty.value
        for row in gateway.native where row.isCompressed {
            #expect(row.method == .get && !row.touchesCredentials, "\(row.path)")
            let parts = row.path.split(separator: "/").map(String.init)
            #expect(Self.harmless.contains(row.path) || Self.secret.isDisjoint(with: parts), "\(row.path)")
            if case .json = row.reply {} else { Issue.record("\(row.path) answers no JSON") }
        }
        let paths = gateway.native.filter(\.isCompressed).map(\.path)
        for path in ["/api/v1/tracks", "/api/v1/albums", "/api/v1/search", "/api/v1/history", "/api/v1/openapi.json"] {
            #expect(paths.contains(path), "\(path)")
        }
        let calls = gateway.remote.filter(\.isCompressed).map(\.name)
        for name in [
            "getShares", "createShare", "updateShare", "tokenInfo", "getUser", "getUsers", "createUser", "stream",
            "download", "getCoverArt", "getAvatar", "ping",
        ] { #expect(!calls.contains(name), "\(name)") }
        for name in ["search3", "getAlbumList2", "getPlaylist", "getArtists", "getIndexes"] {
            #expect(calls.contains(name), "\(name)")
        }
    }
}
