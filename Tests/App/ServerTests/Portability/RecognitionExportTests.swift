import Catalog
import Foundation
import GRDB
import Primitives
import SQLiteStore
import Support
import Testing

@testable import Recognition
@testable import rondo

/// The recognition history in the export of a user's data.
@Suite("Export of recognized songs", .timeLimit(.minutes(10))) struct RecognitionExportTests {
    /// The rows of a section of a user's export.
    private func exported(
        _ section: String, _ gateway: MusicServer, as token: String
    ) async throws -> [[String: Any]] {
        let export = try await gateway.request("GET", "/api/v1/me/export", as: token)
        try #require(export.status == 200, "\(export.status)")
        let zip = gateway.folder + "/\(UUID().uuidString).zip"
        try Data(export.body).write(to: URL(fileURLWithPath: zip))
        let script =
            "import sys, zipfile; print(zipfile.ZipFile(sys.argv[1]).read(f'json/{sys.argv[2]}.json').decode())"
        let read = try await Program.run("/usr/bin/env", ["python3", "-c", script, zip, section])
        return try #require(
            try JSONSerialization.jsonObject(with: Data(read.output.utf8)) as? [[String: Any]], "\(read.error)")
    }

    @Test("a user's recognitions are exported without those of others, and deleted with the account")
    func recognitions() async throws {
        let gateway = try await MusicServer(frames: 1000)
        let database = gateway.server.features.instance.database
        let track = try #require(try await gateway.request("GET", "/api/v1/tracks/\(gateway.track)").json)
        var tokens: [String] = []
        var ids: [String] = []
        for (name, seconds) in [("bo", [5, 65]), ("cy", [125])] {
            let token = try await gateway.person(name, role: "listener")
            let id = try #require(try await gateway.request("GET", "/api/v1/me", as: token).json?["id"] as? String)
            for second in seconds {
                let at = Timestamp(milliseconds: 1_750_000_000_000 + Int64(second))
                try await SQLiteRecognitionStore(database).add(
                    RecognitionEntry(
                        id: .make(at: at), track: ID(gateway.track), position: .seconds(second), confidence: 0.75,
                        at: at), of: ID(id))
            }
            tokens.append(token)
            ids.append(id)
        }
        let rows = try await exported("recognized-songs", gateway, as: tokens[0])
        #expect(rows.map { $0["positionMs"] as? Int } == [5000, 65_000], "\(rows)")
        #expect(rows.allSatisfy { $0["title"] as? String == track["title"] as? String }, "\(rows)")
        #expect(rows.allSatisfy { $0["trackId"] as? String == gateway.track && $0["confidence"] as? Double == 0.75 })
        #expect(rows.first?["recognizedAt"] as? String == "2025-06-15T15:06:40.005Z", "\(rows)")
        #expect(try await exported("recognized-songs", gateway, as: tokens[1]).count == 1)

        // As in the history itself, only the title remains of a song that the user no longer sees.
        let path = "/api/v1/users/\(ids[1])"
        #expect(try await gateway.request("PATCH", path, json: #"{"libraries":[]}"#).status == 200)
        let hidden = try await exported("recognized-songs", gateway, as: tokens[1])
        #expect(hidden.count == 1 && hidden[0]["title"] != nil && hidden[0]["trackId"] == nil, "\(hidden)")

        #expect(try await gateway.request("DELETE", "/api/v1/users/\(ids[0])").status == 204)
        let left = try await DatabaseQueue(path: gateway.folder + "/data/rondo.sqlite").read { db in
            try String.fetchAll(db, sql: "SELECT account FROM recognition")
        }
        #expect(left == [ids[1]])
    }
}
