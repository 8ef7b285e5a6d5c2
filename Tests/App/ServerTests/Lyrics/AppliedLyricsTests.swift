import Foundation
import Support
import Testing

@testable import rondo

/// Lyrics that users wrote take precedence on every surface and in the lyrics search.
@Suite("Written lyrics in place of a file's", .timeLimit(.minutes(5))) struct AppliedLyricsTests {
    private static let title = "A Thousand Years"

    private func track(_ server: SongServer) async throws -> String {
        let items = try await server.gateway.request("GET", "/api/v1/tracks").json?["items"] as? [[String: Any]]
        return try #require(items?.first { $0["title"] as? String == Self.title }?["id"] as? String)
    }

    /// Publishes lines, or withdraws the written lyrics. Returns the version's id.
    private func write(
        _ lines: [(start: Int?, text: String)], on basis: String?, _ track: String, _ server: SongServer
    ) async throws -> String {
        let body: [String: Any] = [
            "basis": basis ?? NSNull(),
            "items": lines.isEmpty
                ? []
                : [
                    [
                        "lines": lines.map { line in
                            ["text": line.text, "startMs": line.start ?? NSNull()] as [String: Any]
                        }
                    ]
                ],
        ]
        let json = String(decoding: try JSONSerialization.data(withJSONObject: body), as: UTF8.self)
        let reply = try await server.gateway.request("PUT", "/api/v1/tracks/\(track)/lyrics/written", json: json)
        #expect(reply.status == 200, "\(reply.text)")
        try await server.indexed()
        return try #require(reply.json?["id"] as? String)
    }

    private func found(_ words: String, _ server: SongServer) async throws -> [[String: Any]] {
        let query = words.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        let reply = try await server.gateway.request("GET", "/api/v1/search/lyrics?q=\(query)")
        return try #require(reply.json?["items"] as? [[String: Any]], "\(reply.text)")
    }

    @Test("are found by their lines until withdrawn, and the lyrics that they replace are not")
    func search() async throws {
        let server = try await SongServer()
        let track = try await track(server)
        let first = try await write([(500, "A violet harbor")], on: nil, track, server)
        let match = try #require(try await found("violet harbor", server).first)
        #expect(match["line"] as? String == "A violet harbor" && match["startMs"] as? Int == 500)
        #expect(try await found("heart beats fast", server).isEmpty)
        #expect(try await server.call("track.search", "q_lyrics=violet+harbor").body.description.contains(Self.title))
        #expect(
            try await server.call("track.search", "q_lyrics=beats+fast").body.description.contains(Self.title) == false)

        let second = try await write([(nil, "An amber lighthouse")], on: first, track, server)
        #expect(try await found("violet harbor", server).isEmpty)
        #expect(try await found("amber lighthouse", server).count == 1)
        let title = "q_track=thousand&f_has_subtitle=1"
        #expect(try await server.call("track.search", title).body.description.contains(Self.title) == false)

        _ = try await write([], on: second, track, server)
        #expect(try await found("amber lighthouse", server).isEmpty)
        #expect(try await found("heart beats fast", server).count == 1)
        #expect(try await server.call("track.search", title).body.description.contains(Self.title))
    }

    @Test("are found only after they are approved") func proposals() async throws {
        let server = try await SongServer()
        let track = try await track(server)
        let author = try await server.gateway.person("co", role: "contributor")
        let proposal = try await server.gateway.request(
            "PUT", "/api/v1/tracks/\(track)/lyrics/written",
            json: #"{"basis":null,"items":[{"lines":[{"text":"A violet harbor"}]}]}"#, as: author)
        let id = try #require(proposal.json?["id"] as? String, "\(proposal.text)")
        try await server.indexed()
        #expect(try await found("violet harbor", server).isEmpty)
        #expect(try await found("heart beats fast", server).count == 1)
        let decision = try await server.gateway.request(
            "POST", "/api/v1/moderation/lyrics/\(id)/decision", json: #"{"outcome":"published"}"#)
        #expect(decision.status == 200, "\(decision.text)")
        try await server.indexed()
        #expect(try await found("violet harbor", server).count == 1)
        #expect(try await found("heart beats fast", server).isEmpty)
    }

    @Test("reach every client in place of the file's, with times or without", arguments: [500, nil])
    func surfaces(start: Int?) async throws {
        let server = try await SongServer()
        let track = try await track(server)
        _ = try await write([(start, "A violet harbor")], on: nil, track, server)
        let number = try await server.number(of: Self.title)
        let remote = "apiKey=\(server.key)&v=1.16.1&c=test&f=json"
        for path in [
            "/rest/getLyricsBySongId?id=tr-\(track)&\(remote)", "/rest/getLyrics?title=A+Thousand+Years&\(remote)",
            "/lrclib/api/get/\(number)?apikey=\(server.key)",
            "/lrclib/api/search?q=thousand+years&apikey=\(server.key)",
            "/musixmatch/ws/1.1/track.lyrics.get?track_id=\(number)&apikey=\(server.key)",
        ] {
            let reply = try await server.get(path)
            #expect(
                reply.text.contains("A violet harbor") && !reply.text.contains("promises"), "\(path): \(reply.text)")
        }
        let subtitle = try await server.call("track.subtitle.get", "track_id=\(number)")
        #expect(subtitle.header["status_code"] as? Int == (start == nil ? 404 : 200))
        #expect(try await server.status("track.richsync.get", "track_id=\(number)") == 404)
        let info = try await server.call("track.get", "track_id=\(number)").body["track"] as? [String: Any]
        #expect(info?["has_subtitles"] as? Int == (start == nil ? 0 : 1) && info?["has_richsync"] as? Int == 0)
        for format in ["lrc", "ttml", "dfxp", "srt", "vtt", "txt", "stl"]
        where start != nil || ["lrc", "txt"].contains(format) {
            let file = try await server.gateway.request("GET", "/api/v1/tracks/\(track)/lyrics?format=\(format)")
            #expect(file.status == 200, "\(format): \(file.text)")
            // EBU STL has its own character encoding, so its text is not compared.
            #expect(String(decoding: file.body, as: UTF8.self).contains("A violet harbor"), "\(format)")
        }
        // Users can still compare both.
        let all = try await server.gateway.request("GET", "/api/v1/tracks/\(track)/lyrics").json?["items"]
        #expect((all as? [[String: Any]])?.map { $0["source"] as? String } == ["written", "sidecar"])
    }
}
