import Primitives
import Accounts
import OpenSubsonicAPI
import Support
import HTTPTypes
import Foundation
import GRDB
import Testing

@Suite("Lists for remote clients") struct ListTests {
    private static let shared = Task { try await RestFixture() }

    private func names(_ parameters: [(String, String)]) async throws -> [String] {
        let reply = try await Self.shared.value.json("getAlbumList2", parameters)
        let albums = (reply["albumList2"] as? [String: Any])?["album"] as? [[String: Any]]
        return albums?.compactMap { $0["name"] as? String } ?? []
    }

    @Test(
        "come in pages that fit together and end",
        arguments: ["alphabeticalByName", "alphabeticalByArtist", "newest", "random", "byYear"])
    func pages(type: String) async throws {
        let years = type == "byYear" ? [("fromYear", "1900"), ("toYear", "2100")] : []
        var (seen, offset): ([String], Int) = ([], 0)
        while true {
            let page = try await names(
                [("type", type), ("size", "2"), ("offset", "\(offset)")] + years)
            seen += page
            offset += 2
            if page.isEmpty { break }
        }
        let all = try await names([("type", "alphabeticalByName"), ("size", "500")])
        #expect(Set(seen).count == seen.count)
        #expect(
            Set(seen) == Set(all).subtracting(type == "byYear" ? ["Loose end", "Unknown album"] : [])
                || seen.count == all.count)
        if type == "alphabeticalByName" { #expect(seen == all) }
    }

    @Test("by year follow the order of the given years") func years() async throws {
        #expect(
            try await names([("type", "byYear"), ("fromYear", "1960"), ("toYear", "1970")]) == [
                "Pastel Blues", "High Priestess",
            ])
        #expect(
            try await names([("type", "byYear"), ("fromYear", "1970"), ("toYear", "1960")]) == [
                "High Priestess", "Pastel Blues",
            ])
        #expect(try await names([("type", "byYear"), ("fromYear", "0"), ("toYear", "0")]) == [])
    }

    @Test("of the oldest search contain only results newer than requested") func newer() async throws {
        let rest = try await RestFixture()
        let songs = try await rest.json("search3", [("query", "Sinnerman"), ("songCount", "10")])
        let found = (songs["searchResult3"] as? [String: Any])?["song"] as? [[String: Any]] ?? []
        let last = try #require(found.last?["id"] as? String)
        #expect(found.count == 2)
        try await DatabaseQueue(path: rest.folder.path + "/data/rondo.sqlite").write { db in
            try db.execute(
                sql: "UPDATE track SET added_at = added_at + 5000 WHERE id = ?", arguments: [String(last.dropFirst(3))])
        }
        let now: Timestamp = rest.clock.now()
        let reply = try await rest.json(
            "search", [("any", "Sinnerman"), ("count", "1"), ("newerThan", "\(now.milliseconds + 1)")])
        let result = try #require(reply["searchResult"] as? [String: Any])
        #expect((result["match"] as? [[String: Any]])?.map { $0["id"] as? String } == [last])
        #expect(result["totalHits"] as? Int == 1)
    }

    @Test("by genre match it in any case") func genre() async throws {
        #expect(try await names([("type", "byGenre"), ("genre", "JAZZ")]) == ["Pastel Blues"])
        #expect(try await names([("type", "byGenre"), ("genre", "nonsense")]) == [])
    }

    @Test("can be limited to one music folder") func folder() async throws {
        #expect(try await names([("type", "newest"), ("musicFolderId", "2")]) == ["Hidden"])
        let rest = try await Self.shared.value
        let found = try await rest.get("getArtists", [("musicFolderId", "2")]).text
        #expect(found.contains("Secret Band") && !found.contains("Nina"))
    }

    @Test(
        "of everything are returned by the empty search, with and without quotes", arguments: ["", "\"\"", "''", "*"])
    func everything(query: String) async throws {
        let rest = try await Self.shared.value
        let reply = try await rest.json(
            "search3", [("query", query), ("songCount", "3"), ("songOffset", "6"), ("artistCount", "0")])
        let found = try #require(reply["searchResult3"] as? [String: [[String: Any]]])
        #expect(found["artist"]?.count == 0 && found["album"]?.count == 5 && found["song"]?.count == 2)
    }

    @Test("of search results come in pages that fit together") func search() async throws {
        let rest = try await Self.shared.value
        var titles: [String] = []
        for offset in 0..<4 {
            let reply = try await rest.json(
                "search3", [("query", "\"nina\""), ("songCount", "2"), ("songOffset", "\(offset * 2)")])
            let found = try #require(reply["searchResult3"] as? [String: [[String: Any]]])
            titles += found["song"]?.compactMap { $0["title"] as? String } ?? []
        }
        #expect(titles.count == 5 && Set(titles).count == 5)
    }

    @Test("of all podcasts are bounded, with the newest episodes and short descriptions") func podcasts() async throws {
        let rest = try await RestFixture()
        let text = "<description>" + String(repeating: "x", count: 900) + "</description>"
        let names = (0..<500).map { "E\($0)" }
        for place in 0..<11 {
            let address = "https://podcast.example/\(place)"
            rest.podcastHost.put(PodcastHost.feed("P\(place)", place == 0 ? ["E"] : names, more: text), at: address)
            _ = try await rest.get("createPodcastChannel", [("url", address)])
        }
        func channels(_ query: [(String, String)] = []) async throws -> [[String: Any]] {
            let reply = try await rest.get("getPodcasts", query).envelope["podcasts"] as? [String: Any]
            return reply?["channel"] as? [[String: Any]] ?? []
        }
        let all = try await channels()
        let counts = all.map { ($0["episode"] as? [Any])?.count ?? 0 }
        #expect(all.count == 11 && counts.reduce(0, +) == 5000 && counts.max() ?? 0 <= 500)
        #expect(all.allSatisfy { ($0["description"] as? String)?.count == 300 })
        let id = try #require(all.last?["id"] as? String)
        let one = try await channels([("id", id)])
        #expect(one.count == 1 && (one.first?["description"] as? String)?.count == 900)
    }
}
