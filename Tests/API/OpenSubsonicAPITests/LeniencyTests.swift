import Foundation
import HTTPTypes
import RouterSupport
import Testing

@Suite("Requests that other servers also accept") struct LeniencyTests {
    @Test("an unknown format means the default one", arguments: ["wma", "ape", "mp3 -i /etc/passwd", "x"])
    func format(name: String) async throws {
        let rest = try await RestFixture()
        let song = ("id", try await rest.song("Sinnerman"))
        // HEAD describes the stream without converting it.
        let usual = try await rest.get("stream", [song, ("format", "mp3")], method: .head)
        let reply = try await rest.get("stream", [song, ("format", name)], method: .head)
        #expect(reply.status == .ok && reply.headers[.contentType] == "audio/mpeg")
        #expect(usual.headers[.contentType] == "audio/mpeg")
    }

    @Test("a cover of size 0 is the original picture") func size() async throws {
        let rest = try await RestFixture()
        let album = try await rest.json("getAlbum", [("id", try await rest.album("Pastel Blues"))])
        let cover = try #require((album["album"] as? [String: Any])?["coverArt"] as? String)
        let whole = try await rest.get("getCoverArt", [("id", cover)])
        let zero = try await rest.get("getCoverArt", [("id", cover), ("size", "0")])
        #expect(zero.status == .ok && zero.body == whole.body && zero.headers[.contentType] == "image/png")
        #expect(try await rest.get("getCoverArt", [("id", cover), ("size", "-1")]).errorCode == 10)
    }

    @Test(
        "errors of endpoints that reply with bytes have the requested format",
        arguments: ["stream", "download", "getCoverArt", "getAvatar", "hls.m3u8", "getCaptions", "getTranscodeStream"])
    func forms(endpoint: String) async throws {
        let rest = try await RestFixture()
        let parameters = [
            ("id", "tr-nothing"), ("username", "nobody"), ("mediaId", "tr-x"), ("mediaType", "song"),
            ("transcodeParams", "x"),
        ]
        let json = try await rest.get(endpoint, parameters)
        #expect(json.headers[.contentType] == "application/json" && json.errorCode != nil, "\(json.text)")
        #expect((json.status == .ok) == (endpoint != "getTranscodeStream"))
        let xml = try await rest.get(endpoint, parameters, format: nil)
        #expect(xml.headers[.contentType]?.hasPrefix("text/xml") == true && xml.text.contains("<error "))
        let page = try await rest.get(endpoint, parameters + [("callback", "show")], format: "jsonp")
        #expect(page.text.hasPrefix("show({"))
    }

    @Test("JSONP without a callback is refused in JSON, and so is a request without the client's name")
    func missing() async throws {
        let rest = try await RestFixture()
        for parameters in [[("f", "jsonp")], [("f", "jsonp"), ("callback", "a b")]] {
            let reply = try await rest.get("ping", parameters, format: nil)
            #expect(reply.errorCode == 10 && reply.headers[.contentType] == "application/json", "\(reply.text)")
        }
        for client in ["&c=", ""] {
            let reply = try await rest.fetch("/rest/ping?apiKey=\(rest.secret(.ada))&f=json\(client)")
            #expect(reply.errorCode == 10 && reply.text.contains("parameter c "), "\(reply.text)")
        }
        #expect(try await rest.fetch("/rest/getOpenSubsonicExtensions?f=json").errorCode == nil)
    }

    @Test("a search without terms lists the available parameters")
    func emptySearch() async throws {
        let reply = try await RestFixture().get("search", [("count", "5")])
        #expect(reply.errorCode == 10 && reply.text.contains("any, artist, album and title"), "\(reply.text)")
    }

    @Test("repeating a wrong key counts once; different ones end in 429 with the envelope, readable from any origin")
    func wrongKeys() async throws {
        let rest = try await RestFixture()
        func ping(_ parameters: (String, String)...) async throws -> RouterReply {
            try await rest.get("ping", parameters + [("c", "old"), ("v", "1.16.1")], as: nil)
        }
        for number in 0..<40 {
            #expect(try await ping(("u", "ada"), ("p", "an old key")).errorCode == 40)
            let token = String(repeating: "0", count: 32)
            #expect(try await ping(("u", "ada"), ("t", token), ("s", "salt\(number)")).errorCode == 40)
            #expect(try await ping(("apiKey", "AAAAAAAAAAAAAAAAAAAAAAAAAA")).errorCode == 44)
        }
        var last: RouterReply?
        for number in 0..<100 where last?.status != .tooManyRequests {
            last = try await ping(("u", "ada"), ("p", "guess \(number)"))
        }
        let refused = try #require(last)
        #expect(refused.status == .tooManyRequests && refused.headers[.retryAfter] != nil)
        #expect(refused.envelope["status"] as? String == "failed" && refused.errorCode == 0)
        #expect(refused.headers[.accessControlAllowOrigin] == "*")
        #expect(try await ping(("u", "ada"), ("p", "an old key")).errorCode == 40)
        #expect(try await rest.get("ping").errorCode == nil, "a right key is let in")
    }
}
