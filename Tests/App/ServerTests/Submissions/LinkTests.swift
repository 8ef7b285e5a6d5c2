import Foundation
import Support
import Testing

/// Imports by link through the whole server.
@Suite("Imports by link", .timeLimit(.minutes(10))) struct LinkTests {
    private static let song = TaggedWAV.file(
        [("TIT2", "Fetched"), ("TPE1", "Singer"), ("TALB", "Album")], seed: 8, frames: 200_000)

    private static func permit(_ networks: [String], _ gateway: MusicServer) async throws {
        let result = try await gateway.command([
            "settings", "set", "--link-networks", networks.joined(separator: ","),
        ])
        try #require(result.status == 0, "\(result.error)")
    }

    private static func ended(_ id: String, _ gateway: MusicServer, as token: String) async throws -> [String: Any] {
        try await waitFor("import \(id) ends") {
            let reply = try await gateway.request("GET", "/api/v1/imports", as: token)
            let items = try #require(reply.json?["items"] as? [[String: Any]], "\(reply.text)")
            let one = try #require(items.first { $0["id"] as? String == id }, "\(reply.text)")
            return ["done", "failed"].contains(one["state"] as? String) ? one : nil
        }
    }

    @Test("a link becomes a submission of the same id; the server's own machine is refused unless an admin permits it")
    func journey() async throws {
        let server = try await FileServer { _ in FileServer.answer("200 OK", ["Content-Type: audio/wav"], Self.song) }
        let gateway = try await MusicServer()
        let token = try await gateway.person("bob", role: "contributor")
        let submitter = Submitter(gateway: gateway, token: token)
        let url = "http://127.0.0.1:\(server.port)/music/A%20song.wav"
        let first = try await submitter.post("/api/v1/imports", #"{"url":"\#(url)"}"#)
        #expect(first.status == 201 && first.json?["state"] as? String == "waiting", "\(first.text)")
        let refused = try await Self.ended(first.json?["id"] as? String ?? "", gateway, as: token)
        #expect(refused["reason"] as? String == "link_forbidden", "\(refused)")
        #expect(server.connections == 0)

        try await Self.permit(["127.0.0.1:\(server.port)"], gateway)
        let second = try await submitter.post("/api/v1/imports", #"{"url":"\#(url)"}"#)
        let id = try #require(second.json?["id"] as? String, "\(second.text)")
        let done = try await Self.ended(id, gateway, as: token)
        #expect(done["state"] as? String == "done" && done["name"] as? String == "A song.wav", "\(done)")
        let submission = try await submitter.submission(id, in: "draft")
        #expect(submission["title"] as? String == "Fetched" && submission["fileName"] as? String == "A song.wav")

        // The fetched file is not audio.
        let text = try await FileServer { _ in
            FileServer.answer("200 OK", ["Content-Type: audio/mpeg"], Array("no".utf8))
        }
        try await Self.permit(["127.0.0.1:\(text.port)"], gateway)
        let third = try await submitter.post("/api/v1/imports", #"{"url":"http://127.0.0.1:\#(text.port)/a"}"#)
        let outcome = try await submitter.outcome(of: "/api/v1/uploads/\(third.json?["id"] as? String ?? "")")
        #expect(outcome["state"] as? String == "refused", "\(outcome)")

        let other = try await gateway.person("eve", role: "contributor")
        #expect(try await gateway.request("DELETE", "/api/v1/imports/\(id)", as: other).status == 404)
        let mine = try await gateway.request("GET", "/api/v1/imports", as: other)
        #expect((mine.json?["items"] as? [Any])?.isEmpty == true && mine.json?["open"] as? Bool == true)
        #expect(try await gateway.request("DELETE", "/api/v1/imports/\(id)", as: token).status == 204)
        #expect(try await submitter.submission(id, in: "draft")["title"] as? String == "Fetched")
        let journal = try await gateway.request("GET", "/api/v1/journal?action=import.create")
        #expect(journal.text.contains("http://127.0.0.1:\(server.port)") && !journal.text.contains("song.wav"))
    }

    @Test("an invalid or unlisted link is a problem document that names the field")
    func problems() async throws {
        let gateway = try await MusicServer.shared.value
        let submitter = Submitter(gateway: gateway, token: try await gateway.person("carl-links", role: "contributor"))
        for body in [#"{"url":"file:///etc/passwd"}"#, #"{"url":""}"#, #"{"url":"http://a:b@example.org/"}"#] {
            let reply = try await submitter.post("/api/v1/imports", body)
            #expect(reply.status == 400 && reply.json?["field"] as? String == "url", "\(reply.text)")
            #expect(reply.json?["reason"] as? String == "link_invalid")
        }
        for body in [#"{}"#, #"{"url":5}"#, #"{"url":"http://example.org/","more":1}"#, "[]", "x"] {
            #expect(try await submitter.post("/api/v1/imports", body).status == 400)
        }
        #expect(try await gateway.request("DELETE", "/api/v1/imports/none", as: submitter.token).status == 404)
    }

    @Test("the settings list the permitted hosts and are validated")
    func settings() async throws {
        let gateway = try await MusicServer()
        let token = try await gateway.person("bob", role: "contributor")
        let submitter = Submitter(gateway: gateway, token: token)
        let set = try await gateway.request(
            "PATCH", "/api/v1/settings",
            json: #"{"linkHosts":["Example.org","*.example.com"],"linkNetworks":["192.168.0.0/16"]}"#)
        #expect(set.json?["linkHosts"] as? [String] == ["example.org", "*.example.com"], "\(set.text)")
        #expect(set.json?["linkNetworks"] as? [String] == ["192.168.0.0/16"])
        let other = try await submitter.post("/api/v1/imports", #"{"url":"https://example.net/a.mp3"}"#)
        #expect(other.status == 400 && other.json?["reason"] as? String == "link_not_listed", "\(other.text)")
        for (body, field) in [
            (#"{"linkHosts":["http://x"]}"#, "linkHosts"), (#"{"linkNetworks":["10.0.0.1/8"]}"#, "linkNetworks"),
            (#"{"linkNetworks":["example.org"]}"#, "linkNetworks"),
        ] {
            let wrong = try await gateway.request("PATCH", "/api/v1/settings", json: body)
            #expect(wrong.status == 400 && wrong.json?["field"] as? String == field, "\(wrong.text)")
        }
        #expect(try await gateway.request("PATCH", "/api/v1/settings", json: #"{"linksOpen":false}"#).status == 200)
        let off = try await submitter.post("/api/v1/imports", #"{"url":"https://example.org/a.mp3"}"#)
        #expect(off.status == 409 && off.json?["reason"] as? String == "links_off", "\(off.text)")
        let list = try await gateway.request("GET", "/api/v1/imports", as: token)
        #expect(list.json?["open"] as? Bool == false)
    }
}
