import Accounts
import Catalog
import Foundation
import GRDB
import HTTPSupport
import HTTPTypes
import Journal
import Primitives
import SQLiteStore
import Submissions
import Support
import Testing

@testable import Recognition
@testable import rondo

/// Creates everything that the walk requests, mostly through the server's own API.
struct Seeding {
    /// A word in everything that only the stranger may see. No reply to another caller may contain it.
    static let secret = "Nachtigall"

    private(set) var gateway: ComposedServer
    var belongings = Belongings()
    var askers: [Asker] = []
    /// Secrets for the bodies of rows that anyone may call, by member name.
    private(set) var tokens: [String: String] = [:]
    private(set) var cookies: [Account: String] = [:]
    private var keys: [Account: String] = [:]
    private(set) var accounts: [Account: String] = [:]

    init(_ gateway: ComposedServer) async throws {
        self.gateway = gateway
        try await addMusic()
        try await addAccounts()
        try await addSharedThings()
        for account in Account.allCases { try await addBelongings(of: account) }
        try await chooseDownloads()
        try await addSubmissions()
        try await addNotifications()
        try await addModeration()
        try await addLyrics()
        try await addAskers()
        let incomplete = Resource.allCases.filter { !belongings.has($0) }
        try #require(incomplete.isEmpty, "nothing was made of \(incomplete)")
    }

    /// The same, for a server with a copy of all data.
    func moved(to gateway: ComposedServer) -> Self {
        var moved = self
        moved.gateway = gateway
        return moved
    }

    /// A server keeps chosen downloads only in memory and for a short time, so they are made again on each server.
    mutating func chooseDownloads() async throws {
        for account in Account.allCases {
            belongings.put(
                try await made(.post, "/downloads", ["trackIds": [id(.track)]], as: account), .download, of: account)
        }
    }

    // MARK: Calls

    func call(
        _ method: HTTPRequest.Method, _ path: String, _ body: [String: Any]? = nil, as account: Account,
        _ additional: HTTPFields = [:], bytes: [UInt8]? = nil, comment: String = ""
    ) async throws -> HTTPReply {
        var fields: HTTPFields = [.cookie: cookies[account] ?? "", .secFetchSite: "same-origin"]
        if body != nil { fields[.contentType] = "application/json" }
        for field in additional { fields[field.name] = field.value }
        let content = try bytes ?? body.map { Array(try JSONSerialization.data(withJSONObject: $0)) }
        let answer = try await gateway.send(method, "/api/v1" + path, fields, body: content)
        try #require((200..<300).contains(answer.status), "\(method) \(path) as \(account): \(answer.text) \(comment)")
        return answer
    }

    func made(
        _ method: HTTPRequest.Method, _ path: String, _ body: [String: Any], as account: Account
    ) async throws -> String {
        let answer = try await call(method, path, body, as: account)
        return try #require(answer.json?["id"] as? String, "\(path): \(answer.text)")
    }

    func items(_ path: String, as account: Account) async throws -> [[String: Any]] {
        try await call(.get, path, as: account).json?["items"] as? [[String: Any]] ?? []
    }

    func id(_ resource: Resource, _ kind: IDKind = .own, of account: Account = .listener) -> String {
        belongings.id(resource, kind, for: account)
    }

    // MARK: Data

    /// Two libraries. Users may see only the first.
    private mutating func addMusic() async throws {
        for (library, name) in [("open", "Open"), ("hidden", Self.secret)] {
            let album = "\(gateway.folder)/\(library)/\(name)/Album"
            try FileManager.default.createDirectory(atPath: album, withIntermediateDirectories: true)
            for number in 1...3 {
                let tags = [
                    ("TIT2", "\(name) song \(number)"), ("TPE1", "\(name) singer"), ("TALB", "\(name) album"),
                    ("TCON", "\(name) noise"),
                ]
                try Data(TaggedWAV.file(tags, seed: UInt64(name.count * 10 + number)))
                    .write(to: URL(fileURLWithPath: album + "/\(number).wav"))
                let words = "[00:00.10]<00:00.10>\(name) <00:00.20>words\n"
                try Data(words.utf8).write(to: URL(fileURLWithPath: album + "/\(number).lrc"))
            }
            // The two covers have different sizes, so they are different pictures.
            try Data(Pictures.png(side: name.count)).write(to: URL(fileURLWithPath: album + "/cover.png"))
            _ = try await gateway.features.libraries.libraries.add(
                name: library, path: Array("\(gateway.folder)/\(library)".utf8), as: Instance.operatorPrincipal,
                by: .gateway)
        }
        let scan = try await gateway.features.libraries.runner.scan(nil, by: .gateway)
        try #require(scan.counts.added == 6, "\(scan)")
    }

    private mutating func addAccounts() async throws {
        let libraries = try await gateway.features.libraries.libraries.list(as: Instance.operatorPrincipal)
        let open = try #require(libraries.first { $0.library.name == "open" }).library.id.rawValue
        for account in Account.allCases {
            let isAdmin = account == .admin
            let user = try await gateway.features.accounts.users.create(
                UserDraft(
                    username: account.rawValue, email: "\(account)@example.org", role: account.role,
                    password: Account.password, libraries: isAdmin || account == .stranger ? .everything : .only([open])
                ), as: .commandLine
            ).user.id.rawValue
            accounts[account] = user
            cookies[account] = try await signIn(account)
            belongings.put(user, .person, of: account)
            belongings.put(account.rawValue, .username, of: account)
        }
        belongings.put(open, .library)
        let hidden = try #require(libraries.first { $0.library.name == "hidden" }).library.id.rawValue
        belongings.put(hidden, .library, isOther: true)
        for genre in try await items("/genres", as: .admin) {
            let isOther = (genre["name"] as? String)?.hasPrefix(Self.secret) == true
            belongings.put(genre["id"] as? String ?? "", .genre, isOther: isOther)
        }
        for track in try await items("/tracks", as: .admin) {
            let isOther = (track["title"] as? String)?.hasPrefix(Self.secret) == true
            let artists = track["artists"] as? [[String: Any]]
            let cover = track["cover"] as? String ?? ""
            belongings.put(track["id"] as? String ?? "", .track, isOther: isOther)
            belongings.put(track["albumId"] as? String ?? "", .album, isOther: isOther)
            belongings.put(artists?.first?["id"] as? String ?? "", .artist, isOther: isOther)
            belongings.put(cover.split(separator: "/").last.map(String.init) ?? "", .image, isOther: isOther)
        }
    }

    func signIn(_ account: Account) async throws -> String {
        let answer = try await gateway.send(
            .post, "/api/v1/session", [.contentType: "application/json", .secFetchSite: "same-origin"],
            body: Array(#"{"username":"\#(account)","password":"\#(Account.password)"}"#.utf8))
        try #require(answer.status == 200, "\(answer.text)")
        return answer.cookies
    }

    /// The things that admins manage. There are two of each where possible.
    private mutating func addSharedThings() async throws {
        _ = try await call(.patch, "/settings", ["podcasts": true], as: .admin)
        for isOther in [false, true] {
            let name = isOther ? "Second" : "First"
            belongings.put(
                try await made(.post, "/plans", ["name": name], as: .admin), .plan, isOther: isOther)
            // A forbidden address, so that testing it sends no request.
            belongings.put(
                try await made(
                    .post, "/lyrics/providers", ["kind": "lrclib", "name": name, "url": "http://127.0.0.1:9"],
                    as: .admin), .provider, isOther: isOther)
            let invitation = try await call(.post, "/invitations", ["label": name], as: .admin)
            let invited = invitation.json?["invitation"] as? [String: Any] ?? invitation.json ?? [:]
            belongings.put(try #require(invited["id"] as? String, "\(invitation.text)"), .invitation, isOther: isOther)
            tokens["invitation"] = Self.token(in: invitation.json ?? [:])
            belongings.put(
                try await made(
                    .post, "/radio", ["name": name, "streamUrl": "https://radio.example/\(name)"], as: .admin), .radio,
                isOther: isOther)
            let user = try await call(
                .post, "/users",
                ["username": "subject-\(name.lowercased())", "email": "\(name.lowercased())@example.org"], as: .admin)
            let subject = try #require((user.json?["user"] as? [String: Any])?["id"] as? String, "\(user.text)")
            belongings.put(subject, .user, isOther: isOther)
            if !isOther { tokens["link"] = Self.token(in: user.json ?? [:]) }
            _ = try await call(.post, "/mail/test", as: .admin)
            let track = id(.track, isOther ? .other : .own)
            let title = isOther ? Self.secret : "Open"
            _ = try await call(.patch, "/tracks/\(track)", ["title": title + " new"], as: .admin)
            let edits = try await items("/tracks/\(track)/edits", as: .admin)
            belongings.put(try #require(edits.first?["id"] as? String), .edit, isOther: isOther)
        }
        let emails = try await items("/mail", as: .admin).compactMap { $0["id"] as? String }
        try #require(emails.count >= 2)
        belongings.put(emails[0], .email)
        belongings.put(emails[1], .email, isOther: true)
        let scans = try await items("/scans", as: .admin).compactMap { $0["id"] as? String }
        belongings.put(try #require(scans.first), .scan)
        let backup = try await Program.run(Program.path, ["backup", "--data", gateway.folder + "/data"])
        try #require(backup.status == 0, "\(backup.error)")
        let backups = try await items("/backups", as: .admin)
            .compactMap { $0["id"] as? String ?? $0["name"] as? String }
        belongings.put(try #require(backups.first), .backup)
        // A forbidden address, so that nothing is sent to it.
        _ = try await call(
            .patch, "/settings", ["registrationOpen": true, "outsideURL": "http://127.0.0.1:9"], as: .admin)
        belongings.put("images", .cleanup)
        belongings.put("0190bbbb-0000-7000-8000-000000000000", .renderer)
        belongings.put("today", .date)
        belongings.put("love", .reaction)
        belongings.put("7", .outsideSong)
        belongings.put(try await setDescriptionSource(), .descriptionSource)
        belongings.put("2026", .year)
        belongings.put("1", .mix)
    }

    /// The secret of a link, found anywhere in a reply.
    private static func token(in json: [String: Any]) -> String? {
        if let token = json["token"] as? String { return token }
        if let url = json["url"] as? String { return url.split(separator: "#").last.map(String.init) }
        for case let inner as [String: Any] in json.values { if let token = token(in: inner) { return token } }
        return nil
    }

    private mutating func addBelongings(of account: Account) async throws {
        let name = account == .stranger ? Self.secret : "\(account)'s"
        let track = id(.track)
        func put(_ id: String, _ resource: Resource) { belongings.put(id, resource, of: account) }
        let playlist = try await made(
            .post, "/playlists", ["name": name, "trackIds": [track, track]], as: account)
        put(playlist, .playlist)
        let entries = try await items("/playlists/\(playlist)/entries", as: account)
        put(try #require(entries.first?["id"] as? String), .entry)
        put(try await addImportedSong(to: playlist, of: account), .importedSong)
        put(try await made(.post, "/playlist-folders", ["name": name], as: account), .playlistFolder)
        let folder = try await made(.post, "/shelf/folders", ["name": name], as: account)
        put(folder, .folder)
        put(
            try await made(
                .post, "/shelf/items", ["title": name, "artist": "Somebody", "folderId": folder], as: account), .item)
        put(try await made(.post, "/wishes", ["title": "\(account) wishes"], as: account), .wish)
        put(try await made(.post, "/me/feature-requests", ["text": "\(name) request"], as: account), .request)
        // Everyone with the link sees its content.
        let share = try await call(
            .post, "/shares", ["items": [["kind": "track", "id": track]], "description": "A song"], as: account)
        put(try #require(share.json?["id"] as? String), .share)
        let address = try #require(share.json?["url"] as? String)
        let secret = String(address.split(separator: "/").last ?? "")
        if account == .listener { belongings.put(secret, .shareToken) }
        if account == .stranger { belongings.put(secret, .shareToken, isOther: true) }
        put(try await addPodcast(named: name, of: account), .podcast)
        // No feed is read here, so there are no episodes. The walk still needs an id.
        put(id(.podcast, of: account), .episode)
        _ = try await call(.put, "/bookmarks/\(track)", ["positionMs": 5, "comment": name], as: account)
        put(try await made(.post, "/tracks/\(track)/moments", ["positionMs": 0, "text": name], as: account), .moment)
        put(try await made(.post, "/board/today", ["trackId": track], as: account), .post)
        put(
            try await made(.post, "/board/days/today/comments", ["text": "\(account) says"], as: account), .comment)
        let key = try await call(
            .post, "/me/device-keys", ["label": name, "scopes": ["read", "write", "stream"]], as: account)
        put(try #require((key.json?["key"] as? [String: Any])?["id"] as? String), .deviceKey)
        keys[account] = try #require(key.json?["text"] as? String)
        put(try await addIdentityLink(of: account), .identityLink)
        put(try await made(.post, "/me/tokens", ["label": name], as: account), .token)
        put(try await addPasskey(named: name, of: account), .passkey)
        // A second session: the first one makes the walk's requests.
        _ = try await signIn(account)
        let sessions = try await items("/me/sessions", as: account)
        put(try #require(sessions.first { $0["current"] as? Bool == false }?["id"] as? String, "\(sessions)"), .session)
        let scrobble = try await gateway.send(
            .get, "/rest/scrobble?apiKey=\(keys[account] ?? "")&v=1.16.1&c=walk&f=json&id=tr-\(track)")
        try #require(scrobble.text.contains(#""ok""#), "\(scrobble.text)")
        put(try #require(try await items("/history", as: account).first?["id"] as? String), .play)
        try await addRecognition(of: account, track)
        put(
            try #require(try await items("/recognitions", as: account).first?["id"] as? String), .recognition)
        _ = try await call(.put, "/queue", ["trackIds": [track], "currentIndex": 0, "positionMs": 0], as: account)
        // A server keeps devices only in memory, and each lane has its own server.
        put(UUID().uuidString.lowercased(), .device)
        guard account.role != .listener else { return }
        let link = try await call(.post, "/imports", ["url": "https://music.example.org/\(name).flac"], as: account)
        put(try #require(link.json?["id"] as? String), .linkImport)
        let upload = try await announce("\(name).wav", 400, as: account)
        put(upload, .upload)
    }

    func announce(_ name: String, _ length: Int, as account: Account) async throws -> String {
        let metadata = "filename " + Data(name.utf8).base64EncodedString()
        let answer = try await call(
            .post, "/uploads", as: account,
            [.tusResumable: "1.0.0", .uploadLength: "\(length)", .uploadMetadata: metadata], bytes: [])
        return try #require(answer["location"]?.split(separator: "/").last.map(String.init))
    }

    /// Adds a recognized song, without a recording and its analysis.
    private func addRecognition(of account: Account, _ track: String) async throws {
        let me = try await call(.get, "/me", as: account)
        let user = try #require(me.json?["id"] as? String, "\(me.text)")
        let now = SystemWallClock().now()
        try await SQLiteRecognitionStore(gateway.features.instance.database).add(
            RecognitionEntry(
                id: .make(at: now), track: ID(track), position: .seconds(5), confidence: 1, at: now), of: ID(user))
    }
}
