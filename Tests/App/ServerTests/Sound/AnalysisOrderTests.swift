import Foundation
import GRDB
import Support
import Testing

@testable import SQLiteStore
@testable import rondo

@Suite("The order of analysis", .timeLimit(.minutes(10))) struct AnalysisOrderTests {
    private static let others = 6

    @Test(
        "a track that is played is analyzed next, although others were played more often",
        arguments: ["/rest/scrobble?submission=true&", "/rest/scrobble?submission=false&"])
    func played(call: String) async throws {
        let server = try await MusicServer(
            arguments: ["--analysis-rest", "1", "--analysis-workers", "1", "--no-scan-watch"], frames: 1000)
        for number in 0...Self.others {
            let title = number == Self.others ? "Played" : "Other \(number)"
            try await Melody.write(
                server.folder + "/music/\(number).wav", seed: Double(number) + 0.37, seconds: 60,
                ["-metadata", "title=\(title)"])
        }
        try await server.scan()
        let database = server.server.features.instance.database
        try await database.write(.catalogue) { db in
            try db.execute(sql: "UPDATE track SET plays = 9 WHERE title LIKE 'Other %'")
        }
        func analyzed() async throws -> [String] {
            try await database.read { db in
                try String.fetchAll(
                    db,
                    sql: """
                        SELECT t.title FROM track_analysis a JOIN track t ON t.seq = a.track ORDER BY a.revision
                        """)
            }
        }
        let key = try await server.deviceKey(of: "ada")
        let found = try await server.request("GET", "/api/v1/search?q=Played")
        let track = try #require((found.json?["tracks"] as? [[String: Any]])?.first?["id"] as? String)
        try await waitUntil("the first is analyzed") { try await analyzed().contains { $0.hasPrefix("Other") } }
        let reply = try await server.request(
            "GET", "\(call)id=tr-\(track)&apiKey=\(key)&v=1.16.1&c=test&f=json", as: "")
        #expect(reply.text.contains(#""status":"ok""#), "\(reply.text)")
        let before = try await analyzed().count
        try await waitUntil("it is analyzed") { try await analyzed().contains("Played") }
        let position = try #require(try await analyzed().firstIndex(of: "Played"))
        // One track may be in progress, and another may finish while the play is recorded.
        #expect(position <= before + 1, "\(position) after \(before)")
        #expect(before + 1 < Self.others, "too late to tell")
    }
}
