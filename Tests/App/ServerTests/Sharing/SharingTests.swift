import Foundation
import Support
import Testing

/// Music shared with visitors who have no account.
@Suite("Shared music", .timeLimit(.minutes(10))) struct SharingTests {
    private static let server = Task { try await MusicServer(frames: 200_000) }

    private struct Shared {
        let gateway: MusicServer
        let id: String
        let path: String
    }

    private func share(_ gateway: MusicServer, _ body: String? = nil, as token: String? = nil) async throws -> Shared {
        let body = body ?? #"{"items":[{"kind":"track","id":"\#(gateway.track)"}],"description":"for you"}"#
        let made = try await gateway.request("POST", "/api/v1/shares", json: body, as: token)
        try #require(made.status == 201, "\(made.text)")
        let address = made.json?["url"] as? String
        let url = try #require(URL(string: address ?? ""))
        #expect(url.scheme == "https" && url.path.hasPrefix("/share/"))
        return Shared(gateway: gateway, id: try #require(made.json?["id"] as? String), path: url.path)
    }

    private func visit(
        _ shared: Shared, _ suffix: String = "", _ fields: [(String, String)] = []
    ) async throws -> HTTPReply {
        try await shared.gateway.request("GET", shared.path + suffix, fields, as: "")
    }

    @Test("a visitor sees the page and its tracks, plays them in ranges, and reaches nothing else")
    func visitor() async throws {
        let gateway = try await Self.server.value
        let owner = try await gateway.person("visited", role: "listener")
        let shared = try await share(gateway, as: owner)
        let page = try await visit(shared)
        #expect(page.status == 200 && page["content-type"]?.hasPrefix("text/html") == true)
        #expect(page["x-robots-tag"]?.contains("noindex") == true && page["cache-control"] == "private, no-store")
        #expect(page["content-security-policy"]?.contains("script-src 'self'") == true)
        let contents = try await visit(shared, "/contents")
        let tracks = try #require(contents.json?["tracks"] as? [[String: Any]], "\(contents.text)")
        #expect(tracks.count == 1 && tracks[0]["id"] as? String == gateway.track)
        #expect(
            contents.json?["owner"] as? String == "visited" && contents.json?["description"] as? String == "for you")
        let stream = "/tracks/\(gateway.track)/stream"
        let whole = try await visit(shared, stream)
        #expect(whole.status == 200 && Array(whole.body) == gateway.content)
        let part = try await visit(shared, stream, [("Range", "bytes=100-199")])
        #expect(part.status == 206 && Array(part.body) == Array(gateway.content[100..<200]))
        let end = try await visit(shared, stream, [("Range", "bytes=-10")])
        #expect(end.status == 206 && Array(end.body) == Array(gateway.content.suffix(10)))
        #expect(try await visit(shared, stream, [("Range", "bytes=99999999-")]).status == 416)
        let cover = try await visit(shared, "/tracks/\(gateway.track)/cover?size=128")
        #expect(cover.status == 200 && cover["content-type"] == "image/jpeg")
        #expect(try await visit(shared, "/tracks/\(gateway.track)/cover?size=9").status == 400)
        #expect(try await visit(shared, "/tracks/0190aaaa-0000-7000-8000-000000000000/stream").status == 404)
        #expect(try await gateway.request("GET", "/api/v1/tracks/\(gateway.track)/stream", as: "").status == 401)
        let visits = try await waitFor("the visit is counted") {
            let list = try await gateway.request("GET", "/api/v1/shares", as: owner)
            let visits = (list.json?["items"] as? [[String: Any]])?.first?["visits"] as? Int
            return visits == 0 ? nil : visits
        }
        #expect(visits == 1)
    }

    @Test("a share is named after its content, and other sites preview its link with title, picture and card")
    func preview() async throws {
        let gateway = try await Self.server.value
        let owner = try await gateway.person("previewed", role: "listener")
        let track = try #require(try await gateway.request("GET", "/api/v1/tracks/\(gateway.track)").json)
        let title = try #require(track["title"] as? String)
        let list = try await gateway.request(
            "POST", "/api/v1/playlists", json: #"{"name":"Late & <loud>","trackIds":["\#(gateway.track)"]}"#,
            as: owner)
        let playlist = try #require(list.json?["id"] as? String, "\(list.text)")
        let one = try await share(gateway, #"{"items":[{"kind":"track","id":"\#(gateway.track)"}]}"#, as: owner)
        let other = try await share(gateway, #"{"items":[{"kind":"playlist","id":"\#(playlist)"}]}"#, as: owner)
        let shares = try await gateway.request("GET", "/api/v1/shares", as: owner).json?["items"] as? [[String: Any]]
        #expect(shares?.map { $0["title"] as? String } == ["Late & <loud>", title])
        #expect(shares?.map { $0["kind"] as? String } == ["playlist", "track"])
        #expect(try await visit(other, "/contents").json?["title"] as? String == "Late & <loud>")

        let page = try await visit(other).text
        #expect(page.contains(#"<meta property="og:title" content="Late &amp; &lt;loud&gt;">"#), "\(page)")
        #expect(page.contains(#"<meta property="og:type" content="music.playlist">"#) && !page.contains("<loud>"))
        let address = "https://localhost"
        #expect(page.contains(#"<meta property="og:url" content="\#(address)\#(other.path)">"#))
        let picture = try #require(page.firstMatch(of: /property="og:image" content="([^"]+)"/)?.1)
        let cover = try await gateway.request("GET", String(picture.dropFirst(address.count)), as: "")
        #expect(cover.status == 200 && cover["content-type"] == "image/jpeg")
        #expect(
            try await visit(one).text.contains(#"<meta property="og:audio" content="\#(address)\#(one.path)/tracks/"#))

        let link = try #require(page.firstMatch(of: /type="application\/json\+oembed" href="([^"]+)"/)?.1)
        let target = String(link.replacing("&amp;", with: "&").dropFirst(address.count))
        let card = try await gateway.request("GET", target, as: "")
        #expect(card.json?["type"] as? String == "link" && card.json?["version"] as? String == "1.0", "\(card.text)")
        #expect(
            card.json?["title"] as? String == "Late & <loud>" && card.json?["author_name"] as? String == "previewed")
        #expect(card.json?["thumbnail_width"] as? Int == 600)
        let small = try await gateway.request("GET", target + "&maxwidth=200", as: "")
        #expect(small.status == 200 && small.json?["thumbnail_url"] == nil)
        for (query, status) in [
            ("?url=https%3A%2F%2Flocalhost%2Fshare%2Fnothing", 404), ("?url=https%3A%2F%2Felsewhere%2Fx", 404),
            ("", 404),
            (target.dropFirst("/oembed".count).replacing("json", with: "xml"), 501), ("?url=x&maxwidth=wide", 400),
        ] {
            #expect(try await gateway.request("GET", "/oembed" + query, as: "").status == status, "\(query)")
        }
    }

    @Test("the sharer's bitrate limit applies to visitors, and HEAD announces no length before conversion")
    func limited() async throws {
        let gateway = try await Self.server.value
        let person = try await gateway.person("lima", role: "listener")
        let shared = try await share(gateway, as: person)
        let stream = "/tracks/\(gateway.track)/stream"
        #expect(try await visit(shared, stream).body == gateway.content)
        let users = try await gateway.request("GET", "/api/v1/users?q=lima").json?["items"] as? [[String: Any]]
        let id = try #require(users?.first?["id"] as? String)
        let limited = try await gateway.request("PATCH", "/api/v1/users/\(id)", json: #"{"maximumBitrate":96}"#)
        #expect(limited.status == 200)
        let head = try await gateway.request("HEAD", shared.path + stream, as: "")
        #expect(head.status == 200 && head["content-type"] == "audio/mpeg" && head["content-length"] == nil)
        let heard = try await visit(shared, stream)
        #expect(heard.status == 200 && heard["content-type"] == "audio/mpeg" && heard["x-robots-tag"] != nil)
        #expect(heard.body.count > 10_000 && heard.body.count < gateway.content.count / 4)
        let part = try await waitFor("a range of what was converted is served") {
            let part = try await visit(shared, stream, [("Range", "bytes=10-19")])
            return part.status == 206 ? part : nil
        }
        #expect(part.body == Array(heard.body[10..<20]))
    }

    @Test("ended, revoked and invented links get the same answer, byte for byte")
    func gone() async throws {
        let gateway = try await Self.server.value
        let item = #"{"kind":"track","id":"\#(gateway.track)"}"#
        // Late enough that even a busy machine makes the share before it.
        let soon = Date(timeIntervalSinceNow: 15)
        let end = ISO8601DateFormatter().string(from: soon)
        let ended = try await share(gateway, #"{"items":[\#(item)],"expiresAt":"\#(end)"}"#)
        let removed = try await share(gateway)
        #expect(try await gateway.request("DELETE", "/api/v1/shares/\(removed.id)").status == 204)
        let person = try await gateway.person("cleo", role: "listener")
        let disabled = try await share(gateway, #"{"items":[\#(item)]}"#, as: person)
        let users = try await gateway.request("GET", "/api/v1/users?q=cleo").json?["items"] as? [[String: Any]]
        let id = try #require(users?.first?["id"] as? String)
        #expect(try await visit(disabled).status == 200)
        #expect(try await gateway.request("PATCH", "/api/v1/users/\(id)", json: #"{"disabled":true}"#).status == 200)
        // Waits by the clock: on a fast machine, repeated requests would exceed the rate limit of a network.
        try await waitUntil("the share has ended") { Date() > soon }
        let never = Shared(gateway: gateway, id: "", path: "/share/" + String(repeating: "A", count: 43))
        var pages: Set<[UInt8]> = []
        var answers: Set<[UInt8]> = []
        for shared in [ended, removed, disabled, never] {
            let page = try await visit(shared)
            #expect(page.status == 404 && page["x-robots-tag"]?.contains("noindex") == true)
            pages.insert(Array(page.body))
            for suffix in [
                "/contents", "/tracks/\(gateway.track)/stream", "/tracks/\(gateway.track)/cover",
                "/tracks/\(gateway.track)/waveform",
            ] {
                let reply = try await visit(shared, suffix)
                #expect(reply.status == 404, "\(suffix)")
                answers.insert(Array(reply.body))
            }
        }
        #expect(pages.count == 1 && answers.count == 1)
    }

    @Test("sharing can be switched off")
    func off() async throws {
        let gateway = try await MusicServer(arguments: ["--sharing", "false"], frames: 1000)
        let refused = try await gateway.request(
            "POST", "/api/v1/shares", json: #"{"items":[{"kind":"track","id":"\#(gateway.track)"}]}"#)
        #expect(refused.status == 403 && refused.json?["reason"] as? String == "sharing_off")
    }

    @Test("bookmarks are stored by track; stations are for everyone and managed by admins")
    func bookmarksAndRadio() async throws {
        let gateway = try await Self.server.value
        let path = "/api/v1/bookmarks/\(gateway.track)"
        let set = try await gateway.request("PUT", path, json: #"{"positionMs":1500,"comment":"here"}"#)
        #expect(set.status == 200 && set.json?["positionMs"] as? Int == 1500)
        let found = try await gateway.request("GET", "/api/v1/bookmarks?track=\(gateway.track)")
        let item = (found.json?["items"] as? [[String: Any]])?.first
        #expect(item?["comment"] as? String == "here" && (item?["track"] as? [String: Any])?["title"] != nil)
        for body in [#"{"positionMs":-1}"#, "{}", #"{"positionMs":1,"x":1}"#] {
            #expect(try await gateway.request("PUT", path, json: body).status == 400, "\(body)")
        }
        #expect(try await gateway.request("DELETE", path).status == 204)
        #expect(try await gateway.request("DELETE", path).status == 404)

        let made = try await gateway.request(
            "POST", "/api/v1/radio", json: #"{"name":"Noise","streamUrl":"https://radio.example/noise"}"#)
        let station = try #require(made.json?["id"] as? String, "\(made.text)")
        let person = try await gateway.person("dora", role: "listener")
        let seen = try await gateway.request("GET", "/api/v1/radio", as: person)
        #expect((seen.json?["items"] as? [Any])?.count == 1)
        let bad = try await gateway.request(
            "PUT", "/api/v1/radio/\(station)", json: #"{"name":"x","streamUrl":"file:///etc/passwd"}"#)
        #expect(bad.status == 400 && bad.json?["field"] as? String == "streamUrl")
        #expect(try await gateway.request("DELETE", "/api/v1/radio/\(station)").status == 204)
    }
}
