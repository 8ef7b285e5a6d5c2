import Accounts
import Foundation
import HTTPTypes
import OpenSubsonicAPI
import Primitives
import RouterSupport
import Support
import Testing

/// Hostile requests to every row of the endpoint table.
@Suite("An attacker") struct AttackTests {
    private static let ids = [
        "id", "albumId", "artistId", "songId", "playlistId", "mediaId", "songIdToAdd", "current", "username", "name",
        "genre", "query", "artist", "title", "comment", "message", "url", "streamUrl", "type", "format", "state",
        "mediaType", "transcodeParams",
    ]
    private static let numbers = [
        "size", "count", "offset", "songCount", "songOffset", "albumCount", "albumOffset", "artistCount",
        "artistOffset", "fromYear", "toYear", "position", "positionMs", "currentIndex", "rating", "time", "timeOffset",
        "maxBitRate", "musicFolderId", "ifModifiedSince", "songIndexToRemove", "since", "expires", "offsetMs",
    ]

    private static let rest = Task { try await RestFixture() }

    private static let texts = [
        "", "../../x", "tr-../../../etc/passwd", "tr-\r\nSet-Cookie: x=1", "al-\u{0}", "%", "_", "tr-%25",
        "'; DROP TABLE track;--", "\" OR 1=1", "<script>alert(1)</script>", "\u{1B}[31m\u{7}\u{202E}", "\u{FFFF}",
        "mp3 -i /etc/passwd", "file:///etc/passwd", String(repeating: "tr-", count: 3000),
    ]
    private static let amounts = [
        "2147483648", "-1", "1000000000", "9223372036854775807", "-9223372036854775808", "99999999999999999999",
        "1e9", "NaN", "0x10", "١٢",
    ]

    /// Checks that the server did not fail, and that the reply contains no path of the server and no request text in
    /// its header fields.
    private func check(_ reply: RouterReply, _ what: String, _ rest: RestFixture) {
        #expect(reply.status.code < 500, "\(what): \(reply.status) \(reply.text.prefix(300))")
        let text = reply.text
        for leak in [rest.folder.path, "SQLite", "root:x:", rest.secret(.ada), rest.secret(.bo)] {
            #expect(!text.contains(leak), "\(what): \(leak)")
        }
        #expect(reply.headers[.setCookie] == nil, "\(what)")
        if reply.headers[.contentType]?.hasPrefix("application/json") == true {
            #expect(reply.envelope["status"] != nil, "\(what): \(text.prefix(300))")
        }
    }

    /// The catalog as every user sees it, and ada's own data.
    private func state(_ rest: RestFixture) async throws -> [String] {
        var texts: [String] = []
        for (name, more) in [
            ("getAlbumList2", [("type", "alphabeticalByName"), ("size", "500")]), ("getArtists", []),
            ("getPlaylists", []), ("getStarred2", []), ("getUser", [("username", "ada")]),
        ] { texts.append(try await rest.get(name, more).text) }
        return texts
    }

    @Test("cannot make an endpoint fail by SQL, markup or control characters")
    func nonsense() async throws {
        let rest = try await RestFixture()
        let before = try await state(rest)
        for text in Self.texts {
            for row in rest.api.endpoints {
                let reply = try await rest.get(row.name, Self.ids.map { ($0, text) }, as: .bo)
                check(reply, "\(row.name) of \(text.debugDescription.prefix(40))", rest)
            }
        }
        #expect(try await state(rest) == before)
    }

    @Test("cannot make an endpoint fail by extreme numbers", arguments: amounts) func bounds(
        amount: String
    ) async throws {
        let rest = try await Self.rest.value
        let (song, album) = (try await rest.song("Sinnerman"), try await rest.album("Pastel Blues"))
        let proper = [
            ("id", song), ("mediaId", song), ("mediaType", "song"), ("state", "playing"), ("type", "newest"),
            ("query", ""), ("albumId", album), ("genre", "noise"), ("playlistId", "pl-nothing"), ("current", song),
        ]
        for row in rest.api.endpoints {
            for chosen in [Self.numbers, ["size", "count"], ["offset", "songOffset", "albumOffset"], ["timeOffset"]] {
                let reply = try await rest.get(row.name, proper + chosen.map { ($0, amount) }, as: .bo)
                check(reply, "\(row.name) with \(chosen.first ?? "") \(amount)", rest)
            }
        }
        let after = try await rest.get("getSong", [("id", song)], as: .bo)
        #expect(after.errorCode == nil && after.text.contains("Sinnerman"), "\(after.text)")
    }

    @Test("with one library sees nothing of the other by any of its ids, at any endpoint")
    func libraries() async throws {
        let rest = try await RestFixture()
        let (album, song) = (try await rest.album("Hidden"), try await rest.song("Unheard"))
        let artist = try await rest.artist("Secret Band")
        let mine = try await rest.json("createPlaylist", [("name", "Of ada alone"), ("songId", song)])
        let playlist = try #require((mine["playlist"] as? [String: Any])?["id"] as? String)
        let names = [
            "id", "albumId", "artistId", "songId", "playlistId", "mediaId", "songIdToAdd", "current",
        ]
        for id in [album, song, artist, playlist] {
            for row in rest.api.endpoints {
                for name in names {
                    let parameters = [
                        (name, id), ("name", "x"), ("rating", "3"), ("type", "newest"), ("mediaType", "song"),
                        ("state", "playing"), ("positionMs", "0"), ("query", ""), ("currentIndex", "0"),
                        ("artist", "Secret Band"), ("title", "Unheard"), ("transcodeParams", "mp3-128-44100-2-0"),
                    ]
                    let reply = try await rest.get(row.name, parameters, as: .bo)
                    check(reply, "\(row.name) \(name)=\(id)", rest)
                    let text = reply.text
                    for secret in ["Unheard", "Secret Band", "Hidden", "Of ada alone"] {
                        #expect(!text.contains(secret), "\(row.name) \(name)=\(id): \(text.prefix(300))")
                    }
                    let type = reply.headers[.contentType] ?? ""
                    if name == "id", row.name != "getAvatar" {
                        #expect(!type.hasPrefix("audio/") && !type.hasPrefix("image/"), "\(row.name) of \(id)")
                    }
                }
            }
        }
        let seen = try await rest.get("getSong", [("id", song)])
        #expect(!seen.text.contains("userRating") && !seen.text.contains("starred"))
        let kept = try await rest.json("getPlaylist", [("id", playlist)])
        #expect((kept["playlist"] as? [String: Any])?["name"] as? String == "Of ada alone")
    }

    @Test("cannot run a script by the name of a callback") func callbacks() async throws {
        let rest = try await RestFixture()
        for callback in [
            "alert(1)//", "a;b", "a=1", "</script><script>", "a\r\nX-Injected: 1", "a\u{2028}b", "a[0]", "", "a b",
            String(repeating: "a", count: 5000), "a/**/", "1a", "a%0d",
        ] {
            let reply = try await rest.get("ping", [("f", "jsonp"), ("callback", callback)], format: nil)
            #expect(reply.headers[.contentType]?.contains("javascript") != true, "\(callback.prefix(30))")
            #expect(!reply.headers.contains { $0.name.canonicalName == "x-injected" })
            #expect(callback.count < 3 || !reply.text.contains(callback), "\(callback.prefix(30))")
        }
        #expect(try await rest.get("ping", [("f", "../../x")], format: nil).status.code < 500)
    }

    @Test("may send ten thousand ids in one call, and no more") func many() async throws {
        let rest = try await RestFixture()
        let song = try await rest.song("Sinnerman")
        let type = "application/x-www-form-urlencoded"
        for (endpoint, name, more) in [
            ("savePlayQueue", "id", "&current=\(song)"), ("createPlaylist", "songId", "&name=Long"), ("star", "id", ""),
            ("scrobble", "id", ""), ("unstar", "id", ""),
        ] {
            for count in [10_000, 19_000, 40_000] {
                let ids = String(repeating: "&\(name)=\(song)", count: count)
                let reply = try await rest.post(
                    endpoint, body: "apiKey=\(rest.secret(.bo))&c=test&f=json\(more)\(ids)", type: type)
                check(reply, "\(endpoint) with \(count)", rest)
                if count > 10_000 { #expect(reply.envelope["status"] as? String != "ok", "\(endpoint) with \(count)") }
            }
        }
        #expect(try await rest.get("ping").errorCode == nil)
    }
}
