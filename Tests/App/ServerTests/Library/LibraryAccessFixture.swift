import Foundation
import Support
import Testing

/// Two libraries, of which a user may see one, and data that refers to songs of the other.
extension LibraryAccessTests {
    struct Fixture {
        let gateway: MusicServer
        let open: String
        let hidden: String
        let person: String
        let token: String
        /// A track of each library, as the admin sees it.
        let track: [String: Any]
        let openTrack: [String: Any]
        let genre: String
        /// The admin's post with a song of the hidden library.
        let post: String
        /// The user's own playlist, with songs of both libraries.
        let playlist: String
        /// The song of the hidden library, and a manual entry, on the user's shelf.
        let shelved: String
        let entry: String
        /// The user's wish, which the song of the hidden library may fulfil.
        let wish: String

        func id(_ name: String) -> String { track[name] as? String ?? "" }

        func request(
            _ method: String, _ path: String, _ fields: [(String, String)] = [], json: String? = nil
        ) async throws -> HTTPReply {
            try await gateway.request(method, path, fields, json: json, as: token)
        }

        /// Hides the library, or explicit songs, from the user.
        func hide(_ isExplicit: Bool) async throws -> HTTPReply {
            guard isExplicit else { return try await give(#"["\#(open)"]"#) }
            return try await gateway.request("PATCH", "/api/v1/users/\(person)", json: #"{"explicit":false}"#)
        }

        func give(_ libraries: String) async throws -> HTTPReply {
            try await gateway.request("PATCH", "/api/v1/users/\(person)", json: #"{"libraries":\#(libraries)}"#)
        }
    }

    /// - Parameter isExplicit: whether the hidden library's tags mark everything as explicit.
    static func make(isExplicit: Bool) async throws -> Fixture {
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
}
