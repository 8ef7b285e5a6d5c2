import Foundation
import HTTPTypes
import Testing

@testable import OpenSubsonicAPI

@Suite("Ids of missing songs") struct StaleIDTests {
    private static let gone = ["tr-01900000-0000-7000-8000-000000000000", "17", "", "al-"]

    private func songs(_ rest: RestFixture) async throws -> (String, String, String) {
        (try await rest.song("Be My Husband"), try await rest.song("Sinnerman"), try await rest.song("Loose end"))
    }

    @Test("are left out of a queue, and the current song becomes the nearest remaining one")
    func queue() async throws {
        let rest = try await RestFixture()
        let (one, two, three) = try await songs(rest)
        let hidden = try await rest.song("Unheard")
        /// The ids, the current one, the remaining one that becomes current, and whether the position is kept.
        let cases: [([String], String?, String, Bool)] = [
            ([one, Self.gone[0], two], one, one, true), ([one, Self.gone[0], two], Self.gone[0], two, false),
            ([one, two, Self.gone[1]], Self.gone[1], two, false), ([hidden, one, two], two, two, true),
            ([one, two, three], Self.gone[0], one, false), ([one, two], "nonsense", one, false),
            ([Self.gone[0], hidden, three], nil, three, false), ([hidden, one, hidden, two], hidden, one, false),
        ]
        for (ids, current, becomes, keepsPosition) in cases {
            let parameters = ids.map { ("id", $0) } + (current.map { [("current", $0)] } ?? [])
            let saved = try await rest.get("savePlayQueue", parameters + [("position", "1500")], as: .bo)
            #expect(saved.errorCode == nil, "\(saved.text)")
            let queue = try await rest.json("getPlayQueue", as: .bo)["playQueue"] as? [String: Any]
            let entries = (queue?["entry"] as? [[String: Any]])?.compactMap { $0["id"] as? String }
            #expect(entries == ids.filter { [one, two, three].contains($0) })
            #expect(queue?["current"] as? String == becomes, "\(ids) at \(current ?? "none")")
            #expect(queue?["position"] as? Int == (keepsPosition ? 1_500 : 0))
        }
        let byIndex = [("id", Self.gone[0]), ("id", one), ("id", Self.gone[1]), ("id", two), ("currentIndex", "2")]
        #expect(try await rest.get("savePlayQueueByIndex", byIndex, as: .bo).errorCode == nil)
        let queue = try await rest.json("getPlayQueueByIndex", as: .bo)["playQueueByIndex"] as? [String: Any]
        #expect(queue?["currentIndex"] as? Int == 1)
        #expect(
            try await rest.get("savePlayQueueByIndex", [("id", one), ("currentIndex", "1")], as: .bo).errorCode == 10)
    }

    @Test("fail a call only if no other id remains, and then nothing changes")
    func nothingLeft() async throws {
        let rest = try await RestFixture()
        let (one, _, _) = try await songs(rest)
        _ = try await rest.json("savePlayQueue", [("id", one)])
        let made = try await rest.json("createPlaylist", [("name", "Kept"), ("songId", one)])
        let list = try #require((made["playlist"] as? [String: Any])?["id"] as? String)
        let gone = Self.gone[0]
        for (endpoint, parameters) in [
            ("savePlayQueue", [("id", gone), ("id", "17")]),
            ("savePlayQueueByIndex", [("id", gone), ("currentIndex", "0")]),
            ("createPlaylist", [("name", "New"), ("songId", gone)]),
            ("createPlaylist", [("playlistId", list), ("songId", gone)]),
            ("updatePlaylist", [("playlistId", list), ("songIdToAdd", gone)]),
            ("star", [("id", gone), ("albumId", "al-x")]), ("unstar", [("id", gone)]),
            ("setRating", [("id", gone), ("rating", "3")]), ("setRating", [("id", gone), ("rating", "0")]),
        ] {
            #expect(try await rest.get(endpoint, parameters).errorCode == 70, "\(endpoint)")
        }
        let queue = try await rest.json("getPlayQueue")["playQueue"] as? [String: Any]
        #expect((queue?["entry"] as? [Any])?.count == 1)
        let kept = try await rest.json("getPlaylists")["playlists"] as? [String: [[String: Any]]]
        #expect(kept?["playlist"]?.compactMap { $0["songCount"] as? Int } == [1])
    }

    @Test("are left out of playlists, likes and ratings")
    func others() async throws {
        let rest = try await RestFixture()
        let (one, two, three) = try await songs(rest)
        let gone = Self.gone[0]
        let made = try await rest.json("createPlaylist", [("name", "x"), ("songId", gone), ("songId", one)])
        let list = try #require(made["playlist"] as? [String: Any])
        #expect(list["songCount"] as? Int == 1)
        let id = ("playlistId", list["id"] as? String ?? "")
        #expect(
            try await rest.get("updatePlaylist", [id, ("songIdToAdd", two), ("songIdToAdd", "17")]).errorCode == nil)
        // A new name is a change that remains, so the call succeeds.
        #expect(try await rest.get("updatePlaylist", [id, ("name", "y"), ("songIdToAdd", gone)]).errorCode == nil)
        let changed = try await rest.json("getPlaylist", [("id", id.1)])["playlist"] as? [String: Any]
        #expect(changed?["songCount"] as? Int == 2 && changed?["name"] as? String == "y")
        let album = try await rest.album("Pastel Blues")
        let starred = try await rest.get(
            "star",
            [("id", gone), ("id", one), ("id", three), ("albumId", album), ("albumId", "17"), ("artistId", "ar-x")])
        #expect(starred.errorCode == nil, "\(starred.text)")
        let found = try await rest.json("getStarred2")["starred2"] as? [String: [[String: Any]]]
        #expect(found?["song"]?.count == 2 && found?["album"]?.count == 1)
        #expect(try await rest.get("unstar", [("id", gone), ("id", one)]).errorCode == nil)
        let left = try await rest.json("getStarred2")["starred2"] as? [String: [[String: Any]]]
        #expect(left?["song"]?.count == 1)
        #expect(try await rest.get("setRating", [("id", gone), ("id", two), ("rating", "4")]).errorCode == nil)
        #expect((try await rest.json("getSong", [("id", two)])["song"] as? [String: Any])?["userRating"] as? Int == 4)
    }
}
