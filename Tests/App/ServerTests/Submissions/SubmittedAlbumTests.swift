import Foundation
import Support
import Testing

/// One edit sets an album's common fields, for all of its tracks or for none.
@Suite("Submitted albums", .timeLimit(.minutes(10))) struct SubmittedAlbumTests {
    private static let server = Task { try await MusicServer() }

    private struct Album {
        let gateway: MusicServer
        let bob: Submitter
        let mod: String
        let ids: [String]

        /// - Parameters:
        ///   - test: a suffix for the names of users.
        ///   - seed: the seed of the files, which differ for every test.
        init(_ test: String, seed: UInt64) async throws {
            gateway = try await SubmittedAlbumTests.server.value
            bob = Submitter(gateway: gateway, token: try await gateway.person("bob-\(test)", role: "contributor"))
            mod = try await gateway.person("mod-\(test)", role: "moderator")
            var ids: [String] = []
            let batch = UUID().uuidString.lowercased()
            for number in 1...3 {
                let file = TaggedWAV.file(
                    [
                        ("TIT2", "Piece \(number)"), ("TPE1", "Singer \(number)"), ("TALB", "Old"),
                        ("TRCK", "\(number)"),
                    ],
                    seed: seed + UInt64(number), frames: 30_000)
                let draft = try await bob.upload(file, as: "\(number).wav", [("batch", batch)])
                ids.append(try #require(draft["id"] as? String, "\(draft)"))
            }
            self.ids = ids
        }

        var list: String { ids.map { "\"\($0)\"" }.joined(separator: ",") }

        func edit(_ additional: String, as token: String? = nil, ids: String? = nil) async throws -> HTTPReply {
            try await gateway.request(
                "PATCH", "/api/v1/submissions", json: #"{"ids":[\#(ids ?? list)],\#(additional)}"#,
                as: token ?? bob.token)
        }

        func shown(_ key: String) async throws -> [String] {
            var values: [String] = []
            for id in ids {
                let reply = try await gateway.request("GET", "/api/v1/submissions/\(id)", as: bob.token)
                values.append("\(reply.json?[key] ?? "-")")
            }
            return values
        }
    }

    @Test("album, album artists, genres, year and cover change for all tracks, and other fields stay")
    func together() async throws {
        let album = try await Album("together", seed: 1)
        let edited = try await album.edit(
            #""album":"New","albumArtists":["Band"],"genres":["Jazz"],"year":1971,"revisions":[1,1,1]"#)
        let items = try #require(edited.json?["items"] as? [[String: Any]], "\(edited.text)")
        #expect(items.map { $0["album"] as? String } == ["New", "New", "New"])
        #expect(
            items.allSatisfy { $0["albumArtists"] as? [String] == ["Band"] && $0["genres"] as? [String] == ["Jazz"] })
        #expect(items.allSatisfy { $0["year"] as? Int == 1971 && $0["revision"] as? Int == 2 })
        #expect(items.map { $0["title"] as? String } == ["Piece 1", "Piece 2", "Piece 3"])
        #expect(items.map { $0["trackNumber"] as? Int } == [1, 2, 3])
        #expect(items.map { $0["artists"] as? [String] } == [["Singer 1"], ["Singer 2"], ["Singer 3"]])

        let png = try #require(Data(base64Encoded: Self.pixel))
        let first = try await album.gateway.request(
            "PUT", "/api/v1/submissions/\(album.ids[0])/cover", [("Content-Type", "image/png")], body: Array(png),
            as: album.bob.token)
        let cover = try #require(first.json?["cover"] as? String, "\(first.text)")
        #expect(try await album.edit(#""coverFrom":"\#(album.ids[0])""#).status == 200)
        #expect(try await album.shown("cover") == [cover, cover, cover])
        #expect(try await album.edit(#""coverFrom":null"#).status == 200)
        #expect(try await album.shown("cover") == ["-", "-", "-"])
        #expect(try await album.edit(#""year":null"#).status == 200)
        #expect(try await album.shown("year") == ["-", "-", "-"])
    }

    @Test("if one track is stale or not editable by the caller, none changes")
    func atomicity() async throws {
        let album = try await Album("atomicity", seed: 11)
        let id = album.ids[2]
        #expect(
            try await album.gateway.request(
                "PATCH", "/api/v1/submissions/\(id)", json: #"{"title":"Other"}"#, as: album.bob.token
            ).status == 200)
        let stale = try await album.edit(#""album":"New","revisions":[1,1,1]"#)
        #expect(stale.status == 409 && stale.json?["reason"] as? String == "submission_edited", "\(stale.text)")
        #expect(try await album.shown("album") == ["Old", "Old", "Old"])

        // Moderators can edit submissions that wait for a decision, but not drafts.
        for id in album.ids.prefix(2) {
            #expect(try await album.bob.post("/api/v1/submissions/\(id)/submit").status == 200)
        }
        #expect(try await album.edit(#""album":"New""#, as: album.mod).status == 404)
        #expect(try await album.shown("album") == ["Old", "Old", "Old"])
        let two = album.ids.prefix(2).map { "\"\($0)\"" }.joined(separator: ",")
        #expect(try await album.edit(#""album":"New""#, as: album.mod, ids: two).status == 200)
        #expect(try await album.shown("album") == ["New", "New", "Old"])

        let eve = try await album.gateway.person("eve", role: "contributor")
        #expect(try await album.edit(#""album":"Hers""#, as: eve).status == 404)
        #expect(try await album.shown("album") == ["New", "New", "Old"])
        for (json, field) in [
            (#""album":"New","revisions":[1]"#, "revisions"), (#""title":"All the same""#, "title"),
            (#""year":0"#, "year"), (#""coverFrom":7"#, "coverFrom"),
        ] {
            let reply = try await album.edit(json)
            #expect(reply.status == 400 && reply.json?["field"] as? String == field, "\(json): \(reply.text)")
        }
        #expect(try await album.edit(#""album":"New""#, ids: "").status == 400)
        #expect(try await album.edit(#""coverFrom":"0000""#).status == 404)
    }

    @Test("an edit without changes, or with a track without a cover as its source, changes nothing")
    func nothing() async throws {
        let album = try await Album("nothing", seed: 21)
        for json in [#""revisions":[1,1,1]"#, #""coverFrom":"\#(album.ids[1])""#] {
            let reply = try await album.edit(json)
            #expect(reply.status == 400, "\(json): \(reply.text)")
        }
        let bare = try await album.edit(#""coverFrom":"\#(album.ids[1])","album":"New""#)
        #expect(bare.status == 400 && bare.json?["field"] as? String == "coverFrom", "\(bare.text)")
        for json in ["{}", #"{"revision":1}"#] {
            let path = "/api/v1/submissions/\(album.ids[0])"
            let reply = try await album.gateway.request("PATCH", path, json: json, as: album.bob.token)
            #expect(reply.status == 400 && reply.json?["reason"] as? String == "no_change", "\(json): \(reply.text)")
        }
        #expect(try await album.shown("revision") == ["1", "1", "1"])
        #expect(try await album.shown("album") == ["Old", "Old", "Old"])
    }

    /// One black pixel, a PNG.
    private static let pixel =
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
}
