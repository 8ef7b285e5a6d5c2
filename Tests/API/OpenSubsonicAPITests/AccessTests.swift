import HTTPTypes
import Accounts
import OpenSubsonicAPI
import Primitives
import RouterSupport
import Testing

/// Every row of the endpoint table, with every role and every key.
@Suite("The endpoint table") struct AccessTests {
    @Test("names each endpoint once") func names() async throws {
        let rest = try await RestFixture()
        let names = rest.api.endpoints.map(\.name)
        #expect(Set(names).count == names.count)
        #expect(rest.api.endpoints.filter { $0.access == .anyone }.map(\.name) == ["getOpenSubsonicExtensions"])
    }

    @Test("only roles with the endpoint's permission may call it") func rows() async throws {
        let rest = try await RestFixture()
        for role in Role.assignable {
            let made = try await rest.users.create(
                UserDraft(username: "x\(role.rawValue)", role: role, password: "seven quiet violas at dawn"),
                as: .commandLine)
            for scope in DeviceKeyScope.allCases where scope != .admin || role == .admin {
                let key = try await rest.deviceKeys.create(
                    DeviceKeyDraft(label: scope.rawValue, scopes: [scope]), for: made.user.id,
                    as: .commandLine
                ).text
                for row in rest.api.endpoints {
                    let reply = try await rest.get(row.name, [("apiKey", key)], as: nil)
                    let isRefused = reply.errorCode == 50
                    switch row.access {
                    case .anyone: #expect(!isRefused, "\(row.name)")
                    case .nobody: #expect(isRefused, "\(row.name)")
                    case .requires(let needed, let permission):
                        let isAllowed = needed == scope && role.permissions.contains(permission)
                        #expect(isRefused == !isAllowed, "\(row.name) for \(role) with \(scope): \(reply.text)")
                    }
                }
            }
        }
        for row in rest.api.endpoints where row.access != .anyone {
            let reply = try await rest.get(row.name, as: nil)
            #expect(reply.errorCode == 10 || reply.status == .badRequest, "\(row.name)")
        }
    }

    @Test("creates no account with access to more folders than requested") func folders() async throws {
        let rest = try await RestFixture()
        let draft = [("password", "seven quiet violas at dawn"), ("email", "cy@example.org")]
        let unknown = draft + [("username", "cy"), ("musicFolderId", "999")]
        #expect(try await rest.get("createUser", unknown).errorCode == 70)
        #expect(try await rest.get("getUser", [("username", "cy")]).errorCode == 70)
        let reply = try await rest.json("getMusicFolders")
        let folders = (reply["musicFolders"] as? [String: [[String: Any]]])?["musicFolder"]
        let number = try #require(folders?.first?["id"] as? Int)
        let one = draft + [("username", "cy"), ("musicFolderId", "\(number)")]
        #expect(try await rest.get("createUser", one).errorCode == nil)
        guard let seen = try await rest.users.get(username: "cy", as: .commandLine).libraries.libraries else {
            Issue.record("sees everything")
            return
        }
        #expect(seen.count == 1)
    }

    @Test("hides items in libraries that a user may not see") func scope() async throws {
        let rest = try await RestFixture()
        let (album, song) = (try await rest.album("Hidden"), try await rest.song("Unheard"))
        let artist = try await rest.artist("Secret Band")
        let calls: [(String, [(String, String)])] = [
            ("getAlbum", [("id", album)]), ("getSong", [("id", song)]), ("getArtist", [("id", artist)]),
            ("getMusicDirectory", [("id", album)]), ("getMusicDirectory", [("id", artist)]),
            ("getCoverArt", [("id", album)]), ("getCoverArt", [("id", song)]), ("getCoverArt", [("id", artist)]),
            ("stream", [("id", song)]), ("download", [("id", song)]), ("scrobble", [("id", song)]),
            ("scrobble", [("id", song), ("submission", "false")]), ("star", [("id", song)]),
            ("star", [("albumId", album)]), ("setRating", [("id", song), ("rating", "3")]),
            ("savePlayQueue", [("id", song), ("current", song)]), ("createShare", [("id", song)]),
            ("createBookmark", [("id", song), ("position", "0")]), ("getSimilarSongs", [("id", song)]),
            ("getArtistInfo2", [("id", artist)]), ("getAlbumInfo2", [("id", album)]), ("getTopSongs", [("id", artist)]),
            ("getLyricsBySongId", [("id", song)]),
            ("savePlayQueueByIndex", [("id", song), ("currentIndex", "0")]),
            (
                "reportPlayback",
                [("mediaId", song), ("mediaType", "song"), ("positionMs", "0"), ("state", "starting")]
            ),
            ("getArtists", [("musicFolderId", "2")]), ("getArtists", [("musicFolderId", "77")]),
        ]
        for (endpoint, parameters) in calls {
            let reply = try await rest.get(endpoint, parameters, as: .bo)
            #expect(reply.errorCode == 70, "\(endpoint): \(reply.text)")
        }
        for (endpoint, parameters) in [
            ("getArtists", []), ("getIndexes", []), ("getGenres", []), ("search3", [("query", "")]),
            ("getAlbumList2", [("type", "newest")]), ("getRandomSongs", [("size", "100")]), ("getMusicFolders", []),
            ("search2", [("query", "unheard")]), ("getSongsByGenre", [("genre", "noise")]),
        ] as [(String, [(String, String)])] {
            let text = try await rest.get(endpoint, parameters, as: .bo).text
            #expect(!text.contains("Unheard") && !text.contains("Secret") && !text.contains("Noise"), "\(endpoint)")
            #expect(!text.contains("Private"), "\(endpoint)")
        }
    }

    @Test("grants no role above contributor, changes nobody's email address, and changes no admin")
    func bounds() async throws {
        let rest = try await RestFixture()
        for (name, role) in [("mo", Role.moderator), ("li", .listener), ("eve", .admin)] {
            _ = try await rest.users.create(
                UserDraft(
                    username: name, email: "\(name)@example.org", role: role, password: "seven quiet violas at dawn"),
                as: .commandLine)
        }
        let draft = [("username", "cy"), ("password", "seven quiet violas at dawn"), ("email", "cy@example.org")]
        for (endpoint, parameters) in [
            ("createUser", draft + [("adminRole", "true")]),
            ("updateUser", [("username", "li"), ("adminRole", "true")]),
            ("updateUser", [("username", "li"), ("email", "thief@example.net")]),
            ("updateUser", [("username", "li"), ("email", "")]),
            ("updateUser", [("username", "li"), ("password", "seven quiet violas at dusk")]),
            ("updateUser", [("username", "ada"), ("email", "thief@example.net")]),
            ("updateUser", [("username", "eve"), ("adminRole", "false")]),
            ("updateUser", [("username", "eve"), ("maxBitRate", "32")]),
            ("deleteUser", [("username", "eve")]),
        ] {
            let reply = try await rest.get(endpoint, parameters)
            #expect(reply.errorCode == 50, "\(endpoint) \(parameters): \(reply.text)")
        }
        // Values that clients send back unchanged are no change.
        let same = [("username", "li"), ("email", "li@example.org"), ("adminRole", "false"), ("uploadRole", "true")]
        #expect(try await rest.get("updateUser", same).errorCode == nil)
        #expect(try await rest.users.get(username: "li", as: .commandLine).role == .contributor)
        #expect(try await rest.users.get(username: "li", as: .commandLine).email?.text == "li@example.org")
        #expect(try await rest.get("createUser", draft + [("uploadRole", "true")]).errorCode == nil)
        #expect(try await rest.users.get(username: "cy", as: .commandLine).email?.text == "cy@example.org")
        #expect(try await rest.get("deleteUser", [("username", "mo")]).errorCode == nil)
    }

    @Test("keeps a user's role when a client sends back the flags that it received") func roles() async throws {
        let rest = try await RestFixture()
        func flags() async throws -> [String: Any] {
            try #require(try await rest.json("getUser", [("username", "mo")])["user"] as? [String: Any])
        }
        let draft = UserDraft(username: "mo", role: .moderator, password: "seven quiet violas at dawn")
        _ = try await rest.users.create(draft, as: .commandLine)
        let told = try await flags()
        for flag in ["shareRole", "commentRole", "streamRole", "downloadRole", "playlistRole", "uploadRole"] {
            #expect(told[flag] as? Bool == true, "\(flag)")
        }
        let form = told.compactMap { name, value in (value as? Bool).map { (name, "\($0)") } }
        let limit = [("username", "mo"), ("maxBitRate", "192")]
        #expect(try await rest.get("updateUser", limit + form).errorCode == nil)
        #expect(try await rest.users.get(username: "mo", as: .commandLine).role == .moderator)
        #expect(try await rest.get("updateUser", [("username", "mo"), ("streamRole", "false")]).errorCode == 50)
        #expect(try await rest.get("updateUser", [("username", "mo"), ("uploadRole", "false")]).errorCode == nil)
        #expect(try await rest.users.get(username: "mo", as: .commandLine).role == .listener)
        #expect(try await flags()["uploadRole"] as? Bool == false)
        #expect(try await rest.get("updateUser", [("username", "mo"), ("uploadRole", "true")]).errorCode == nil)
        #expect(try await rest.users.get(username: "mo", as: .commandLine).role == .contributor)
    }
}
