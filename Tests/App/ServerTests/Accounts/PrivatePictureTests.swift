import Foundation
import Support
import Testing

/// Requests for pictures by their hash, which anybody may have learned.
@Suite("Pictures with restricted access", .timeLimit(.minutes(10))) struct PrivatePictureTests {
    private struct People {
        let gateway: MusicServer
        let owner: String
        let stranger: String

        /// The statuses that each user gets for the picture: the original, a smaller size, and the smaller size from
        /// the cache.
        func statuses(_ picture: String, as tokens: String...) async throws -> [Int] {
            var statuses: [Int] = []
            for token in tokens {
                for form in ["", "?size=64", "?size=64", "?size=64&format=webp"] {
                    statuses.append(try await gateway.request("GET", picture + form, as: token).status)
                }
            }
            return Array(Set(statuses)).sorted()
        }
    }

    private static func make() async throws -> People {
        let gateway = try await MusicServer(frames: 1000)
        return People(
            gateway: gateway, owner: try await gateway.person("bob", role: "contributor"),
            stranger: try await gateway.person("eve", role: "contributor"))
    }

    private static func picture(_ color: String, in folder: String) async throws -> [UInt8] {
        let path = folder + "/\(color).png"
        let made = try await Program.run(
            "/usr/bin/env",
            [
                "ffmpeg", "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", "color=\(color):size=200x200",
                "-frames:v", "1", path,
            ])
        try #require(made.status == 0, "\(made.error)")
        return try Array(Data(contentsOf: URL(fileURLWithPath: path)))
    }

    /// Sets the picture and returns its address.
    private func set(_ color: String, at path: String, of people: People, _ field: String) async throws -> String {
        let bytes = try await Self.picture(color, in: people.gateway.folder)
        let put = try await people.gateway.send(
            "PUT", path, [("Authorization", "Bearer \(people.owner)"), ("Content-Type", "image/png")], body: bytes)
        try #require((200..<300).contains(put.status), "\(path): \(put.text)")
        if let address = put.json?[field] as? String { return address }
        let subject = path.split(separator: "/").dropLast().reduce(into: "") { $0 += "/" + $1 }
        let shown = try await people.gateway.request("GET", subject, as: people.owner)
        return try #require(shown.json?[field] as? String, "\(subject): \(shown.text)")
    }

    private func made(_ path: String, _ json: String, of people: People) async throws -> String {
        let made = try await people.gateway.request("POST", path, json: json, as: people.owner)
        return path + "/" + (try #require(made.json?["id"] as? String, "\(path): \(made.text)"))
    }

    @Test("a playlist's cover is visible exactly to those who may currently read the playlist")
    func playlists() async throws {
        let people = try await Self.make()
        let (gateway, owner, stranger) = (people.gateway, people.owner, people.stranger)
        let list = try await made("/api/v1/playlists", #"{"name":"Mine"}"#, of: people)
        let cover = try await set("teal", at: list + "/cover", of: people, "cover")
        #expect(try await people.statuses(cover, as: owner) == [200])
        #expect(try await people.statuses(cover, as: stranger, gateway.token) == [404])
        for (change, expected) in [
            (#"{"visibility":"collaborative","editors":["eve"]}"#, 200), (#"{"visibility":"private"}"#, 404),
            (#"{"visibility":"public"}"#, 200), (#"{"visibility":"private"}"#, 404),
        ] {
            #expect(try await gateway.request("PATCH", list, json: change, as: owner).status == 200)
            #expect(try await people.statuses(cover, as: stranger) == [expected], "\(change)")
        }
        let reply = try await gateway.request("GET", cover, as: owner)
        #expect(reply["cache-control"]?.hasPrefix("private") == true)
    }

    @Test("shelf pictures are private to the owner; profile and wish pictures are public")
    func shelves() async throws {
        let people = try await Self.make()
        let folder = try await made("/api/v1/shelf/folders", #"{"name":"Jazz","icon":"vinyl"}"#, of: people)
        let entry = try await made("/api/v1/shelf/items", #"{"title":"Gig"}"#, of: people)
        let wish = try await made("/api/v1/wishes", #"{"title":"Something","artist":"Somebody"}"#, of: people)
        for (color, path, field, others) in [
            ("red", folder + "/image", "image", 404), ("lime", entry + "/cover", "cover", 404),
            ("blue", wish + "/cover", "cover", 200), ("gold", "/api/v1/me/picture", "picture", 200),
        ] {
            let picture = try await set(color, at: path, of: people, field)
            #expect(try await people.statuses(picture, as: people.owner) == [200], "\(path)")
            #expect(
                try await people.statuses(picture, as: people.stranger, people.gateway.token) == [others], "\(path)")
        }
    }

    @Test("a draft's cover is visible to its submitter, and to moderators once it is submitted")
    func drafts() async throws {
        let people = try await Self.make()
        let submitter = Submitter(gateway: people.gateway, token: people.owner)
        let song = TaggedWAV.file(
            [("TIT2", "Song"), ("TPE1", "Singer"), ("TALB", "Album")], seed: 9, frames: 44_100)
        let given = try await submitter.upload(song, as: "song.wav")
        let draft = "/api/v1/submissions/" + (try #require(given["id"] as? String, "\(given)"))
        let cover = try await set("navy", at: draft + "/cover", of: people, "cover")
        #expect(try await people.statuses(cover, as: people.owner) == [200])
        #expect(try await people.statuses(cover, as: people.stranger, people.gateway.token) == [404])
        let submitted = try await submitter.post(draft + "/submit")
        #expect(submitted.status == 200, "\(submitted.text)")
        #expect(try await people.statuses(cover, as: people.owner, people.gateway.token) == [200])
        #expect(try await people.statuses(cover, as: people.stranger) == [404])
    }
}
