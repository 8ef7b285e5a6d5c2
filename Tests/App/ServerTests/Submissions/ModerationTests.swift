import Foundation
import Support
import Testing

/// From a submitted file to a track of a library.
@Suite("Moderation", .serialized, .timeLimit(.minutes(10))) struct ModerationTests {
    private static let server = Task { try await MusicServer() }

    private struct People {
        let gateway: MusicServer
        let bob: Submitter
        let mod: String
        let listener: String
        let library: String

        var music: String { gateway.folder + "/music" }

        /// - Parameter test: a suffix for their names.
        init(_ test: String, on gateway: MusicServer? = nil) async throws {
            if let gateway { self.gateway = gateway } else { self.gateway = try await ModerationTests.server.value }
            let contributor = try await self.gateway.person("bob-\(test)", role: "contributor")
            bob = Submitter(gateway: self.gateway, token: contributor)
            mod = try await self.gateway.person("mod-\(test)", role: "moderator")
            listener = try await self.gateway.person("lea-\(test)", role: "listener")
            library = try await self.gateway.libraryID()
        }

        func approve(_ id: String, _ additional: String = "", as token: String? = nil) async throws -> [String: Any] {
            let reply = try await bob.post(
                "/api/v1/moderation/approve", #"{"ids":["\#(id)"],"libraryId":"\#(library)"\#(additional)}"#,
                as: token ?? mod)
            let items = reply.json?["items"] as? [[String: Any]]
            return try #require(items?.first, "\(reply.text)")
        }
    }

    private func song(_ title: String = "Song", seed: UInt64 = 5) -> [UInt8] {
        TaggedWAV.file(
            [("TIT2", title), ("TPE1", "Singer"), ("TALB", "Album"), ("TRCK", "3"), ("TYER", "1999")], seed: seed,
            frames: 30_000)
    }

    private func tracks(_ people: People, _ query: String) async throws -> [[String: Any]] {
        let reply = try await people.gateway.request("GET", "/api/v1/search?q=\(query)", as: people.listener)
        return reply.json?["tracks"] as? [[String: Any]] ?? []
    }

    @Test("a submitted file is heard, corrected, approved and becomes a track with its submitter's name")
    func approval() async throws {
        let people = try await People("approval", on: MusicServer(arguments: ["--no-scan-watch"]))
        let bytes = song()
        let draft = try await people.bob.upload(bytes, as: "whatever.wav")
        let id = try #require(draft["id"] as? String, "\(draft)")
        #expect(draft["state"] as? String == "draft" && draft["title"] as? String == "Song")
        #expect(
            draft["trackNumber"] as? Int == 3 && draft["year"] as? Int == 1999 && draft["album"] as? String == "Album")
        #expect(try await people.gateway.request("GET", "/api/v1/submissions/\(id)", as: people.mod).status == 404)

        let edited = try await people.gateway.request(
            "PATCH", "/api/v1/submissions/\(id)",
            json:
                #"{"title":"Aurora / Dawn?","artists":["Ann","Bo"],"genres":["Ambient"],"discNumber":2,"note":"  for you "}"#,
            as: people.bob.token)
        #expect(edited.status == 200 && edited.json?["note"] as? String == "for you", "\(edited.text)")
        #expect(try await people.bob.post("/api/v1/submissions/\(id)/submit").status == 200)
        let queue = try await people.gateway.request(
            "GET", "/api/v1/submissions?state=pending&q=aurora", as: people.mod)
        #expect(
            (queue.json?["items"] as? [Any])?.count == 1 && queue.json?["pendingCount"] as? Int == 1, "\(queue.text)")
        let told = try await people.gateway.request("GET", "/api/v1/notifications", as: people.mod)
        #expect(
            (told.json?["items"] as? [[String: Any]])?.first?["kind"] as? String == "submissionArrived", "\(told.text)")

        let path = "/api/v1/submissions/\(id)/audio"
        let heard = try await people.gateway.request("GET", path, [("Range", "bytes=10-19")], as: people.mod)
        #expect(heard.status == 206 && heard.body == Array(bytes[10..<20]))
        #expect(try await people.gateway.request("GET", path, as: people.listener).status == 403)
        let other = try await people.gateway.person("eve", role: "contributor")
        #expect(try await people.gateway.request("GET", path, as: other).status == 404)
        #expect(try await tracks(people, "aurora").isEmpty)

        let stale = try await people.approve(id, #","revisions":[1]"#)
        #expect((stale["problem"] as? [String: Any])?["reason"] as? String == "submission_edited", "\(stale)")
        let approved = try await people.approve(id)
        #expect(approved["submission"] != nil, "\(approved)")
        let done = try await people.bob.submission(id, in: "approved")
        let track = try #require(done["trackId"] as? String, "\(done)")
        let shown = try await people.gateway.request("GET", "/api/v1/tracks/\(track)", as: people.listener)
        #expect(shown.json?["title"] as? String == "Aurora / Dawn?", "\(shown.text)")
        #expect((shown.json?["givenBy"] as? [String: Any])?["name"] as? String == "bob-approval", "\(shown.text)")
        #expect(shown.json?["discNumber"] as? Int == 2 && shown.json?["trackNumber"] as? Int == 3)
        let stream = try await people.gateway.request("GET", "/api/v1/tracks/\(track)/stream", as: people.listener)
        #expect(stream.status == 200 && stream.body == bytes)
        let file = people.music + "/Ann, Bo/Album (1999)/2-03 Aurora _ Dawn_.wav"
        #expect(try Array(Data(contentsOf: URL(fileURLWithPath: file))) == bytes)
        let quarantine = people.gateway.data + "/quarantine"
        try await waitUntil("the quarantine is empty") {
            try FileManager.default.contentsOfDirectory(atPath: quarantine) == []
        }
        let notice = try await people.gateway.request("GET", "/api/v1/notifications", as: people.bob.token)
        let first = (notice.json?["items"] as? [[String: Any]])?.first
        #expect(first?["kind"] as? String == "submissionApproved", "\(notice.text)")
        #expect((first?["subject"] as? [String: Any])?["id"] as? String == track)

        // The submitter may write the song's lyrics. Another contributor may only propose some.
        let words = "/api/v1/tracks/\(track)/lyrics/written"
        let written = try await people.gateway.request(
            "PUT", words, json: #"{"basis":null,"items":[{"lines":[{"text":"Mine"}]}]}"#, as: people.bob.token)
        #expect(written.json?["state"] as? String == "published", "\(written.text)")
        let version = try #require(written.json?["id"] as? String)
        let proposed = try await people.gateway.request(
            "PUT", words, json: #"{"basis":"\#(version)","items":[{"lines":[{"text":"Yours"}]}]}"#, as: other)
        #expect(proposed.json?["state"] as? String == "proposed", "\(proposed.text)")

        // The correction and the submitter's name survive a scan.
        try await people.gateway.scan()
        let after = try await people.gateway.request("GET", "/api/v1/tracks/\(track)", as: people.listener)
        #expect(after.json?["title"] as? String == "Aurora / Dawn?" && after.json?["givenBy"] != nil)
    }

    @Test("library files are never overwritten: a second file of the same name gets another name")
    func names() async throws {
        let people = try await People("names")
        var paths: Set<String> = []
        for seed in [11, 12, 13] as [UInt64] {
            let draft = try await people.bob.upload(song("Same", seed: seed), as: "a.wav", [("submit", "true")])
            let id = try #require(draft["id"] as? String)
            #expect(draft["state"] as? String == "pending")
            #expect(try await people.approve(id)["submission"] != nil)
            paths.insert(try await people.bob.submission(id, in: "approved", as: people.mod)["path"] as? String ?? "")
        }
        #expect(paths.count == 3, "\(paths)")
        #expect(try await tracks(people, "same").count == 3)
        for path in paths { #expect(FileManager.default.fileExists(atPath: people.music + "/" + path), "\(path)") }
    }

    @Test("a rejected submission comes back with the reason, and can be corrected and submitted again")
    func rejection() async throws {
        let people = try await People("rejection")
        let id = try #require(
            try await people.bob.upload(song(), as: "a.wav", [("submit", "true")])["id"] as? String)
        let rejected = try await people.bob.post(
            "/api/v1/moderation/reject", #"{"ids":["\#(id)"],"reason":"Too quiet"}"#, as: people.mod)
        #expect(rejected.status == 200, "\(rejected.text)")
        let seen = try await people.bob.submission(id, in: "rejected")
        #expect(seen["reason"] as? String == "Too quiet")
        let again = try await people.approve(id)
        #expect((again["problem"] as? [String: Any])?["reason"] as? String == "submission_rejected", "\(again)")
        #expect(try await people.bob.post("/api/v1/submissions/\(id)/submit").status == 200)
        #expect(try await people.bob.post("/api/v1/submissions/\(id)/withdraw").status == 200)
        let gone = try await people.approve(id)
        #expect((gone["problem"] as? [String: Any])?["status"] as? Int == 404, "\(gone)")
        let removed = try await people.gateway.request("DELETE", "/api/v1/submissions/\(id)", as: people.bob.token)
        #expect(removed.status == 204)
        let folder = people.gateway.data + "/quarantine"
        #expect(!FileManager.default.fileExists(atPath: folder + "/" + id))
    }

    @Test("when moderators act at once one wins, and the others learn who")
    func contention() async throws {
        let people = try await People("contention")
        let other = try await people.gateway.person("moe-contention", role: "moderator")
        for round in 0..<5 {
            let bytes = song("Race \(round)", seed: UInt64(100 + round))
            let id = try #require(
                try await people.bob.upload(bytes, as: "a.wav", [("submit", "true")])["id"] as? String)
            async let first = people.approve(id)
            async let second = people.approve(id, as: other)
            async let third = people.bob.post(
                "/api/v1/moderation/reject", #"{"ids":["\#(id)"],"reason":"No"}"#, as: people.gateway.token)
            let refusal = (try await third.json?["items"] as? [[String: Any]])?.first
            let results = [try await first, try await second, refusal ?? [:]]
            #expect(results.filter { $0["submission"] != nil }.count == 1, "\(results)")
            #expect(results.filter { ($0["problem"] as? [String: Any])?["status"] as? Int == 409 }.count == 2)
        }
    }

    @Test("an unwritable library returns the submission to the moderators with the reason")
    func unwritable() async throws {
        let people = try await People("unwritable", on: MusicServer())
        let folder = people.gateway.folder
        let blocked = folder + "/blocked"
        try FileManager.default.createDirectory(atPath: blocked, withIntermediateDirectories: true)
        // A file blocks the path of the artist's folder.
        try Data("x".utf8).write(to: URL(fileURLWithPath: blocked + "/Singer"))
        let added = try await people.gateway.request(
            "POST", "/api/v1/libraries", json: #"{"name":"Blocked","path":"\#(blocked)"}"#)
        let library = try #require(added.json?["id"] as? String)
        let id = try #require(
            try await people.bob.upload(song(), as: "a.wav", [("submit", "true")])["id"] as? String)
        _ = try await people.bob.post(
            "/api/v1/moderation/approve", #"{"ids":["\#(id)"],"libraryId":"\#(library)"}"#, as: people.mod)
        _ = try await waitFor("the failure is named") {
            let reply = try await people.gateway.request("GET", "/api/v1/submissions/\(id)", as: people.mod)
            return reply.json?["failure"] as? String
        }
        #expect(try await people.approve(id)["submission"] != nil)
        _ = try await people.bob.submission(id, in: "approved")
    }

    @Test("a moderator approves only into their own libraries, and reads nothing of others")
    func scope() async throws {
        let people = try await People("scope", on: MusicServer())
        let folder = people.gateway.folder + "/other"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let added = try await people.gateway.request(
            "POST", "/api/v1/libraries", json: #"{"name":"Nachtigall","path":"\#(folder)"}"#)
        let hidden = try #require(added.json?["id"] as? String)
        let users =
            try await people.gateway.request("GET", "/api/v1/users?q=mod-scope").json?["items"] as? [[String: Any]]
        let mod = try #require(users?.first { $0["username"] as? String == "mod-scope" }?["id"] as? String)
        let given = try await people.gateway.request(
            "PATCH", "/api/v1/users/\(mod)", json: #"{"libraries":["\#(people.library)"]}"#)
        try #require(given.status == 200, "\(given.text)")
        let id = try #require(try await people.bob.upload(song(), as: "a.wav", [("submit", "true")])["id"] as? String)
        let body = #"{"ids":["\#(id)"],"libraryId":"\#(hidden)"}"#
        let refused = try await people.bob.post("/api/v1/moderation/approve", body, as: people.mod)
        #expect(refused.status == 400 && refused.json?["reason"] as? String == "library_not_found", "\(refused.text)")
        let offered = try await people.gateway.request("GET", "/api/v1/moderation/libraries", as: people.mod)
        #expect(offered.status == 200 && !offered.text.contains("Nachtigall"), "\(offered.text)")
        _ = try await people.bob.post("/api/v1/moderation/approve", body, as: people.gateway.token)
        let seen = try await people.bob.submission(id, in: "approved", as: people.gateway.token)
        let track = try #require(seen["trackId"] as? String)
        let queue = try await people.gateway.request("GET", "/api/v1/submissions?state=approved", as: people.mod)
        #expect(queue.text.contains(id))
        for text in ["Nachtigall", track, hidden, "Singer/"] { #expect(!queue.text.contains(text), "\(queue.text)") }
    }

    @Test("a wish is fulfilled in the same step that adds the track, and the wisher is notified")
    func wish() async throws {
        let people = try await People("wish")
        let made = try await people.gateway.request(
            "POST", "/api/v1/wishes", json: #"{"title":"Wanted","artist":"Singer"}"#, as: people.listener)
        let wish = try #require(made.json?["id"] as? String)
        let draft = try await people.bob.upload(
            song("Wanted", seed: 21), as: "a.wav", [("submit", "true"), ("wish", wish)])
        let id = try #require(draft["id"] as? String)
        #expect(draft["wishId"] as? String == wish)
        #expect(try await people.gateway.request("GET", "/api/v1/wishes/\(wish)", as: people.listener).status == 200)
        #expect(try await people.approve(id)["submission"] != nil)
        let track = try await people.bob.submission(id, in: "approved")["trackId"] as? String
        #expect(try await people.gateway.request("GET", "/api/v1/wishes/\(wish)", as: people.listener).status == 404)
        let told = try await people.gateway.request("GET", "/api/v1/notifications", as: people.listener)
        let kinds = (told.json?["items"] as? [[String: Any]])?.compactMap { $0["kind"] as? String }
        #expect(kinds == ["wishArrived"], "\(told.text)")
        let first = (told.json?["items"] as? [[String: Any]])?.first
        #expect((first?["subject"] as? [String: Any])?["id"] as? String == track)
    }
}
