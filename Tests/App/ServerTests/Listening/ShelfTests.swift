import Foundation
import RouterSupport
import Support
import Testing

/// Likes, ratings and playlists of the real server, used as by scripts.
@Suite("The shelf", .timeLimit(.minutes(10))) struct ShelfTests {
    private static let server = Task { try await MusicServer() }

    @Test("likes and ratings are in every body, and are published on the user's own event stream")
    func annotations() async throws {
        let gateway = try await Self.server.value
        let stream = try await gateway.open("/api/v1/events")
        _ = try await stream.text(through: "retry: 3000")
        let path = "/api/v1/tracks/\(gateway.track)"
        let liked = try await gateway.request("PUT", path + "/like")
        #expect(liked.status == 200 && liked.json?["liked"] as? Bool == true, "\(liked.text)")
        let rated = try await gateway.request("PUT", path + "/rating", json: #"{"rating":4.5,"review":"Loud\nNoise"}"#)
        #expect(rated.json?["averageRating"] as? Double == 4.5 && rated.json?["review"] as? String == "Loud\nNoise")
        let told = try await stream.text(through: "event: rating")
        #expect(told.contains("event: opinions") && told.contains(gateway.track))
        await stream.close()
        for list in ["/api/v1/tracks?liked=true&rating_min=4.5", "/api/v1/tracks?sort=liked", "/api/v1/me/likes"] {
            let items = try await gateway.request("GET", list).json?["items"] as? [[String: Any]]
            #expect(items?.first?["rating"] as? Double == 4.5 && items?.first?["liked"] as? Bool == true, "\(list)")
        }
        #expect(try await gateway.request("GET", path).json?["ratingCount"] as? Int == 1)
        let search = try await gateway.request("GET", "/api/v1/search?q=noise").json?["tracks"] as? [[String: Any]]
        #expect(search?.first?["liked"] as? Bool == true)
        let person = try await gateway.person("bea", role: "listener")
        let others = try await gateway.request("GET", path + "/reviews", as: person)
        #expect((others.json?["items"] as? [Any])?.count == 0)
        #expect(try await gateway.request("PUT", "/api/v1/me/sharing", json: #"{"opinions":"gateway"}"#).status == 200)
        let shared = try await gateway.request("GET", path + "/reviews", as: person)
        #expect((shared.json?["items"] as? [[String: Any]])?.first?["review"] as? String == "Loud\nNoise")
        #expect(try await gateway.request("DELETE", path + "/rating").json?["ratingCount"] as? Int == 0)
        #expect(try await gateway.request("DELETE", path + "/like").json?["liked"] as? Bool == false)
    }

    @Test("a like made offline keeps its own time, but never a future one")
    func likeOfBefore() async throws {
        let gateway = try await Self.server.value
        let own = try await gateway.person("late", role: "listener")
        let path = "/api/v1/tracks/\(gateway.track)/like"
        #expect(try await gateway.request("PUT", path + "?at=1999-12-31T00:00:00Z", as: own).code == "invalid")
        let time = "2026-11-01T07:00:00.000Z"
        #expect(try await gateway.request("PUT", path + "?at=\(time)", as: own).json?["likedAt"] as? String == time)
        #expect(try await gateway.request("PUT", path, as: own).json?["likedAt"] as? String == time)
        #expect(try await gateway.request("DELETE", path, as: own).status == 200)
        let later = try await gateway.request("PUT", path + "?at=2999-01-01T00:00:00Z", as: own)
        #expect(try #require(later.json?["likedAt"] as? String) < "2999")
    }

    @Test(
        "invalid ratings are refused by field",
        arguments: [
            (#"{"rating":0.5}"#, "rating"), (#"{"rating":5.5}"#, "rating"), (#"{"rating":3.25}"#, "rating"),
            (#"{"rating":"3"}"#, "rating"), (#"{}"#, "rating"), (#"{"rating":1e400}"#, nil),
            (#"{"rating":3,"review":7}"#, "review"), (#"{"rating":3,"stars":3}"#, "stars"),
        ])
    func refused(json: String, field: String?) async throws {
        let gateway = try await MusicServer.shared.value
        let reply = try await gateway.request("PUT", "/api/v1/tracks/\(gateway.track)/rating", json: json)
        #expect(reply.status == 400 && reply.json?["field"] as? String == field, "\(reply.text)")
    }

    @Test("a playlist is made, filled, reordered, exported, imported, covered and deleted")
    func playlist() async throws {
        let gateway = try await Self.server.value
        let made = try await gateway.request(
            "POST", "/api/v1/playlists",
            json: #"{"name":"Mix / ł","description":"d","trackIds":["\#(gateway.track)","\#(gateway.track)"]}"#)
        #expect(made.status == 201 && made.json?["entryCount"] as? Int == 2, "\(made.text)")
        let path = "/api/v1/playlists/\(made.json?["id"] as? String ?? "")"
        let entries = try await gateway.request("GET", path + "/entries?limit=1")
        let first = try #require((entries.json?["items"] as? [[String: Any]])?.first?["id"] as? String)
        #expect(entries.json?["revision"] as? Int == 1 && entries.json?["nextCursor"] is String)
        let added = try await gateway.request(
            "POST", path + "/entries", json: #"{"trackIds":["\#(gateway.track)"],"after":"\#(first)","revision":1}"#)
        #expect(added.status == 200 && added.json?["revision"] as? Int == 2, "\(added.text)")
        let late = try await gateway.request(
            "POST", path + "/entries/remove", json: #"{"indices":[0],"revision":1}"#)
        #expect(late.status == 409 && late.json?["reason"] as? String == "playlist_changed")
        let blind = try await gateway.request("POST", path + "/entries/remove", json: #"{"indices":[0]}"#)
        #expect(blind.status == 400 && blind.json?["field"] as? String == "revision")
        #expect(try await gateway.request("POST", path + "/entries/move", json: #"{"entryIds":["x"]}"#).status == 400)
        let named = try await gateway.request("PATCH", path, json: #"{"name":"  New\nname ","visibility":"public"}"#)
        #expect(named.json?["name"] as? String == "New name" && named.json?["visibility"] as? String == "public")
        for json in [#"{"name":"\u200b"}"#, #"{"visibility":"secret"}"#, #"{"editors":["nobody"]}"#, #"{"x":1}"#] {
            #expect(try await gateway.request("PATCH", path, json: json).status == 400, "\(json)")
        }
        for format in ["m3u8", "xspf", "jspf"] {
            let file = try await gateway.request("GET", path + "/export?format=\(format)")
            #expect(
                file.status == 200
                    && file["content-disposition"]?.contains("filename*=UTF-8''New%20name.\(format)") == true)
            let imported = try await gateway.send(
                "POST", "/api/v1/playlists/import?name=Again", [("Authorization", "Bearer \(gateway.token)")],
                body: file.body)
            #expect(imported.status == 201 && imported.json?["found"] as? Int == 3, "\(format) \(imported.text)")
        }
        let person = try await gateway.person("bea-lists", role: "listener")
        #expect(try await gateway.request("GET", path, as: person).json?["mayEdit"] as? Bool == false)
        #expect(try await gateway.request("PATCH", path, json: "{}", as: person).status == 403)
        #expect(try await gateway.request("DELETE", path).status == 204)
        #expect(try await gateway.request("GET", path, as: person).status == 404)
        let list = try await gateway.request("GET", "/api/v1/playlists?sort=changed&whose=own")
        #expect((list.json?["items"] as? [Any])?.count == 3)
    }
}
