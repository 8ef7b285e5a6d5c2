import Foundation
import Support
import Testing

/// A person who was given one of two libraries calls everything that shows music. The admin has the other one too,
/// which names a thing that the person must never come across: `Nachtigall`. The same is done with a library of which
/// everything is explicit, for a person who does not get to see that.
@Suite("Access to libraries", .timeLimit(.minutes(10))) struct LibraryAccessTests {
    private static let secret = "Nachtigall"

    private struct Fixture {
        let gateway: MusicServer
        let open: String
        let hidden: String
        let person: String
        let token: String
        /// Things of the hidden library, as the admin sees them.
        let track: [String: Any]
        let openTrack: [String: Any]
        let genre: String
        /// The admin's, of a song of the hidden library.
        let post: String
        /// The person's own, of both libraries.
        let playlist: String
        /// On the person's shelf: the song of the hidden library, and an entry.
        let shelved: String
        let entry: String
        /// The person's, of which the hidden library may have the song.
        let wish: String

        func id(_ name: String) -> String { track[name] as? String ?? "" }

        func request(
            _ method: String, _ path: String, _ fields: [(String, String)] = [], json: String? = nil
        ) async throws -> HTTPReply {
            try await gateway.request(method, path, fields, json: json, as: token)
        }

        /// Takes the hidden library, or what is explicit, from the person.
        func hide(_ isExplicit: Bool) async throws -> HTTPReply {
            guard isExplicit else { return try await give(#"["\#(open)"]"#) }
            return try await gateway.request("PATCH", "/api/v1/users/\(person)", json: #"{"explicit":false}"#)
        }

        func give(_ libraries: String) async throws -> HTTPReply {
            try await gateway.request("PATCH", "/api/v1/users/\(person)", json: #"{"libraries":\#(libraries)}"#)
        }
    }

    /// - Parameter isExplicit: whether the hidden library's tags say that everything is.
    private static func make(isExplicit: Bool) async throws -> Fixture {
        let gateway = try await MusicServer(frames: 1000)
        let folder = gateway.folder
        for (library, name, genre, colors) in [
            ("music", "Open", "Rock", ["red", "green"]), ("hidden", secret, secret + "musik", ["blue", "orange"]),
        ] {
            let album = folder + "/\(library)/\(name)/Album"
            try FileManager.default.createDirectory(atPath: album, withIntermediateDirectories: true)
            for number in 1...2 {
                let tags =
                    [
                        ("TIT2", "\(name) song \(number)"), ("TPE1", "\(name) singer"), ("TALB", "\(name) album"),
                        ("TCON", genre), ("TCOM", "\(name) writer"), ("TYER", "1999"),
                    ] + (isExplicit && library == "hidden" ? [("TXXX", "ITUNESADVISORY\u{0}1")] : [])
                let bytes = TaggedWAV.file(tags, seed: UInt64(name.count * 10 + number))
                try Data(bytes).write(to: URL(fileURLWithPath: album + "/\(number).wav"))
            }
            try await picture(colors[0], album + "/cover.png")
            try await picture(colors[1], folder + "/\(library)/\(name)/artist.png")
        }
        let added = try await gateway.request(
            "POST", "/api/v1/libraries", json: #"{"name":"Hidden","path":"\#(folder)/hidden"}"#)
        try #require(added.status == 201, "\(added.text)")
        try await gateway.scan()
        let libraries = try #require(
            try await gateway.request("GET", "/api/v1/libraries").json?["items"] as? [[String: Any]])
        let open = try #require(libraries.first { $0["name"] as? String != "Hidden" }?["id"] as? String)
        let hidden = try #require(libraries.first { $0["name"] as? String == "Hidden" }?["id"] as? String)
        let token = try await gateway.person("cleo", role: "moderator")
        let users = try await gateway.request("GET", "/api/v1/users?q=cleo").json?["items"] as? [[String: Any]]
        let tracks = try #require(try await gateway.request("GET", "/api/v1/tracks").json?["items"] as? [[String: Any]])
        let genres = try #require(try await gateway.request("GET", "/api/v1/genres").json?["items"] as? [[String: Any]])
        let secretTrack = try #require(tracks.first { ($0["title"] as? String)?.hasPrefix(secret) == true })
        let post = try await gateway.request(
            "POST", "/api/v1/board/today",
            json: #"{"trackId":"\#(secretTrack["id"] as? String ?? "")","caption":"guess"}"#)
        try #require(post.status == 201, "\(post.text)")
        let listed = tracks.compactMap { $0["id"] as? String }.map { "\"\($0)\"" }.joined(separator: ",")
        let playlist = try await gateway.request(
            "POST", "/api/v1/playlists", json: #"{"name":"Mix","trackIds":[\#(listed)]}"#, as: token)
        try #require(playlist.status == 201, "\(playlist.text)")
        var items: [String] = []
        for json in [#"{"trackId":"\#(secretTrack["id"] as? String ?? "")"}"#, #"{"title":"Gig"}"#] {
            let put = try await gateway.request("POST", "/api/v1/shelf/items", json: json, as: token)
            items.append(try #require(put.json?["id"] as? String, "\(put.text)"))
        }
        let wish = try await gateway.request(
            "POST", "/api/v1/wishes", json: #"{"title":"Something","artist":"Somebody"}"#, as: token)
        try #require(wish.status == 201, "\(wish.text)")
        return Fixture(
            gateway: gateway, open: open, hidden: hidden, person: try #require(users?.first?["id"] as? String),
            token: token, track: secretTrack,
            openTrack: try #require(tracks.first { ($0["title"] as? String)?.hasPrefix("Open") == true }),
            genre: try #require(genres.first { ($0["name"] as? String)?.hasPrefix(secret) == true }?["id"] as? String),
            post: try #require(post.json?["id"] as? String),
            playlist: try #require(playlist.json?["id"] as? String), shelved: items[0], entry: items[1],
            wish: try #require(wish.json?["id"] as? String))
    }

    private static func picture(_ color: String, _ path: String) async throws {
        let made = try await Program.run(
            "/usr/bin/env",
            [
                "ffmpeg", "-nostdin", "-loglevel", "error", "-y", "-f", "lavfi", "-i", "color=\(color)", "-frames:v",
                "1", path,
            ])
        try #require(made.status == 0, "\(made.error)")
    }

    /// Each row of the endpoint table that shows or takes music: the path as it is called, and what the answer must be
    /// where it names something of the other library; 200 where it shows what is left.
    private static func calls(_ fixture: Fixture) async throws -> [(
        row: String, path: String, json: String?, status: Int
    )] {
        let (track, album, cover) = (fixture.id("id"), fixture.id("albumId"), fixture.id("cover"))
        let artists = try #require(fixture.track["artists"] as? [[String: Any]])
        let artist = try #require(artists.first?["id"] as? String)
        let others = try #require(fixture.openTrack["artists"] as? [[String: Any]])
        let seen = try #require(others.first?["id"] as? String)
        let whole = try await fixture.gateway.request("GET", "/api/v1/artists/\(artist)")
        let image = try #require(whole.json?["image"] as? String, "\(whole.text)")
        let play = UUID().uuidString
        let rated = [("tracks", track), ("albums", album), ("artists", artist)].flatMap { kind, id in
            [
                ("PUT", "like", nil), ("DELETE", "like", nil), ("GET", "rating", nil),
                ("PUT", "rating", #"{"rating":3}"#),
                ("DELETE", "rating", nil), ("GET", "reviews", nil),
            ].map { method, name, json in
                ("\(method) /api/v1/\(kind)/{id}/\(name)", "/api/v1/\(kind)/\(id)/\(name)", json as String?, 404)
            }
        }
        let (playlists, own) = ("/api/v1/playlists", "/api/v1/playlists/\(fixture.playlist)")
        let hidden = #"{"trackIds":["\#(track)"]}"#
        let lists: [(row: String, path: String, json: String?, status: Int)] = [
            ("GET \(playlists)", playlists, nil, 200), ("GET \(playlists)/{id}", own, nil, 200),
            ("GET \(playlists)/{id}/entries", own + "/entries", nil, 200),
            ("GET \(playlists)/{id}/outline", own + "/outline", nil, 200),
            ("GET \(playlists)/{id}/export", own + "/export", nil, 200),
            ("GET \(playlists)/{id}/download", own + "/download", nil, 200),
            ("GET /api/v1/albums/{id}/download", "/api/v1/albums/\(album)/download", nil, 404),
            ("POST /api/v1/downloads", "/api/v1/downloads", hidden, 404),
            ("GET \(playlists)/{id}/export", own + "/export?format=xspf", nil, 200),
            (
                "POST \(playlists)/smart/preview", playlists + "/smart/preview",
                #"{"rules":{"match":"all","rules":[]}}"#, 200
            ),
            ("POST \(playlists)", playlists, #"{"name":"x","trackIds":["\#(track)"]}"#, 400),
            ("PUT \(playlists)/{id}/entries", own + "/entries", #"{"trackIds":["\#(track)"],"revision":1}"#, 400),
            ("POST \(playlists)/{id}/entries", own + "/entries", hidden, 400),
            ("POST \(playlists)/{id}/entries/remove", own + "/entries/remove", #"{"indices":[3],"revision":1}"#, 400),
            ("POST \(playlists)/{id}/entries/move", own + "/entries/move", #"{"entryIds":[],"after":null}"#, 200),
            ("POST \(playlists)/{id}/duplicate", own + "/duplicate", "{}", 201),
            ("PATCH \(playlists)/{id}", own, "{}", 200),
        ]
        let shelf = "/api/v1/shelf/items"
        let shelved: [(row: String, path: String, json: String?, status: Int)] = [
            ("GET \(shelf)", shelf, nil, 200), ("GET \(shelf)", shelf + "?sort=title&folder=none", nil, 200),
            ("GET \(shelf)", shelf + "?q=song", nil, 200),
            ("GET \(shelf)/{id}", shelf + "/\(fixture.shelved)", nil, 404),
            ("PATCH \(shelf)/{id}", shelf + "/\(fixture.shelved)", "{}", 404),
            ("POST \(shelf)/{id}/link", shelf + "/\(fixture.entry)/link", #"{"trackId":"\#(track)"}"#, 400),
            ("POST \(shelf)", shelf, #"{"albumId":"\#(album)"}"#, 400),
            ("POST \(shelf)/put", shelf + "/put", #"{"folderId":null,"trackIds":["\#(track)"]}"#, 400),
            ("GET /api/v1/notifications", "/api/v1/notifications", nil, 200),
            ("GET /api/v1/wishes", "/api/v1/wishes", nil, 200),
            (
                "POST /api/v1/wishes/{id}/fulfil", "/api/v1/wishes/\(fixture.wish)/fulfil",
                #"{"trackId":"\#(track)"}"#, 400
            ),
            ("GET /api/v1/wishes/{id}", "/api/v1/wishes/\(fixture.wish)", nil, 200),
            ("POST \(shelf)/remove", shelf + "/remove", #"{"ids":["\#(fixture.shelved)"]}"#, 200),
        ]
        return rated + lists + shelved + [
            ("GET /api/v1/tracks", "/api/v1/tracks?liked=true", nil, 200),
            ("GET /api/v1/tracks", "/api/v1/tracks?sort=liked", nil, 200),
            ("GET /api/v1/tracks", "/api/v1/tracks?rating_min=1&sort=rating", nil, 200),
            ("GET /api/v1/albums", "/api/v1/albums?sort=liked", nil, 200),
            ("GET /api/v1/artists", "/api/v1/artists?sort=liked", nil, 200),
            ("GET /api/v1/artists", "/api/v1/artists?liked=true&role=albumArtist", nil, 200),
            ("GET /api/v1/me/likes", "/api/v1/me/likes", nil, 200),
            ("GET /api/v1/me/likes", "/api/v1/me/likes?kind=album", nil, 200),
            ("GET /api/v1/me/likes", "/api/v1/me/likes?kind=artist", nil, 200),
            ("GET /api/v1/people/{id}/likes", "/api/v1/people/\(fixture.person)/likes", nil, 200),
            ("GET /api/v1/people/{id}", "/api/v1/people/\(fixture.person)", nil, 200),
            ("GET /api/v1/people/{id}/reviews", "/api/v1/people/\(fixture.person)/reviews", nil, 200),
            ("GET /api/v1/tracks", "/api/v1/tracks?limit=500", nil, 200),
            ("GET /api/v1/tracks", "/api/v1/tracks?sort=random&seed=1", nil, 200),
            ("GET /api/v1/tracks", "/api/v1/tracks?library=\(fixture.hidden)", nil, 200),
            ("GET /api/v1/tracks", "/api/v1/tracks?album=\(album)&artist=\(artist)", nil, 200),
            ("GET /api/v1/tracks", "/api/v1/tracks?genre=\(fixture.genre)&sort=year", nil, 200),
            ("GET /api/v1/tracks", "/api/v1/tracks?played=true", nil, 200),
            ("GET /api/v1/tracks", "/api/v1/tracks?sort=plays", nil, 200),
            ("GET /api/v1/tracks/{id}", "/api/v1/tracks/\(track)", nil, 404),
            ("GET /api/v1/tracks/{id}/lyrics", "/api/v1/tracks/\(track)/lyrics", nil, 404),
            ("GET /api/v1/tracks/{id}/sonic-matches", "/api/v1/tracks/\(track)/sonic-matches", nil, 404),
            ("GET /api/v1/tracks/{id}/sonic-path", "/api/v1/tracks/\(track)/sonic-path?to=\(track)", nil, 404),
            ("GET /api/v1/tracks/{id}/radio", "/api/v1/tracks/\(track)/radio", nil, 404),
            ("GET /api/v1/albums/{id}/radio", "/api/v1/albums/\(album)/radio", nil, 404),
            ("GET /api/v1/artists/{id}/radio", "/api/v1/artists/\(artist)/radio", nil, 404),
            ("GET /api/v1/artists/{id}/radio", "/api/v1/artists/\(seen)/radio?limit=50", nil, 200),
            ("GET /api/v1/genres/{id}/radio", "/api/v1/genres/\(fixture.genre)/radio", nil, 404),
            ("GET /api/v1/mixes", "/api/v1/mixes", nil, 200),
            ("GET /api/v1/recognitions", "/api/v1/recognitions", nil, 200),
            ("GET /api/v1/recognitions/coverage", "/api/v1/recognitions/coverage", nil, 200),
            ("GET /api/v1/tracks/{id}/similar-tracks", "/api/v1/tracks/\(track)/similar-tracks", nil, 404),
            ("GET /api/v1/albums/{id}/similar-tracks", "/api/v1/albums/\(album)/similar-tracks", nil, 404),
            ("GET /api/v1/artists/{id}/similar-tracks", "/api/v1/artists/\(artist)/similar-tracks", nil, 404),
            ("GET /api/v1/artists/{id}/similar-tracks", "/api/v1/artists/\(seen)/similar-tracks", nil, 200),
            ("GET /api/v1/artists/{id}/info", "/api/v1/artists/\(artist)/info", nil, 404),
            ("GET /api/v1/artists/{id}/info", "/api/v1/artists/\(seen)/info", nil, 200),
            ("GET /api/v1/artists/{id}/top-tracks", "/api/v1/artists/\(artist)/top-tracks", nil, 404),
            ("GET /api/v1/artists/{id}/top-tracks", "/api/v1/artists/\(seen)/top-tracks", nil, 200),
            ("GET /api/v1/albums/{id}/info", "/api/v1/albums/\(album)/info", nil, 404),
            ("GET /api/v1/tracks/{id}/stream", "/api/v1/tracks/\(track)/stream", nil, 404),
            ("GET /api/v1/albums", "/api/v1/albums?sort=added", nil, 200),
            ("GET /api/v1/albums", "/api/v1/albums?library=\(fixture.hidden)", nil, 200),
            ("GET /api/v1/albums", "/api/v1/albums?sort=played", nil, 200),
            ("GET /api/v1/albums/{id}", "/api/v1/albums/\(album)", nil, 404),
            ("GET /api/v1/artists", "/api/v1/artists", nil, 200),
            ("GET /api/v1/artists", "/api/v1/artists?role=composer", nil, 200),
            ("GET /api/v1/artists/{id}", "/api/v1/artists/\(artist)", nil, 404),
            ("GET /api/v1/genres", "/api/v1/genres", nil, 200),
            ("GET /api/v1/tracks/outline", "/api/v1/tracks/outline", nil, 200),
            ("GET /api/v1/tracks/outline", "/api/v1/tracks/outline?genre=\(fixture.genre)&sort=artist", nil, 200),
            ("GET /api/v1/albums/outline", "/api/v1/albums/outline", nil, 200),
            ("GET /api/v1/artists/outline", "/api/v1/artists/outline", nil, 200),
            ("PATCH /api/v1/tracks/{id}", "/api/v1/tracks/\(track)", #"{"title":"Mine"}"#, 404),
            ("PUT /api/v1/tracks/{id}/cover", "/api/v1/tracks/\(track)/cover", "{}", 404),
            ("GET /api/v1/tracks/{id}/edits", "/api/v1/tracks/\(track)/edits", nil, 404),
            ("POST /api/v1/tracks/{id}/edits/{edit}/undo", "/api/v1/tracks/\(track)/edits/\(play)/undo", "{}", 404),
            ("PATCH /api/v1/albums/{id}", "/api/v1/albums/\(album)", #"{"name":"Mine"}"#, 404),
            ("PUT /api/v1/albums/{id}/cover", "/api/v1/albums/\(album)/cover", "{}", 404),
            ("GET /api/v1/home", "/api/v1/home", nil, 200),
            ("GET /api/v1/history", "/api/v1/history", nil, 200),
            ("GET /api/v1/statistics", "/api/v1/statistics?period=all", nil, 200),
            ("GET /api/v1/statistics/rankings", "/api/v1/statistics/rankings?period=all", nil, 200),
            ("GET /api/v1/statistics/rankings", "/api/v1/statistics/rankings?period=day&kind=album", nil, 200),
            (
                "GET /api/v1/statistics/rankings", "/api/v1/statistics/rankings?period=all&kind=artist&by=rating", nil,
                200
            ),
            (
                "GET /api/v1/statistics/rankings", "/api/v1/statistics/rankings?period=all&kind=track&by=rating", nil,
                200
            ),
            ("GET /api/v1/statistics/days", "/api/v1/statistics/days", nil, 200),
            ("GET /api/v1/statistics/clock", "/api/v1/statistics/clock", nil, 200),
            ("GET /api/v1/statistics/streaks", "/api/v1/statistics/streaks", nil, 200),
            ("GET /api/v1/statistics/year/{year}", "/api/v1/statistics/year/2026", nil, 200),
            ("GET /api/v1/statistics/group/year/{year}", "/api/v1/statistics/group/year/2026", nil, 200),
            ("GET /api/v1/statistics/sharing", "/api/v1/statistics/sharing", nil, 200),
            ("GET /api/v1/queue", "/api/v1/queue", nil, 200),
            ("GET /api/v1/now-playing", "/api/v1/now-playing", nil, 200),
            ("GET /api/v1/me", "/api/v1/me", nil, 200),
            ("GET /api/v1/bookmarks", "/api/v1/bookmarks", nil, 200),
            ("GET /api/v1/bookmarks", "/api/v1/bookmarks?track=\(track)", nil, 200),
            ("PUT /api/v1/bookmarks/{id}", "/api/v1/bookmarks/\(track)", #"{"positionMs":1}"#, 404),
            ("GET /api/v1/shares", "/api/v1/shares", nil, 200),
            ("POST /api/v1/shares", "/api/v1/shares", #"{"items":[{"kind":"album","id":"\#(album)"}]}"#, 400),
            ("GET /api/v1/board/today", "/api/v1/board/today", nil, 200),
            ("GET /api/v1/board/days", "/api/v1/board/days", nil, 200),
            ("GET /api/v1/board/days/{date}", "/api/v1/board/days/today", nil, 200),
            ("GET /api/v1/board/days/{date}/tracks", "/api/v1/board/days/today/tracks", nil, 200),
            ("GET /api/v1/board/days/{date}/comments", "/api/v1/board/days/today/comments", nil, 200),
            ("GET /api/v1/board/posts/{id}", "/api/v1/board/posts/\(fixture.post)", nil, 200),
            ("GET /api/v1/board/posts/{id}/comments", "/api/v1/board/posts/\(fixture.post)/comments", nil, 200),
            ("POST /api/v1/board/today", "/api/v1/board/today", #"{"trackId":"\#(track)"}"#, 400),
            (
                "PUT /api/v1/board/posts/{id}/reactions/{reaction}",
                "/api/v1/board/posts/\(fixture.post)/reactions/love", "{}", 200
            ),
            (
                "DELETE /api/v1/board/posts/{id}/reactions/{reaction}",
                "/api/v1/board/posts/\(fixture.post)/reactions/love", "{}", 200
            ),
            (
                "PUT /api/v1/board/posts/{id}/hidden", "/api/v1/board/posts/\(fixture.post)/hidden",
                #"{"reason":"why"}"#, 200
            ),
            ("DELETE /api/v1/board/posts/{id}/hidden", "/api/v1/board/posts/\(fixture.post)/hidden", "{}", 200),
            ("GET /api/v1/images/{key}", cover, nil, 404),
            ("GET /api/v1/images/{key}", cover + "?size=300", nil, 404),
            ("GET /api/v1/images/{key}", image, nil, 404),
            (
                "POST /api/v1/playback", "/api/v1/playback",
                #"{"playId":"\#(play)","trackId":"\#(track)","event":"start","positionMs":0}"#, 404
            ),
            (
                "PUT /api/v1/queue", "/api/v1/queue",
                #"{"trackIds":["\#(track)"],"currentIndex":0,"positionMs":0}"#, 400
            ),
        ]
    }

    /// Rows that need no id of the other library to be walked, with the reason.
    private static let elsewhere: [String: String] = [
        "GET /api/v1/mixes/{id}": "SuggestionTests",
        "GET /api/v1/downloads/{id}": "an own choice, looked up anew each time",
        "GET /api/v1/search": "each of its words, below",
        "GET /api/v1/events": "says that something changed, and never what",
        "GET /api/v1/drawings": "made from a name that the caller brings",
        "PATCH /api/v1/queue": "a place in a queue, which counts what is seen",
        "DELETE /api/v1/history/{id}": "an own play",
        "GET /api/v1/tracks/{id}/analysis": "numbers; AuthorizationWalkTests ask for the other library's",
        "GET /api/v1/tracks/{id}/waveform": "numbers; AuthorizationWalkTests ask for the other library's",
        "POST /api/v1/recognitions": "RecognitionTests record a song of a library that is not seen",
        "DELETE /api/v1/recognitions": "own entries",
        "DELETE /api/v1/recognitions/{id}": "an own entry",
        "GET /api/v1/submissions/{id}/analysis": "what people have given, which is in no library",
        "GET /api/v1/submissions/{id}/waveform": "what people have given, which is in no library",
        "DELETE /api/v1/bookmarks/{id}": "an own bookmark",
        "PATCH /api/v1/shares/{id}": "an own share, of which it tells what is seen",
        "DELETE /api/v1/shares/{id}": "an own share",
        "GET /api/v1/me/import":
            "names what the caller brings; PortabilityTests of the store look for the other library's tracks",
        "GET /api/v1/radio": "nothing of the libraries",
        "GET /api/v1/people": "people's names",
        "GET /api/v1/submissions": "ModerationTests hold what it tells of libraries",
        "GET /api/v1/moderation/libraries": "ModerationTests",
        "POST /api/v1/moderation/approve": "ModerationTests",
        "POST /api/v1/moderation/reject": "what people have given, which is in no library",
        "GET /api/v1/moderation/playlists": "playlists by their names and owners, which are in no library",
        "PUT /api/v1/moderation/playlists/{id}/hidden": "a playlist's name",
        "DELETE /api/v1/moderation/playlists/{id}/hidden": "a playlist's name",
        "POST /api/v1/moderation/playlists/{id}/deletion": "a playlist",
        "POST /api/v1/moderation/tracks/{id}/withdrawal": "AuthorizationWalkTests ask for the other library's",
        "POST /api/v1/moderation/albums/{id}/withdrawal": "AuthorizationWalkTests ask for the other library's",
        "POST /api/v1/moderation/withdrawals/{id}/restoration": "AuthorizationWalkTests ask for the other library's",
        "GET /api/v1/moderation/withdrawals": "CatalogTests.WithdrawalTests",
        "POST /api/v1/moderation/people/{id}/picture-removal": "a person's picture",
        "GET /api/v1/moderation/reports": "ReportTests hold what it tells of libraries",
        "POST /api/v1/moderation/reports/{id}/closing": "ReportTests hold what it tells of libraries",
        "POST /api/v1/reports": "ReportTests: what somebody does not see cannot be reported",
        "GET /api/v1/shelf/statistics": "ShelfItemTests hold the numbers",
        "GET /api/v1/users/{id}/picture": "a person's picture",
        "DELETE /api/v1/board/posts/{id}": "an own post",
        "POST /api/v1/board/posts/{id}/comments": "people's words",
        "POST /api/v1/board/days/{date}/comments": "people's words",
        "DELETE /api/v1/board/comments/{id}": "an own comment",
        "PUT /api/v1/board/comments/{id}/hidden": "people's words",
        "DELETE /api/v1/board/comments/{id}/hidden": "people's words",
        "DELETE /api/v1/playlists/{id}": "an own playlist",
        "PUT /api/v1/playlists/{id}/cover": "a picture that the caller brings",
        "DELETE /api/v1/playlists/{id}/cover": "a picture that the caller brought",
        "GET /api/v1/shelf/folders": "own words; ShelfItemTests hold the counts",
        "POST /api/v1/shelf/folders": "own words",
        "POST /api/v1/shelf/folders/delete": "own words",
        "GET /api/v1/shelf/folders/{id}": "own words",
        "PATCH /api/v1/shelf/folders/{id}": "own words",
        "PUT /api/v1/shelf/folders/{id}/image": "a picture that the caller brings",
        "DELETE /api/v1/shelf/folders/{id}/image": "a picture that the caller brought",
        "PUT /api/v1/shelf/items/{id}/cover": "a picture that the caller brings",
        "DELETE /api/v1/shelf/items/{id}/cover": "a picture that the caller brought",
        "POST /api/v1/notifications/read": "a number",
        "GET /api/v1/notifications/choices": "own choices",
        "PUT /api/v1/notifications/choices": "own choices",
        "POST /api/v1/wishes": "people's words",
        "PATCH /api/v1/wishes/{id}": "people's words",
        "DELETE /api/v1/wishes/{id}": "people's words",
        "PUT /api/v1/wishes/{id}/cover": "a picture that the caller brings",
        "DELETE /api/v1/wishes/{id}/cover": "a picture that the caller brought",
        "PUT /api/v1/wishes/{id}/backing": "people's words; WishTests hold what may have arrived",
        "DELETE /api/v1/wishes/{id}/backing": "people's words",
        "POST /api/v1/playlists/import":
            "names what the caller brings; PlaylistFileTests look for the other library's tracks",
    ]

    @Test(
        "nothing of a library that somebody was not given appears in any answer",
        arguments: [false, true]
    ) func matrix(isExplicit: Bool) async throws {
        let fixture = try await Self.make(isExplicit: isExplicit)
        let gateway = fixture.gateway
        // While everything is seen, it gets into the history, the queue and what is playing.
        for (method, path, json) in [
            ("PUT", "/api/v1/tracks/\(fixture.id("id"))/like", nil as String?),
            ("PUT", "/api/v1/albums/\(fixture.id("albumId"))/like", nil),
            ("PUT", "/api/v1/tracks/\(fixture.id("id"))/rating", #"{"rating":4.5}"#),
            ("PUT", "/api/v1/bookmarks/\(fixture.id("id"))", #"{"positionMs":5}"#),
            ("PUT", "/api/v1/queue", #"{"trackIds":["\#(fixture.id("id"))"],"currentIndex":0,"positionMs":0}"#),
            (
                "POST", "/api/v1/playback",
                #"{"playId":"\#(UUID().uuidString)","trackId":"\#(fixture.id("id"))","event":"start","positionMs":0}"#
            ),
        ] {
            #expect(try await fixture.request(method, path, json: json).status == 200)
        }
        for call in try await Self.calls(fixture) where call.row.hasPrefix("GET") {
            #expect(try await fixture.request("GET", call.path).status == 200, "\(call.path)")
        }
        let shown = try await fixture.request("GET", "/api/v1/now-playing")
        #expect(shown.text.contains(Self.secret))

        let items = #"[{"kind":"track","id":"\#(fixture.id("id"))"},{"kind":"album","id":"\#(fixture.id("albumId"))"}]"#
        let shared = try await fixture.request("POST", "/api/v1/shares", json: #"{"items":\#(items)}"#)
        let address = shared.json?["url"] as? String
        let link = try #require(URL(string: address ?? ""), "\(shared.text)").path
        #expect(try await gateway.request("GET", link + "/contents", as: "").text.contains(Self.secret))

        let given = try await fixture.hide(isExplicit)
        #expect(
            given.status == 200 && (given.json?["libraries"] as? [String] == [fixture.open] || isExplicit),
            "\(given.text)")
        // A library's own name is no secret to whoever sees the rest of it.
        let traces = [Self.secret, fixture.id("id"), fixture.id("albumId"), fixture.id("cover")]
        let calls = try await Self.calls(fixture)
        for call in calls {
            let method = String(call.row.prefix { $0 != " " })
            let reply = try await fixture.request(method, call.path, json: call.json)
            #expect(reply.status == call.status, "\(call.path) \(reply.status) \(reply.text)")
            for trace in traces + (isExplicit ? [] : [fixture.hidden]) {
                #expect(!reply.text.contains(trace), "\(call.path) \(reply.text)")
            }
        }
        #expect(try await gateway.request("GET", link, as: "").status == 404)
        #expect(try await gateway.request("GET", link + "/tracks/\(fixture.id("id"))/stream", as: "").status == 404)
        for (method, fields) in [("HEAD", []), ("GET", [("Range", "bytes=0-9")]), ("HEAD", [("Range", "bytes=0-")])] {
            let reply = try await fixture.request(method, "/api/v1/tracks/\(fixture.id("id"))/stream", fields)
            #expect(reply.status == 404, "\(method) \(fields)")
        }
        for text in [
            "Nachtigall", "nachtigal", "Nachtigall+song", "singer", "writer", "nachtigallmusik", "album", "song+1",
        ] {
            let reply = try await fixture.request("GET", "/api/v1/search?q=\(text)")
            #expect(reply.status == 200)
            let body = reply.text.replacingOccurrences(of: "\"query\":", with: "")
            let found = body.components(separatedBy: Self.secret).count - 1
            #expect(found == (text.hasPrefix(Self.secret) ? 1 : 0), "\(text): \(reply.text)")
        }
        let unknown = try await fixture.request("GET", "/api/v1/tracks/0190aaaa-0000-7000-8000-000000000000")
        let unseen = try await fixture.request("GET", "/api/v1/tracks/\(fixture.id("id"))")
        #expect(unknown.text == unseen.text)
        // The rest is consistent.
        let open = try #require(fixture.openTrack["id"] as? String)
        #expect(try await fixture.request("GET", "/api/v1/tracks/\(open)/stream").status == 200)
        #expect(try await fixture.request("GET", fixture.openTrack["cover"] as? String ?? "").status == 200)
        #expect(try await fixture.request("GET", "/api/v1/search?q=open").text.contains("Open song 1"))
        #expect(try await gateway.request("GET", "/api/v1/tracks").text.contains(Self.secret))

        try await checkTable(gateway, against: calls.map(\.row))
        if isExplicit {
            _ = try await gateway.request("PATCH", "/api/v1/users/\(fixture.person)", json: #"{"explicit":true}"#)
        }
        try await checkReturn(fixture)
    }

    /// Every row that shows or changes music is walked, or says here why it need not be.
    private func checkTable(_ gateway: MusicServer, against walked: [String]) async throws {
        let document = try #require(try await gateway.request("GET", "/api/v1/openapi.json").json)
        let paths = try #require(document["paths"] as? [String: [String: [String: Any]]])
        for (path, methods) in paths {
            for (method, row) in methods {
                let permission = row["x-permission"] as? String ?? ""
                guard ["browse", "stream", "listen", "takePart", "moderate"].contains(permission) else { continue }
                let name = "\(method.uppercased()) \(path)"
                #expect(walked.contains(name) || Self.elsewhere[name] != nil, "\(name) shows music and is not walked")
            }
        }
    }

    private func checkReturn(_ fixture: Fixture) async throws {
        #expect(try await fixture.give(#"["\#(fixture.open)","nowhere"]"#).status == 400)
        #expect(try await fixture.give(#""all""#).status == 400)
        let whole = try await fixture.give("null")
        #expect(whole.status == 200 && whole.json?["libraries"] is NSNull)
        #expect(try await fixture.request("GET", "/api/v1/tracks/\(fixture.id("id"))").status == 200)
        #expect(try await fixture.request("GET", "/api/v1/queue").text.contains(Self.secret))
        #expect(try await fixture.request("GET", fixture.id("cover")).status == 200)
        #expect(try await fixture.give(#"["\#(fixture.hidden)"]"#).status == 200)
        #expect(try await fixture.request("GET", "/api/v1/tracks?limit=9").text.contains(Self.secret))
        let removed = try await fixture.gateway.request("DELETE", "/api/v1/libraries/\(fixture.hidden)")
        #expect(removed.status == 204)
        for path in ["tracks", "albums", "artists", "genres"] {
            let items = try await fixture.request("GET", "/api/v1/\(path)").json?["items"] as? [Any]
            #expect(items?.count == 0, "\(path)")
        }
    }
}
