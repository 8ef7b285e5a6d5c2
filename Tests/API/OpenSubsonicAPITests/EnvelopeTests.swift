import Primitives
import Accounts
import OpenSubsonicAPI
import Foundation
import HTTPTypes
import RouterSupport
import Testing

@Suite("The envelope") struct EnvelopeTests {
    private static let shared = Task { try await RestFixture() }

    private func rest() async throws -> RestFixture { try await Self.shared.value }

    @Test("is XML unless JSON or JSONP is requested") func formats() async throws {
        let rest = try await rest()
        let xml = try await rest.get("ping", format: nil)
        #expect(xml.headers[.contentType] == "text/xml; charset=utf-8")
        #expect(
            xml.text == """
                <?xml version="1.0" encoding="UTF-8"?>
                <subsonic-response xmlns="http://subsonic.org/restapi" status="ok" version="1.16.1" type="rondo" \
                serverVersion="test" openSubsonic="true"/>
                """)
        let json = try await rest.get("ping")
        #expect(json.headers[.contentType] == "application/json")
        let body =
            #"{"subsonic-response":{"status":"ok","version":"1.16.1","type":"rondo","serverVersion":"test","openSubsonic":true}}"#
        #expect(json.text == body)
        let jsonp = try await rest.get("ping", [("callback", "angular.callbacks._0")], format: "jsonp")
        #expect(jsonp.headers[.contentType] == "application/javascript; charset=utf-8")
        #expect(jsonp.text == "angular.callbacks._0(\(body));")
    }

    @Test(
        "accepts only a plain name as callback",
        arguments: ["", "alert(1)", "a b", "1a", "a..b", "a;b", "a</script>", String(repeating: "a", count: 200)])
    func callback(name: String) async throws {
        let reply = try await rest().get("ping", [("callback", name)], format: "jsonp")
        #expect(reply.errorCode == 10 && reply.headers[.contentType] == "application/json")
    }

    @Test("is the same with .view, by form and by both") func ways() async throws {
        let rest = try await rest()
        #expect(try await rest.get("ping.view").envelope["status"] as? String == "ok")
        let key = "c=test&apiKey=\(rest.secret(.ada))&f=json"
        let form = "application/x-www-form-urlencoded"
        #expect(try await rest.post("ping", body: key, type: form).envelope["status"] as? String == "ok")
        let mixed = try await rest.post(
            "getSong", body: key, type: form + "; charset=UTF-8", query: "?id=\(try await rest.song("Sinnerman"))")
        #expect((mixed.envelope["song"] as? [String: Any])?["title"] as? String == "Sinnerman")
        #expect(
            try await rest.post("ping", body: "", type: "text/plain", query: "?" + key).envelope["status"] as? String
                == "ok")
        let text = try await rest.post("ping", body: key, type: "application/json")
        #expect(text.status == .unsupportedMediaType && text.text.contains("status=\"failed\""))
        let told = try await rest.post("ping", body: "{}", type: "application/json", query: "?f=json")
        #expect(told.status == .unsupportedMediaType && told.envelope["status"] as? String == "failed")
        let long = try await rest.post("ping", body: String(repeating: "a", count: 1_100_000), type: form)
        #expect(long.status == .contentTooLarge)
    }

    @Test("refuses other methods, and answers pages of every site") func methods() async throws {
        let rest = try await rest()
        let put = try await rest.get("ping", method: .put)
        #expect(put.status == .methodNotAllowed && put.headers[.allow] == "GET, HEAD, POST, OPTIONS")
        let asked = try await rest.get("ping", method: .options, fields: [.origin: "https://example.org"])
        #expect(asked.status == .noContent && asked.headers[.accessControlAllowOrigin] == "*")
        let read = try await rest.get("ping")
        #expect(read.headers[.accessControlAllowOrigin] == "*")
        #expect(read.headers[.accessControlAllowCredentials] == nil)
        let policy = try #require(HTTPField.Name("Cross-Origin-Resource-Policy"))
        #expect(read.headers[values: policy] == ["cross-origin"])
    }

    @Test("is an error for an unknown endpoint") func unknown() async throws {
        let rest = try await rest()
        for path in ["nothing", "ping/x", "", "ping.view.view"] {
            let reply = try await rest.get(path)
            #expect(reply.status == .notFound && reply.errorCode == 0, "\(path)")
        }
    }

    @Test("unknown parameters are ignored, and malformed ones refused") func parameters() async throws {
        let rest = try await rest()
        #expect(try await rest.json("ping", [("nonsense", "1"), ("size", "x")])["status"] as? String == "ok")
        let malformed: [(String, [(String, String)])] = [
            ("getAlbumList2", []), ("getAlbumList2", [("type", "best")]),
            ("getAlbumList2", [("type", "newest"), ("size", "-1")]),
            ("getAlbumList2", [("type", "newest"), ("size", "ten")]),
            ("getAlbumList2", [("type", "newest"), ("offset", "-1")]),
            ("getAlbumList2", [("type", "newest"), ("offset", "99999999999999999999")]),
            ("getAlbumList2", [("type", "byYear"), ("fromYear", "1990")]),
            ("getAlbumList2", [("type", "byGenre")]), ("getAlbum", []), ("search3", []),
            ("scrobble", []), ("scrobble", [("id", try await rest.song("Sinnerman")), ("time", "yesterday")]),
            ("scrobble", [("id", try await rest.song("Sinnerman")), ("submission", "maybe")]),
            ("getCoverArt", [("id", try await rest.album("Sampler")), ("size", "-1")]),
            ("savePlayQueueByIndex", [("id", try await rest.song("Sinnerman")), ("currentIndex", "1")]),
            ("reportPlayback", [("mediaId", try await rest.song("Sinnerman")), ("mediaType", "song")]),
            ("setRating", [("id", try await rest.song("Sinnerman")), ("rating", "6")]), ("star", []),
            ("ping", [("v", "latest")]),
        ]
        for (endpoint, parameters) in malformed {
            let reply = try await rest.get(endpoint, parameters)
            #expect(reply.status == .ok && reply.errorCode == 10, "\(endpoint) \(parameters): \(reply.text)")
        }
        #expect(try await rest.get("ping", [("v", "0.9")]).errorCode == 20)
        #expect(try await rest.get("ping", [("v", "2.0.0")]).errorCode == 30)
    }

    @Test("limits sizes and counts") func bounds() async throws {
        let rest = try await rest()
        for size in ["500", "501", "2147483648", "9223372036854775807"] {
            let list = try await rest.json("getAlbumList2", [("type", "alphabeticalByName"), ("size", size)])
            #expect((list["albumList2"] as? [String: [Any]])?["album"]?.count == 5)
        }
        let picture = try await rest.get(
            "getCoverArt", [("id", try await rest.album("Pastel Blues")), ("size", "100000")])
        #expect(picture.status == .ok && picture.headers[.contentType] == "image/jpeg")
        let many = (0...10_000).map { _ in ("id", "tr-x") }
        let query = many.map { "\($0.0)=\($0.1)" }.joined(separator: "&")
        let reply = try await rest.post(
            "savePlayQueue", body: "f=json&c=test&apiKey=\(rest.secret(.ada))&\(query)",
            type: "application/x-www-form-urlencoded")
        #expect(reply.errorCode == 10)
    }

    @Test("omits fields that old clients cannot handle") func quirks() async throws {
        let rest = try await rest()
        let album = ("id", try await rest.album("Pastel Blues"))
        for (client, format) in [("Clementine", "xml"), ("DSub", "xml"), ("beets", "xml")] {
            let reply = try await rest.get("getAlbum", [album, ("c", client)], format: format)
            #expect(!reply.text.contains("<artists") && !reply.text.contains("<genres"), "\(client)")
            #expect(reply.text.contains("<song ") && !reply.text.contains("musicBrainzId"), "\(client)")
        }
        let modern = try await rest.get("getAlbum", [album, ("c", "Clementine")])
        #expect(modern.text.contains("\"artists\""))
        let minimal = try await rest.json("getAlbum", [album, ("c", "SubMusic")])
        let songs = (minimal["album"] as? [String: Any])?["song"] as? [[String: Any]]
        #expect(songs?.first.map { Set($0.keys) } == ["id", "isDir", "title"])
    }
}
