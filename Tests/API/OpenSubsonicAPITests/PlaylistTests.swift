import Foundation
import HTTPTypes
import RouterSupport
import Testing

@Suite("Playlists of remote clients") struct PlaylistTests {
    private func titles(_ reply: [String: Any]) -> [String] {
        let entries = (reply["playlist"] as? [String: Any])?["entry"] as? [[String: Any]]
        return entries?.compactMap { $0["title"] as? String } ?? []
    }

    @Test("are made, shown, changed and deleted") func life() async throws {
        let rest = try await RestFixture()
        let (husband, sinnerman) = (try await rest.song("Be My Husband"), try await rest.song("Sinnerman"))
        let loose = try await rest.song("Loose end")
        let made = try await rest.json(
            "createPlaylist", [("name", "Mix"), ("songId", husband), ("songId", sinnerman), ("songId", husband)],
            as: .bo)
        let id = try #require((made["playlist"] as? [String: Any])?["id"] as? String)
        #expect(titles(made) == ["Be My Husband", "Sinnerman", "Be My Husband"])
        _ = try await rest.json(
            "updatePlaylist",
            [
                ("playlistId", id), ("name", "Other mix"), ("comment", "For <late> nights"), ("songIndexToRemove", "0"),
                ("songIndexToRemove", "1"), ("songIdToAdd", loose),
            ], as: .bo)
        let changed = try await rest.json("getPlaylist", [("id", id)], as: .bo)
        #expect(titles(changed) == ["Be My Husband", "Loose end"])
        let playlist = try #require(changed["playlist"] as? [String: Any])
        #expect(playlist["name"] as? String == "Other mix" && playlist["comment"] as? String == "For <late> nights")
        #expect(playlist["owner"] as? String == "bo" && playlist["public"] as? Bool == false)
        let replaced = try await rest.json("createPlaylist", [("playlistId", id), ("songId", sinnerman)], as: .bo)
        #expect(titles(replaced) == ["Sinnerman"])
        let picture = try await rest.get("getCoverArt", [("id", id)], as: .bo)
        #expect(picture.status == .ok && picture.headers[.contentType]?.hasPrefix("image/") == true)
        #expect(try await rest.get("deletePlaylist", [("id", id)], as: .bo).errorCode == nil)
        #expect(try await rest.get("getPlaylist", [("id", id)], as: .bo).errorCode == 70)
    }

    @Test("are accessible only to their owner") func owners() async throws {
        let rest = try await RestFixture()
        let made = try await rest.json("createPlaylist", [("name", "Mine")])
        let id = try #require((made["playlist"] as? [String: Any])?["id"] as? String)
        for (endpoint, parameters) in [
            ("getPlaylist", [("id", id)]), ("deletePlaylist", [("id", id)]),
            ("updatePlaylist", [("playlistId", id), ("name", "Yours")]),
            ("createPlaylist", [("playlistId", id)]), ("getCoverArt", [("id", id)]),
        ] {
            #expect(try await rest.get(endpoint, parameters, as: .bo).errorCode == 70, "\(endpoint)")
        }
        _ = try await rest.json("updatePlaylist", [("playlistId", id), ("public", "true")])
        #expect(try await rest.get("getPlaylist", [("id", id)], as: .bo).errorCode == nil)
        #expect(try await rest.get("updatePlaylist", [("playlistId", id), ("name", "Ours")], as: .bo).errorCode == 50)
        #expect(try await rest.get("deletePlaylist", [("id", id)], as: .bo).errorCode == 50)
        #expect(try await rest.get("getPlaylists", [("username", "ada")], as: .bo).errorCode == 50)
        let hidden = try await rest.song("Unheard")
        #expect(
            try await rest.get("createPlaylist", [("name", "x"), ("songId", hidden)], as: .bo).errorCode == 70)
    }
}
