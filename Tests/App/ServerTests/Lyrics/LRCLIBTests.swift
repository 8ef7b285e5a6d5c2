import Accounts
import Foundation
import Support
import Testing

@Suite("Lyrics in LRCLIB's format", .timeLimit(.minutes(5))) struct LRCLIBTests {
    @Test("a song is found by names, by length, by number and by search") func found() async throws {
        let server = try await SongServer.shared.value
        let key = [("Authorization", "Bearer \(server.key)")]
        let names = "track_name=A+Thousand+Years&artist_name=Christina+Perri"
        let reply = try await server.get("/lrclib/api/get?\(names)&album_name=Breaking+Dawn&duration=1", key)
        let song = try #require(reply.json, "\(reply.text)")
        #expect(reply.status == 200 && reply["access-control-allow-origin"] == "*")
        for (name, value) in [
            ("name", "A Thousand Years"), ("trackName", "A Thousand Years"), ("artistName", "Christina Perri"),
            ("albumName", "Breaking Dawn"), ("plainLyrics", "Heart beats fast\nColors & promises\n"),
        ] { #expect(song[name] as? String == value, "\(name)") }
        #expect(song["duration"] is Double && song["instrumental"] as? Bool == false)
        #expect((song["syncedLyrics"] as? String)?.hasPrefix("[00:00.20]Heart beats fast\n") == true)
        let number = try #require(song["id"] as? Int)
        // Every route finds it, also with other spellings of the names.
        for path in [
            "get?track_name=a%20thousand%20YEARS!&artist_name=christina%20perri", "get-cached?\(names)",
            "get/\(number)",
        ] { #expect(try await server.get("/lrclib/api/\(path)", key).body == reply.body, "\(path)") }
        let plain = try await server.get("/lrclib/api/get?track_name=zolw&artist_name=lona", key)
        #expect(plain.json?["syncedLyrics"] is NSNull)
        #expect(plain.json?["plainLyrics"] as? String == SongServer.songs[1].words)
        for query in ["q=thousand+perri", "track_name=thousand", "track_name=years&artist_name=perri&album_name=dawn"] {
            let list = try await server.get("/lrclib/api/search?\(query)", key)
            let items = try #require(try JSONSerialization.jsonObject(with: Data(list.body)) as? [[String: Any]])
            #expect(items.map { $0["id"] as? Int } == [number], "\(query)")
        }
        #expect(try await server.get("/lrclib/api/search?q=nothing+of+this+name", key).text == "[]")
        #expect(try await server.get("/lrclib/api/search?q=silence", key).text == "[]")
    }

    @Test("a key is accepted in the path, a header field or a parameter, so a base address can contain it")
    func keys() async throws {
        let server = try await SongServer.shared.value
        let query = "track_name=zolw&artist_name=lona"
        for (path, fields) in [
            ("/lrclib/\(server.key)/api/get?\(query)", []), ("/lrclib/api/get?\(query)&apikey=\(server.key)", []),
            ("/lrclib/api/get?\(query)&apiKey=\(server.key.lowercased())", []),
            ("/lrclib/api/get?\(query)", [("Authorization", "bearer \(server.key)")]),
        ] { #expect(try await server.get(path, fields).status == 200, "\(path)") }
        let preflight = try await server.gateway.send("OPTIONS", "/lrclib/api/get")
        #expect(preflight.status == 204 && preflight["access-control-allow-headers"]?.contains("Authorization") == true)
        let head = try await server.gateway.send("HEAD", "/lrclib/\(server.key)/api/get?\(query)")
        #expect(head.status == 200 && head.body.isEmpty)
        let writing = try await server.gateway.deviceKey(of: "ada", labeled: "writer", for: [.write])
        for (path, status, name) in [
            ("/lrclib/api/get?\(query)", 401, "Unauthorized"), ("/lrclib/WRONG/api/get?\(query)", 401, "Unauthorized"),
            ("/lrclib/api/get?\(query)&apikey=\(server.gateway.token)", 401, "Unauthorized"),
            ("/lrclib/\(writing)/api/get?\(query)", 403, "Forbidden"),
        ] {
            let reply = try await server.get(path)
            #expect(reply.status == status && reply.json?["statusCode"] as? Int == status, "\(path): \(reply.text)")
            #expect(reply.json?["name"] as? String == name && reply.json?["message"] is String)
        }
    }

    @Test("missing songs and invalid requests are refused in LRCLIB's format") func refusals() async throws {
        let server = try await SongServer.shared.value
        let base = "/lrclib/\(server.key)/api"
        let names = "track_name=A+Thousand+Years&artist_name=Christina+Perri"
        for (path, status, name) in [
            ("/get?track_name=nothing&artist_name=nobody", 404, "TrackNotFound"),
            ("/get?\(names)&duration=200", 404, "TrackNotFound"),
            ("/get?\(names)&album_name=Another", 404, "TrackNotFound"),
            ("/get?track_name=Silence&artist_name=John+Cage", 404, "TrackNotFound"),
            ("/get/424242", 404, "TrackNotFound"),
            ("/get?track_name=x", 400, "ValidationError"), ("/get?artist_name=x", 400, "ValidationError"),
            ("/get?\(names)&duration=long", 400, "ValidationError"),
            ("/get?\(names)&duration=1e99", 400, "ValidationError"),
            ("/get?track_name=%00&artist_name=x", 400, "ValidationError"), ("/get/x", 400, "ValidationError"),
            ("/get/99999999999999999999", 400, "ValidationError"), ("/search", 400, "ValidationError"),
            ("/search?artist_name=x", 400, "ValidationError"), ("/nothing", 404, "TrackNotFound"),
            ("/get/%2e%2e", 404, "TrackNotFound"), ("", 404, "TrackNotFound"), ("/", 404, "TrackNotFound"),
        ] {
            let reply = try await server.get(base + path)
            #expect(reply.status == status && reply.json?["name"] as? String == name, "\(path): \(reply.text)")
        }
        let posted = try await server.gateway.send("POST", base + "/publish", body: Array("{}".utf8))
        #expect(posted.status == 405 && posted["allow"] == "GET, HEAD, OPTIONS")
    }
}
