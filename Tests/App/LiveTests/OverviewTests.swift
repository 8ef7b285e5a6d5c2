import Foundation
import Support
import Testing

/// The overview of a server that runs with its own certificate.
@Suite("The overview", .timeLimit(.minutes(10))) struct OverviewTests {
    @Test("the overview reports problems and the state of the certificate")
    func overview() async throws {
        let gateway = try await Gateway.shared.value
        let overview = try #require(try await gateway.request("GET", "/api/v1/overview").json)
        let certificate = try #require(overview["certificate"] as? [String: Any])
        #expect(
            (certificate["names"] as? [String])?.contains("localhost") == true && certificate["own"] as? Bool == true)
        #expect((certificate["fingerprint"] as? String)?.count == 64)
        let storage = try #require(overview["storage"] as? [[String: Any]])
        #expect(storage.first { $0["name"] as? String == "database" }.flatMap { $0["bytes"] as? Int } ?? 0 > 0)
        #expect((overview["disks"] as? [[String: Any]])?.count ?? 0 >= 2 && overview["tracks"] as? Int ?? 0 >= 1)
        #expect((overview["scan"] as? [String: Any])?["state"] as? String == "finished")
    }
}
