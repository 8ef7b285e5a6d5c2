import Foundation
import Primitives
import RouterSupport
import Support
import Testing

@testable import rondo

@Suite("Lyrics providers", .timeLimit(.minutes(5))) struct LyricsProviderTests {
    private static let list = "/api/v1/lyrics/providers"
    private static let missing = FileServer.answer(
        "404 Not Found", ["Content-Type: application/json"], Array(#"{"name":"TrackNotFound"}"#.utf8))

    /// A provider that knows one song.
    private static func provider(
        _ title: String, _ artist: String, words: String = "[00:00.10]Tacet umbrella"
    ) async throws -> FileServer {
        let words = words.replacing("\n", with: "\\n")
        let body =
            #"{"trackName":"\#(title)","artistName":"\#(artist)","duration":0,"plainLyrics":"\#(words)","syncedLyrics":null}"#
        return try await FileServer { head in
            let name = title.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            guard head.contains("/api/get?track_name=\(name)&") else {
                return head.contains("/api/search")
                    ? FileServer.answer("200 OK", ["Content-Type: application/json"], Array("[]".utf8)) : missing
            }
            return FileServer.answer("200 OK", ["Content-Type: application/json"], Array(body.utf8))
        }
    }

    private static func allow(_ ports: [Int], _ server: SongServer) async throws {
        let networks = ports.map { #""127.0.0.1:\#($0)""# }.joined(separator: ",")
        let reply = try await server.gateway.request(
            "PATCH", "/api/v1/settings", json: #"{"linkNetworks":[\#(networks)]}"#)
        try #require(reply.status == 200, "\(reply.text)")
    }

    private static func add(
        _ port: Int, _ server: SongServer, _ more: String = #""enabled":true"#
    ) async throws -> String {
        let reply = try await server.gateway.request(
            "POST", list, json: #"{"kind":"lrclib","name":"local","url":"http://127.0.0.1:\#(port)/",\#(more)}"#)
        return try #require(reply.json?["id"] as? String, "\(reply.text)")
    }

    private static func track(_ title: String, _ server: SongServer) async throws -> String {
        let items = try await server.gateway.request("GET", "/api/v1/tracks").json?["items"] as? [[String: Any]]
        return try #require(items?.first { $0["title"] as? String == title }?["id"] as? String)
    }

    private static func lookUp(_ track: String, _ server: SongServer) async throws -> String {
        let reply = try await server.gateway.request("POST", "/api/v1/tracks/\(track)/lyrics/lookup")
        return try #require(reply.json?["state"] as? String, "\(reply.text)")
    }

    private static func text(_ reply: StreamedReply) -> String { String(decoding: reply.bytes, as: UTF8.self) }

    /// The state of the lookup once it has ended.
    private static func end(_ track: String, _ server: SongServer) async throws -> String {
        try await waitFor("the lookup ends") {
            let state = try await lookUp(track, server)
            return ["running", "expired"].contains(state) ? nil : state
        }
    }

    @Test("while none is on, nothing leaves the server, whatever requests lyrics") func off() async throws {
        let server = try await SongServer()
        let provider = try await Self.provider("Silence", "John Cage")
        try await Self.allow([provider.port], server)
        let id = try await Self.add(provider.port, server, #""enabled":false"#)
        let track = try await Self.track("Silence", server)
        #expect(try await Self.lookUp(track, server) == "off")
        let library = try await server.gateway.libraryID()
        let run = try await server.gateway.request("PUT", "/api/v1/lyrics/lookups/\(library)", json: "{}")
        #expect(run.status == 409 && run.json?["reason"] as? String == "providers_off")
        let remote = "apiKey=\(server.key)&v=1.16.1&c=test&f=json"
        for call in ["getLyricsBySongId?id=tr-\(track)", "getLyrics?title=Silence"] {
            #expect(try await server.get("/rest/\(call)&\(remote)").status == 200)
        }
        #expect(try await server.gateway.request("GET", "/api/v1/tracks/\(track)/lyrics").status == 200)
        #expect(provider.connections == 0)
        // The server asks the provider as soon as an admin enables it.
        let edited = try await server.gateway.request("PATCH", "\(Self.list)/\(id)", json: #"{"enabled":true}"#)
        #expect(edited.status == 200 && edited.json?["enabled"] as? Bool == true)
        #expect(try await Self.end(track, server) == "found")
        #expect(provider.connections == 1)
    }

    @Test("opening a song looks its lyrics up, its listeners are notified, and every surface shows them")
    func opened() async throws {
        let server = try await SongServer()
        let provider = try await Self.provider("Silence", "John Cage")
        try await Self.allow([provider.port], server)
        _ = try await Self.add(provider.port, server)
        let track = try await Self.track("Silence", server)
        let listener = try await server.gateway.person("bo", role: "listener")
        let events = try await server.gateway.open("/api/v1/events", as: listener)
        try await waitUntil("the stream is open") { Self.text(events).contains("retry:") }
        let asked = try await server.gateway.request(
            "POST", "/api/v1/tracks/\(track)/lyrics/lookup", as: listener)
        #expect(asked.status == 200 && asked.json?["state"] as? String == "running", "\(asked.text)")
        try await waitUntil("the end is told") {
            let text = Self.text(events)
            return text.contains("event: lyricsLookup\n") && text.contains(track) && text.contains(#""state":"found""#)
        }
        let words = try await server.gateway.request("GET", "/api/v1/tracks/\(track)/lyrics", as: listener)
        let item = (words.json?["items"] as? [[String: Any]])?.first
        #expect(item?["source"] as? String == "provider" && words.text.contains("Tacet umbrella"))
        #expect((item?["rights"] as? [String: Any])?["provider"] as? String == "local")
        #expect(
            try await server.get("/lrclib/api/get?track_name=silence&artist_name=john+cage&apikey=\(server.key)").status
                == 200)
        try await waitUntil("the words are found") {
            try await server.gateway.request("GET", "/api/v1/search/lyrics?q=tacet+umbrella").text.contains(track)
        }
        // The requests contain nothing about users.
        for head in provider.heads {
            let isClean =
                !head.lowercased().contains("cookie") && !head.contains(listener) && !head.contains(server.key)
            #expect(isClean, "\(head)")
        }
    }

    @Test("the end of a lookup is published only to those who may hear the song") func explicit() async throws {
        let server = try await SongServer()
        let gateway = server.gateway
        let (first, second) = (
            try await Self.provider("Another", "Nobody"), try await Self.provider("Another", "Nobody")
        )
        try await Self.allow([first.port, second.port], server)
        _ = try await Self.add(first.port, server)
        let track = try await Self.track("Silence", server)
        func mark(_ isExplicit: Bool) async throws {
            let reply = try await gateway.request(
                "PUT", "/api/v1/tracks/\(track)/explicit", json: #"{"explicit":\#(isExplicit)}"#)
            #expect(reply.status < 300, "\(reply.text)")
        }
        try await mark(true)
        let (adult, child) = (
            try await gateway.person("bo", role: "listener"), try await gateway.person("kid", role: "listener")
        )
        let users = try await gateway.request("GET", "/api/v1/users").json?["items"] as? [[String: Any]]
        let id = try #require(users?.first { $0["username"] as? String == "kid" }?["id"] as? String)
        let limited = try await gateway.request("PATCH", "/api/v1/users/\(id)", json: #"{"explicit":false}"#)
        #expect(limited.json?["explicit"] as? Bool == false, "\(limited.text)")
        let (heard, overheard) = (
            try await gateway.open("/api/v1/events", as: adult), try await gateway.open("/api/v1/events", as: child)
        )
        for stream in [heard, overheard] {
            try await waitUntil("the stream is open") { Self.text(stream).contains("retry:") }
        }
        func ends(_ stream: StreamedReply) -> Int {
            Self.text(stream).components(separatedBy: "event: lyricsLookup\n").count - 1
        }
        _ = try await Self.lookUp(track, server)
        try await waitUntil("the first end is told") { ends(heard) == 1 }
        // The child receives the next one. The earlier one is never delivered late.
        try await mark(false)
        _ = try await Self.add(second.port, server)
        _ = try await Self.lookUp(track, server)
        try await waitUntil("the second end is told") { ends(heard) == 2 && ends(overheard) > 0 }
        #expect(ends(overheard) == 1)
    }

    @Test("a remote client's request starts the lookup, and its next one gets the lyrics") func remote() async throws {
        let server = try await SongServer()
        let provider = try await Self.provider("Silence", "John Cage")
        try await Self.allow([provider.port], server)
        _ = try await Self.add(provider.port, server)
        let remote = "apiKey=\(server.key)&v=1.16.1&c=test&f=json"
        let first = try await server.get("/rest/getLyrics?title=Silence&artist=John+Cage&\(remote)")
        #expect(first.status == 200 && !first.text.contains("Tacet"))
        try await waitUntil("the words are there") {
            try await server.get("/rest/getLyrics?title=Silence&\(remote)").text.contains("Tacet umbrella")
        }
        #expect(provider.connections == 1)
    }

    @Test("an unknown song and an unreachable provider are distinguished") func outcomes() async throws {
        let server = try await SongServer()
        let provider = try await Self.provider("Another", "Nobody")
        try await Self.allow([provider.port], server)
        let id = try await Self.add(provider.port, server)
        let silence = try await Self.track("Silence", server)
        #expect(try await Self.end(silence, server) == "none")
        let asked = provider.connections
        #expect(try await Self.lookUp(silence, server) == "none")
        #expect(provider.connections == asked)
        let down = try await FileServer { _ in
            FileServer.answer("503 Service Unavailable", ["Retry-After: 90"], [])
        }
        try await Self.allow([provider.port, down.port], server)
        let moved = try await server.gateway.request(
            "PATCH", "\(Self.list)/\(id)", json: #"{"url":"http://127.0.0.1:\#(down.port)"}"#)
        try #require(moved.status == 200, "\(moved.text)")
        #expect(try await Self.end(silence, server) == "unavailable")
        let reply = try await server.gateway.request("POST", "/api/v1/tracks/\(silence)/lyrics/lookup")
        #expect(reply.status == 200)
        let shown = try await server.gateway.request("GET", Self.list)
        let one = (shown.json?["items"] as? [[String: Any]])?.first
        #expect(one?["failure"] as? String == "failing" && one?["restsUntil"] is String, "\(shown.text)")
        #expect(down.connections == 1)
    }

    @Test("admins configure them; a key is sent to its address alone and never shown")
    func administered() async throws {
        let server = try await SongServer()
        let provider = try await Self.provider("Silence", "John Cage")
        let gateway = server.gateway
        try await Self.allow([provider.port], server)
        let id = try await Self.add(provider.port, server, #""key":"SECRET-KEY","storageDays":3"#)
        let second = try await Self.add(provider.port, server, #""enabled":false"#)
        let shown = try await gateway.request("GET", Self.list)
        let items = try #require(shown.json?["items"] as? [[String: Any]])
        #expect(items.map { $0["id"] as? String } == [id, second] && !shown.text.contains("SECRET"))
        #expect(items[0]["hasKey"] as? Bool == true && items[0]["storageDays"] as? Int == 3)
        #expect(items[0]["enabled"] as? Bool == false && items[1]["storageDays"] is NSNull)
        #expect(items[0]["url"] as? String == "http://127.0.0.1:\(provider.port)")
        let ordered = try await gateway.request("PUT", Self.list, json: #"{"ids":["\#(second)","\#(id)"]}"#)
        #expect((ordered.json?["items"] as? [[String: Any]])?.map { $0["id"] as? String } == [second, id])
        for body in [#"{"ids":["\#(id)"]}"#, #"{"ids":["\#(id)","\#(id)"]}"#, #"{"ids":["x","\#(id)"]}"#] {
            #expect(try await gateway.request("PUT", Self.list, json: body).status == 409, "\(body)")
        }
        let tested = try await gateway.request("POST", "\(Self.list)/\(id)/test")
        #expect(tested.json?["answers"] as? Bool == true, "\(tested.text)")
        #expect(provider.heads.first?.contains("Authorization: Bearer SECRET-KEY") == true)
        // A new address does not get the old key.
        let elsewhere = #""url":"http://127.0.0.1:9""#
        let moved = try await gateway.request("PATCH", "\(Self.list)/\(id)", json: "{\(elsewhere)}")
        #expect(moved.status == 400 && moved.json?["field"] as? String == "key", "\(moved.text)")
        let dropped = try await gateway.request("PATCH", "\(Self.list)/\(id)", json: #"{\#(elsewhere),"key":null}"#)
        #expect(dropped.status == 200 && dropped.json?["hasKey"] as? Bool == false)
        let forbidden = try await gateway.request("POST", "\(Self.list)/\(id)/test")
        #expect(forbidden.json?["failure"] as? String == "forbidden", "\(forbidden.text)")
        for (body, field) in [
            (#"{"name":""}"#, "name"), (#"{"url":"ftp://x"}"#, "url"), (#"{"url":"https://x?y=1"}"#, "url"),
            (#"{"key":"with space"}"#, "key"), (#"{"storageDays":0}"#, "storageDays"), (#"{"kind":"lrclib"}"#, "kind"),
        ] {
            let reply = try await gateway.request("PATCH", "\(Self.list)/\(id)", json: body)
            #expect(reply.status == 400 && reply.json?["field"] as? String == field, "\(body): \(reply.text)")
        }
        #expect(try await gateway.request("DELETE", "\(Self.list)/\(id)").status == 204)
        #expect(try await gateway.request("DELETE", "\(Self.list)/\(id)").status == 404)
        let journal = try await gateway.request("GET", "/api/v1/journal?limit=100")
        #expect(journal.text.contains("provider.remove") && !journal.text.contains("SECRET"))
        let raw = try Data(contentsOf: URL(fileURLWithPath: gateway.data + "/rondo.sqlite"))
        #expect(raw.range(of: Data("SECRET-KEY".utf8)) == nil)
    }

    @Test("a whole library is looked up with progress, and can be stopped") func library() async throws {
        let server = try await SongServer()
        let provider = try await Self.provider("Silence", "John Cage")
        try await Self.allow([provider.port], server)
        _ = try await Self.add(provider.port, server)
        let (gateway, library) = (server.gateway, try await server.gateway.libraryID())
        let path = "/api/v1/lyrics/lookups/\(library)"
        let events = try await gateway.open("/api/v1/events")
        try await waitUntil("the stream is open") { Self.text(events).contains("retry:") }
        let started = try await gateway.request("PUT", path, json: #"{"perMinute":600}"#)
        #expect(
            started.json?["state"] as? String == "running" && started.json?["total"] as? Int == 4, "\(started.text)")
        try await waitUntil("it is done") {
            let items = try await gateway.request("GET", "/api/v1/lyrics/lookups").json?["items"] as? [[String: Any]]
            return items?.first?["state"] as? String == "done" && items?.first?["found"] as? Int == 1
                && items?.first?["done"] as? Int == 4
        }
        try await waitUntil("its end is told") {
            let text = Self.text(events)
            return text.contains("event: lyricsRun\n") && text.contains(#""state":"done""#)
        }
        #expect(try await gateway.request("DELETE", path).status == 404)
        for body in [#"{"perMinute":0}"#, #"{"perMinute":601}"#, #"{"more":1}"#] {
            #expect(try await gateway.request("PUT", path, json: body).status == 400)
        }
        #expect(try await gateway.request("PUT", "/api/v1/lyrics/lookups/none", json: "{}").status == 404)
    }
}
