import Foundation
import RouterSupport
import Support
import Testing

@Suite("Written lyrics on the server", .timeLimit(.minutes(10))) struct WrittenLyricsTests {
    private static let server = Task { try await MusicServer() }

    private static func lines(_ texts: String...) -> String {
        texts.enumerated().map { #"{"startMs":\#($0.offset * 1000 + 500),"text":"\#($0.element)"}"# }
            .joined(separator: ",")
    }

    private static func body(_ lines: String, on basis: String?, more: String = "") -> String {
        #"{"basis":\#(basis.map { "\"\($0)\"" } ?? "null"),"items":[{"language":"es","lines":[\#(lines)]}\#(more)]}"#
    }

    @Test(
        "come before the file's for every client, with words, voices and translations, and listeners are notified"
    )
    func published() async throws {
        let gateway = try await Self.server.value
        let song = try await gateway.addSong("Published")
        try Data("[00:01.00]From the file".utf8)
            .write(to: URL(fileURLWithPath: song.file.replacingOccurrences(of: ".wav", with: ".lrc")))
        try await gateway.scan()
        let moderator = try await gateway.person("mo", role: "moderator")
        let listener = try await gateway.person("li", role: "listener")
        let path = "/api/v1/tracks/\(song.id)/lyrics"
        let before = try await gateway.request("GET", path + "/written", as: moderator)
        #expect(before.json?["mayPublish"] as? Bool == true && before.json?["current"] == nil, "\(before.text)")
        #expect(((before.json?["items"] as? [[String: Any]])?.first?["source"] as? String) == "sidecar")

        let events = try await gateway.open("/api/v1/events", as: listener)
        _ = try await events.text(through: "retry: 3000")
        let item = """
            {"basis":null,"note":" mine ","items":[{"language":"ES","agents":[{"id":"v1","role":"main","name":"Nina"},
            {"id":"v2","role":"voice"}],"lines":[{"startMs":500,"endMs":1500,"text":"Uno dos","agent":"v1","words":[
            {"startMs":500,"endMs":900,"byteStart":0,"byteEnd":3},{"startMs":900,"endMs":1500,"byteStart":4,"byteEnd":7}],
            "background":{"text":"oh","agent":"bg"}},{"startMs":2000,"text":"Tres","agent":"v2"}]},
            {"kind":"translation","language":"en","lines":[{"startMs":500,"text":"One two"},{"startMs":2000,"text":"Three"}]}]}
            """
        let written = try await gateway.request("PUT", path + "/written", json: item, as: moderator)
        #expect(written.status == 200 && written.json?["state"] as? String == "published", "\(written.text)")
        #expect(written.json?["current"] as? Bool == true && written.json?["note"] as? String == "mine")
        #expect(written.json?["precision"] as? String == "words" && written.json?["lines"] as? Int == 2)
        _ = try await events.text(through: "event: lyrics\n")
        await events.close()

        let all = try await gateway.request("GET", path, as: listener)
        let items = try #require(all.json?["items"] as? [[String: Any]])
        #expect(items.map { $0["source"] as? String } == ["written", "written", "sidecar"], "\(all.text)")
        #expect(items.map { $0["language"] as? String } == ["es", "en", nil])
        let first = try #require((items[0]["lines"] as? [[String: Any]])?.first)
        #expect((first["words"] as? [[String: Any]])?.map { $0["endMs"] as? Int } == [900, 1500])
        #expect((first["background"] as? [String: Any])?["text"] as? String == "oh")
        let key = try await gateway.deviceKey(of: "ada")
        let remote = try await gateway.send(
            "GET", "/rest/getLyricsBySongId?apiKey=\(key)&v=1.16.1&c=test&f=json&id=tr-\(song.id)")
        #expect(remote.text.contains("Uno dos"), "\(remote.text)")
        let file = try await gateway.request("GET", path + "?format=lrc")
        #expect(file.text.contains("Uno") && file.text.contains("[la:es]"), "\(file.text)")

        let journal = try await gateway.request("GET", "/api/v1/journal?action=lyrics.write")
        #expect(journal.text.contains("lyrics.write"), "\(journal.text)")
        let export = try await gateway.request("GET", "/api/v1/me/export", as: moderator)
        #expect(export.status == 200)
    }

    @Test("are stored in every version, can be read and restored, and nobody overwrites another's unseen")
    func versions() async throws {
        let gateway = try await Self.server.value
        let song = try await gateway.addSong("Versions")
        let path = "/api/v1/tracks/\(song.id)/lyrics"
        let one = try await gateway.request(
            "PUT", path + "/written", json: Self.body(Self.lines("Uno"), on: nil))
        let first = try #require(one.json?["id"] as? String, "\(one.text)")
        let stale = try await gateway.request(
            "PUT", path + "/written", json: Self.body(Self.lines("Otra"), on: nil))
        #expect(stale.status == 409 && stale.json?["reason"] as? String == "lyrics_changed")
        let same = try await gateway.request(
            "PUT", path + "/written", json: Self.body(Self.lines("Uno"), on: first))
        #expect(same.status == 409 && same.json?["reason"] as? String == "lyrics_unchanged")
        let two = try await gateway.request(
            "PUT", path + "/written", json: #"{"basis":"\#(first)","items":[]}"#)
        #expect(two.status == 200 && two.json?["lines"] as? Int == 0, "\(two.text)")
        #expect(try await gateway.request("GET", path).json?["items"] as? [String] == [])
        let restored = try await gateway.request("POST", path + "/versions/\(first)/restoration", json: "{}")
        #expect(restored.json?["restoredId"] as? String == first, "\(restored.text)")
        let list = try await gateway.request("GET", path + "/versions?limit=2")
        let page = try #require(list.json?["items"] as? [[String: Any]])
        #expect(page.map { $0["current"] as? Bool } == [true, false] && list.json?["nextCursor"] is String)
        let read = try await gateway.request("GET", path + "/versions/\(first)")
        #expect(read.text.contains("Uno") && read.json?["version"] is [String: Any])
        let again = try await gateway.request("POST", path + "/versions/\(first)/restoration", json: "{}")
        #expect(again.json?["reason"] as? String == "lyrics_unchanged")
    }

    @Test("of users who may not publish wait as proposals until a moderator decides")
    func proposals() async throws {
        let gateway = try await Self.server.value
        let song = try await gateway.addSong("Proposed")
        let moderator = try await gateway.person("deciding", role: "moderator")
        let author = try await gateway.person("co", role: "contributor")
        let other = try await gateway.person("reading", role: "listener")
        let path = "/api/v1/tracks/\(song.id)/lyrics"
        func propose(_ text: String) async throws -> String {
            let reply = try await gateway.request(
                "PUT", path + "/written", json: Self.body(Self.lines(text), on: nil), as: author)
            #expect(reply.json?["state"] as? String == "proposed", "\(reply.text)")
            return try #require(reply.json?["id"] as? String)
        }
        let earlier = try await propose("Un")
        let id = try await propose("Uno")
        #expect(try await gateway.request("GET", path, as: author).json?["items"] as? [String] == [])
        #expect(try await gateway.request("GET", path + "/versions/\(id)", as: author).status == 200)
        #expect(try await gateway.request("GET", path + "/versions/\(id)", as: other).status == 404)
        #expect(try await gateway.request("GET", path + "/versions/\(earlier)", as: moderator).status == 404)
        let edited = try await gateway.request("GET", path + "/written", as: author)
        #expect((edited.json?["proposal"] as? [String: Any])?["id"] as? String == id)

        let queue = try await gateway.request("GET", "/api/v1/moderation/lyrics", as: moderator)
        #expect(queue.json?["open"] as? Int == 1, "\(queue.text)")
        #expect(try await gateway.request("GET", "/api/v1/moderation/lyrics", as: author).status == 403)
        let told = try await gateway.request("GET", "/api/v1/notifications", as: moderator)
        #expect(told.text.components(separatedBy: "lyricsProposed").count == 2, "\(told.text)")
        let decision = "/api/v1/moderation/lyrics/\(id)/decision"
        let wrong = try await gateway.request("POST", decision, json: #"{"outcome":"proposed"}"#, as: moderator)
        #expect(wrong.status == 400 && wrong.json?["field"] as? String == "outcome")
        let decided = try await gateway.request(
            "POST", decision, json: #"{"outcome":"published","reason":"Thank you"}"#, as: moderator)
        #expect(decided.json?["current"] as? Bool == true, "\(decided.text)")
        #expect((decided.json?["author"] as? [String: Any])?["name"] as? String == "co")
        let late = try await gateway.request("POST", decision, json: #"{"outcome":"rejected"}"#, as: moderator)
        #expect(late.status == 409 && late.json?["reason"] as? String == "proposal_decided")
        #expect(try await gateway.request("GET", path, as: other).text.contains("Uno"))
        let answer = try await gateway.request("GET", "/api/v1/notifications", as: author)
        #expect(answer.text.contains("lyricsApproved") && answer.text.contains("Thank you"), "\(answer.text)")
        let after = try await gateway.request("GET", "/api/v1/notifications", as: moderator)
        #expect(!after.text.contains("lyricsProposed"), "\(after.text)")
    }

    @Test("that are invalid are refused with the field and a message")
    func refused() async throws {
        let gateway = try await Self.server.value
        let song = try await gateway.addSong("Refused")
        let path = "/api/v1/tracks/\(song.id)/lyrics/written"
        for (body, field) in [
            (#"{"items":[]}"#, "basis"), (#"{"basis":null}"#, "items"), (#"{"basis":null,"items":[{}]}"#, "lines"),
            (#"{"basis":null,"items":[{"lines":[{"text":"a","startMs":-1}]}]}"#, "startMs"),
            (#"{"basis":null,"items":[{"lines":[{"text":"a","startMs":1},{"text":"b"}]}]}"#, "items"),
            (#"{"basis":null,"items":[{"lines":[{"text":"a","background":1}]}]}"#, nil),
            (#"{"basis":null,"items":[{"kind":"song","lines":[{"text":"a"}]}]}"#, "kind"),
            (
                #"{"basis":null,"items":[{"lines":[{"text":"ab","startMs":1,"words":[{"startMs":1,"byteStart":2,"byteEnd":1}]}]}]}"#,
                "byteEnd"
            ),
            (#"{"basis":null,"items":[{"lines":[{"text":"a"}]}],"more":1}"#, "more"),
        ] {
            let refused = try await gateway.request("PUT", path, json: body)
            #expect(refused.status == 400, "\(body): \(refused.text)")
            if let field { #expect(refused.json?["field"] as? String == field, "\(body): \(refused.text)") }
        }
    }
}
