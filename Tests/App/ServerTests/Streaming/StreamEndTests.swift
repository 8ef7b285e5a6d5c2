import Foundation
import RouterSupport
import Support
import Testing

@Suite("Streams that end early", .timeLimit(.minutes(10))) struct StreamEndTests {
    @Test("revoking a token ends the streams it opened")
    func revoked() async throws {
        let gateway = try await MusicServer.shared.value
        let token = try await gateway.token(of: "ada", labeled: "short", for: AllScopes.ofAdmins)
        let tokens = try await gateway.request("GET", "/api/v1/me/tokens").json?["items"] as? [[String: Any]]
        let id = try #require(tokens?.first { $0["label"] as? String == "short" }?["id"] as? String)
        let reader = try await gateway.stalledReader(as: token)
        #expect(try await gateway.request("DELETE", "/api/v1/me/tokens/\(id)").status == 204)
        try await reader.waitUntilCut()
        #expect(try await gateway.request("GET", "/api/v1/me", as: token).status == 401)
    }
}
