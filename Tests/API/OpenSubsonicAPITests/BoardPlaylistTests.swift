import RouterSupport
import Support
import Accounts
import Board
import Catalog
import Foundation
import HTTPTypes
import Primitives
import Testing

@Suite("Board days for remote clients") struct BoardPlaylistTests {
    private func days(_ reply: [String: Any]) -> [[String: Any]] {
        let lists = (reply["playlists"] as? [String: Any])?["playlist"] as? [[String: Any]] ?? []
        return lists.filter { ($0["id"] as? String)?.hasPrefix("bo-") == true }
    }

    private func post(_ title: String, _ rest: RestFixture, as person: RestFixture.Person) async throws {
        let track = ID<Track>(String(try await rest.song(title).dropFirst(3)))
        _ = try await rest.board.post(
            PostDraft(.track(track), caption: nil), as: rest.principal(person), from: "test")
    }

    @Test("are read-only playlists of the songs that each user may hear")
    func playlists() async throws {
        let rest = try await RestFixture()
        #expect(days(try await rest.json("getPlaylists")).isEmpty)
        try await post("Unheard", rest, as: .ada)
        #expect(days(try await rest.json("getPlaylists", as: .bo)).isEmpty)
        rest.clock.advance(by: .milliseconds(1))
        try await post("Sinnerman", rest, as: .bo)
        let listed = days(try await rest.json("getPlaylists", as: .bo))
        let day = try #require(listed.first)
        let id = try #require(day["id"] as? String)
        #expect(listed.count == 1 && day["songCount"] as? Int == 1 && day["readonly"] as? Bool == true)
        #expect(day["validUntil"] is String && day["name"] as? String == "Daily board " + id.dropFirst(3))
        for (person, titles) in [(RestFixture.Person.ada, ["Unheard", "Sinnerman"]), (.bo, ["Sinnerman"])] {
            let whole = try await rest.json("getPlaylist", [("id", id)], as: person)
            let entries = (whole["playlist"] as? [String: Any])?["entry"] as? [[String: Any]]
            #expect(entries?.compactMap { $0["title"] as? String } == titles)
        }
        for (endpoint, parameters) in [
            ("deletePlaylist", [("id", id)]), ("updatePlaylist", [("playlistId", id), ("name", "Mine")]),
            ("createPlaylist", [("playlistId", id)]),
        ] {
            #expect(try await rest.get(endpoint, parameters).errorCode == 50, "\(endpoint)")
        }
        let cover = try await rest.get("getCoverArt", [("id", id)], as: .bo)
        #expect(cover.status == .ok && cover.headers[.contentType]?.hasPrefix("image/") == true)
        for wrong in ["bo-2026-02-30", "bo-tomorrow", "bo-9999-01-01"] {
            #expect(try await rest.get("getPlaylist", [("id", wrong)]).errorCode == 70, "\(wrong)")
        }
    }

    @Test("the chat shows users by their sign-in names") func chat() async throws {
        let rest = try await RestFixture()
        _ = try await rest.json("addChatMessage", [("message", "Hello")], as: .bo)
        let bo = try await rest.principal(.bo)
        _ = try await rest.users.edit(bo.user, .init(displayName: "Somebody else"), as: .commandLine)
        let messages = try await rest.json("getChatMessages")["chatMessages"] as? [String: Any]
        let names = (messages?["chatMessage"] as? [[String: Any]])?.map { $0["username"] as? String }
        #expect(names == ["bo"])
    }
}
