import RouterSupport
import Support
import Accounts
import Foundation
import GRDB
import HTTPTypes
import Primitives
import Testing

@testable import OpenSubsonicAPI
@testable import SQLiteStore

@Suite("Attributes") struct AttributeTests {
    @Test("name a song's converted format only for users whose bitrate limit requires it")
    func transcoded() async throws {
        let rest = try await RestFixture()
        let song = ("id", try await rest.song("Sinnerman"))
        func attributes(_ person: RestFixture.Person) async throws -> [String?] {
            let found = try await rest.json("getSong", [song], as: person)["song"] as? [String: Any]
            return ["suffix", "contentType", "transcodedSuffix", "transcodedContentType"].map { found?[$0] as? String }
        }
        #expect(try await attributes(.ada) == ["wav", "audio/wav", nil, nil])
        let bo = try await rest.principal(.bo).user
        _ = try await rest.users.edit(bo, UserChange(maximumBitrate: .some(128)), as: .commandLine)
        rest.clock.advance(by: .seconds(3600))
        #expect(try await attributes(.bo) == ["wav", "audio/wav", "mp3", "audio/mpeg"])
        let sent = try await rest.get("stream", [song], as: .bo, method: .head)
        #expect(sent.headers[.contentType] == "audio/mpeg")
    }

    @Test("of an album are those that the specification declares")
    func album() async throws {
        let rest = try await RestFixture()
        let id = ("id", try await rest.album("Sampler"))
        let album = try #require(try await rest.json("getAlbum", [id])["album"] as? [String: Any])
        #expect(album["name"] as? String == "Sampler" && album["title"] == nil && album["album"] == nil)
    }

    @Test(
        "contain Last.fm addresses in that site's encoding",
        arguments: [
            ("Nina Simone", "https://www.last.fm/music/Nina+Simone"),
            ("AC/DC", "https://www.last.fm/music/AC%2FDC"), ("+/-", "https://www.last.fm/music/%2B%2F-"),
            ("Łąki Łan", "https://www.last.fm/music/%C5%81%C4%85ki+%C5%81an"),
        ])
    func addresses(name: String, address: String) {
        #expect(LastFMAddress.artist(name) == address)
        #expect(LastFMAddress.album("A B", by: name) == address + "/A+B")
    }

    @Test("contain the time of a user's last picture change, if any")
    func avatar() async throws {
        let rest = try await RestFixture()
        func changed() async throws -> String? {
            (try await rest.json("getUser", [("username", "bo")], as: .bo)["user"] as? [String: Any])?[
                "avatarLastChanged"] as? String
        }
        #expect(try await changed() == nil)
        let bo = try await rest.principal(.bo).user.rawValue
        try await rest.database.write(.accounts) { db in
            try db.execute(
                sql: "UPDATE account SET picture_changed_at = 1700000000000 WHERE id = ?", arguments: [bo])
        }
        rest.clock.advance(by: .seconds(3600))
        #expect(try await changed()?.hasPrefix("2023-11-14T22:13:20") == true)
    }
}
