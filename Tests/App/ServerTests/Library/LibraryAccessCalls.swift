import Foundation
import Support
import Testing

/// The rows that the tests call, and those that they need not call.
extension LibraryAccessTests {
    /// Each row of the endpoint table that shows or takes music: its path, and the expected status where it names
    /// something of the hidden library. 200 means that it shows the rest.
    static func calls(_ fixture: Fixture) async throws -> [(
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
            ("GET /api/v1/tracks/{id}/lyrics/written", "/api/v1/tracks/\(track)/lyrics/written", nil, 404),
            ("GET /api/v1/tracks/{id}/lyrics/versions", "/api/v1/tracks/\(track)/lyrics/versions", nil, 404),
            (
                "PUT /api/v1/tracks/{id}/lyrics/written", "/api/v1/tracks/\(track)/lyrics/written",
                #"{"basis":null,"items":[{"lines":[{"text":"Mine"}]}]}"#, 404
            ),
            (
                "POST /api/v1/tracks/{id}/lyrics/versions/{version}/restoration",
                "/api/v1/tracks/\(track)/lyrics/versions/\(play)/restoration", "{}", 404
            ),
            ("POST /api/v1/tracks/{id}/lyrics/lookup", "/api/v1/tracks/\(track)/lyrics/lookup", nil, 404),
            ("GET /api/v1/tracks/{id}/sonic-matches", "/api/v1/tracks/\(track)/sonic-matches", nil, 404),
            ("GET /api/v1/tracks/{id}/sonic-path", "/api/v1/tracks/\(track)/sonic-path?to=\(track)", nil, 404),
            ("GET /api/v1/tracks/{id}/radio", "/api/v1/tracks/\(track)/radio", nil, 404),
            ("GET /api/v1/albums/{id}/radio", "/api/v1/albums/\(album)/radio", nil, 404),
            ("GET /api/v1/artists/{id}/radio", "/api/v1/artists/\(artist)/radio", nil, 404),
            ("GET /api/v1/artists/{id}/radio", "/api/v1/artists/\(seen)/radio?limit=50", nil, 200),
            ("GET /api/v1/genres/{id}/radio", "/api/v1/genres/\(fixture.genre)/radio", nil, 404),
            ("GET /api/v1/radio/songs", "/api/v1/radio/songs?like=\(track)", nil, 404),
            ("GET /api/v1/radio/songs", "/api/v1/radio/songs?from=1&to=2100&limit=50", nil, 200),
            ("GET /api/v1/radio/songs", "/api/v1/radio/songs?mood=calm&limit=50", nil, 200),
            ("GET /api/v1/radio/seeds", "/api/v1/radio/seeds", nil, 200),
            ("GET /api/v1/tracks/figures", "/api/v1/tracks/figures?ids=\(track)", nil, 200),
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
            ("GET /api/v1/explore", "/api/v1/explore", nil, 200),
            ("GET /api/v1/now-playing/friends", "/api/v1/now-playing/friends", nil, 200),
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
            ("GET /api/v1/tracks/{id}/moments", "/api/v1/tracks/\(track)/moments", nil, 404),
            (
                "POST /api/v1/tracks/{id}/moments", "/api/v1/tracks/\(track)/moments",
                #"{"positionMs":0,"text":"Here"}"#, 404
            ),
            ("GET /api/v1/statistics/group/year/{year}", "/api/v1/statistics/group/year/2026", nil, 200),
            ("GET /api/v1/statistics/sharing", "/api/v1/statistics/sharing", nil, 200),
            ("GET /api/v1/queue", "/api/v1/queue", nil, 200),
            ("GET /api/v1/now-playing", "/api/v1/now-playing", nil, 200),
            ("GET /api/v1/devices", "/api/v1/devices", nil, 200),
            ("POST /api/v1/devices", "/api/v1/devices", deviceReport(playing: track), 404),
            ("GET /api/v1/devices/{id}/queue", "/api/v1/devices/\(device)/queue", nil, 200),
            (
                "POST /api/v1/devices/{id}/commands", "/api/v1/devices/\(device)/commands",
                #"{"id":"\#(play)","action":"add","trackIds":["\#(track)"]}"#, 400
            ),
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
                "POST /api/v1/history", "/api/v1/history",
                #"{"plays":[{"trackId":"\#(track)","playedAt":"2026-11-01T07:00:00Z"}]}"#, 404
            ),
            (
                "PUT /api/v1/queue", "/api/v1/queue",
                #"{"trackIds":["\#(track)"],"currentIndex":0,"positionMs":0}"#, 400
            ),
        ]
    }

    /// Podcasts are in no library: AuthorizationWalkTests covers those of other users.
    private static let own = "a podcast that the caller subscribes to"

    /// Rows that need no walk with an id of the hidden library, with the reason.
    static let elsewhere: [String: String] = [
        "GET /api/v1/mixes/{id}": "SuggestionTests",
        "GET /api/v1/downloads/{id}": "an own choice, looked up anew each time",
        "GET /api/v1/search": "each of its words, below",
        "GET /api/v1/search/lyrics": "WordSearchTests look for a line of a library that is not seen",
        "GET /api/v1/search/outside": "OutsideCatalogTests look for the track of a library that is not seen",
        "GET /api/v1/outside/{id}/picture": "nothing of the libraries",
        "GET /api/v1/outside/{id}/preview": "nothing of the libraries",
        "POST /api/v1/outside/{id}/wish": "wishes for what no library has",
        "POST /api/v1/playlists/{id}/outside": "OutsideSongTests of the store match the caller's libraries only",
        "GET /api/v1/events": "says that something changed, and never what",
        "GET /api/v1/drawings": "made from a name that the caller brings",
        "PATCH /api/v1/queue": "a place in a queue, which counts what is seen",
        "DELETE /api/v1/history/{id}": "an own play",
        "DELETE /api/v1/devices/{id}": "an own device",
        "POST /api/v1/home/use": "the name of a row",
        "GET /api/v1/me/playback-sharing": "an own choice",
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
        "GET /api/v1/playlists/{id}/imported": "numbers of what the caller brought",
        "GET /api/v1/playlists/{id}/imported/songs":
            "what the caller brought; ImportedSongTests of the store look for the other library's tracks",
        "GET /api/v1/playlists/{id}/imported/songs/{song}/candidates":
            "ImportedSongTests of the store look for the other library's tracks",
        "PUT /api/v1/playlists/{id}/imported/songs/{song}/track":
            "ImportedSongTests of the store choose the other library's track",
        "DELETE /api/v1/playlists/{id}/imported/songs/{song}": "a song that the caller brought",
        "POST /api/v1/playlists/{id}/imported/wishes": "wishes, which name what the caller brought",
        "GET /api/v1/podcasts": own, "POST /api/v1/podcasts": own, "GET /api/v1/podcasts/{id}": own,
        "PATCH /api/v1/podcasts/{id}": own, "DELETE /api/v1/podcasts/{id}": own,
        "GET /api/v1/podcasts/{id}/episodes": own, "GET /api/v1/podcasts/episodes": own,
        "GET /api/v1/podcasts/opml": own, "POST /api/v1/podcasts/opml": own, "POST /api/v1/podcasts/refresh": own,
        "GET /api/v1/episodes/{id}": own, "GET /api/v1/episodes/{id}/stream": own,
        "GET /api/v1/episodes/{id}/chapters": own, "GET /api/v1/episodes/{id}/transcript": own,
        "PUT /api/v1/episodes/{id}/state": own, "PUT /api/v1/episodes/{id}/download": own,
        "DELETE /api/v1/episodes/{id}/download": own,
        "GET /api/v1/radio": "nothing of the libraries",
        "PUT /api/v1/radio/{id}/picture": "a picture that an admin brings",
        "DELETE /api/v1/radio/{id}/picture": "a picture that an admin brought",
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
        "GET /api/v1/moderation/lyrics": "AuthorizationWalkTests ask for the other library's",
        "POST /api/v1/moderation/lyrics/{id}/decision": "AuthorizationWalkTests ask for the other library's",
        "GET /api/v1/tracks/{id}/lyrics/versions/{version}": "AuthorizationWalkTests ask for the other library's",
        "POST /api/v1/reports": "ReportTests: what somebody does not see cannot be reported",
        "POST /api/v1/shelf/outside": "OutsideShelfTests offer no track of a library that is not seen",
        "GET /api/v1/shelf/statistics": "ShelfItemTests hold the numbers",
        "GET /api/v1/users/{id}/picture": "a person's picture",
        "DELETE /api/v1/board/posts/{id}": "an own post",
        "POST /api/v1/board/posts/{id}/comments": "people's words",
        "POST /api/v1/board/days/{date}/comments": "people's words",
        "DELETE /api/v1/board/comments/{id}": "an own comment",
        "PUT /api/v1/board/comments/{id}/hidden": "people's words",
        "DELETE /api/v1/board/comments/{id}/hidden": "people's words",
        "PATCH /api/v1/moments/{id}": "MomentTests: an own moment, while its track is seen",
        "DELETE /api/v1/moments/{id}": "MomentTests: an own moment, while its track is seen",
        "PUT /api/v1/moments/{id}/hidden": "MomentTests: only in a track that the moderator sees",
        "DELETE /api/v1/moments/{id}/hidden": "MomentTests: only in a track that the moderator sees",
        "DELETE /api/v1/playlists/{id}": "an own playlist",
        "GET /api/v1/playlist-folders": "own words and ids of playlists",
        "POST /api/v1/playlist-folders": "own words",
        "PATCH /api/v1/playlist-folders/{id}": "own words",
        "DELETE /api/v1/playlist-folders/{id}": "own words",
        "PUT /api/v1/playlists/{id}/folder": "a playlist, which is in no library",
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
}
