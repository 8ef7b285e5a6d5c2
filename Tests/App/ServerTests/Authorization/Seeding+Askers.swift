import Accounts
import Foundation
import GRDB
import HTTPSupport
import HTTPTypes
import Primitives
import Shelf
import Support
import Testing

extension Seeding {
    /// Gives a source a forbidden address, so that testing it sends no request.
    func setDescriptionSource() async throws -> String {
        let source = "musicbrainz"
        _ = try await call(.patch, "/descriptions/sources/" + source, ["url": "http://127.0.0.1:9"], as: .admin)
        return source
    }

    /// Subscribes to a podcast at a forbidden address, so that reading its feed sends no request.
    func addPodcast(named name: String, of account: Account) async throws -> String {
        let address = "http://127.0.0.1:9/\(account == .stranger ? name : "\(account)")"
        _ = try await call(
            .post, "/podcasts/opml", as: account, [.contentType: "text/x-opml"],
            bytes: Array("<opml><body><outline xmlUrl=\"\(address)\"/></body></opml>".utf8))
        return try #require(try await items("/podcasts", as: account).first?["id"] as? String)
    }

    /// Adds a song that an imported playlist is waiting for, without an imported file.
    func addImportedSong(to playlist: String, of account: Account) async throws -> String {
        let id = ID<ImportedSong>.make(at: SystemWallClock().now()).rawValue
        let database = try DatabaseQueue(path: gateway.folder + "/data/rondo.sqlite")
        try await database.write { db in
            try db.execute(
                sql: """
                    INSERT INTO imported_playlist (playlist, account, source, name)
                    SELECT id, owner, 'spotify', name FROM playlist WHERE id = ?1
                    """, arguments: [playlist])
            try db.execute(
                sql: """
                    INSERT INTO imported_song (id, playlist, place, song_key, title, artist, base_title, state)
                    VALUES (?, ?, 1, 'walk', ?, '', 'walk', 'awaited')
                    """, arguments: [id, playlist, account == .stranger ? Self.secret : "Walk"])
        }
        return id
    }

    func addPasskey(named name: String, of account: Account) async throws -> String {
        let options = try await call(.post, "/me/passkeys/options", as: account)
        let response = try PasskeyAuthenticator().response(to: options.json ?? [:])
        return try await made(.post, "/me/passkeys", response.merging(["label": name]) { $1 }, as: account)
    }

    // MARK: Callers

    mutating func addAskers() async throws {
        askers = [Asker(name: "anonymous", account: nil, proof: .nothing)]
        for account in Account.allCases where account != .stranger {
            askers.append(
                Asker(
                    name: "\(account)", account: account,
                    proof: .session(cookie: cookies[account] ?? "", isConfirmed: true)))
        }
        let late = try await signIn(.admin)
        let cookie = try #require(
            late.split(separator: "; ").first { $0.hasPrefix(AccessControl.sessionCookie + "=") })
        let typed = TokenHash(of: String(cookie.drop { $0 != "=" }.dropFirst())).bytes
        let database = try DatabaseQueue(path: gateway.folder + "/data/rondo.sqlite")
        try await database.write { db in
            let columns = try db.columns(in: "session").map(\.name).filter { $0.contains("confirmed") }
            try #require(columns.count == 1, "\(columns)")
            try db.execute(
                sql: "UPDATE session SET \(columns[0]) = created_at - 86400000 WHERE hash = ?", arguments: [Data(typed)]
            )
            try #require(db.changesCount == 1)
        }
        askers.append(
            Asker(
                name: "admin who typed the password long ago", account: .admin,
                proof: .session(cookie: late, isConfirmed: false)))
        for (account, scopes) in try await TokenScopes(gateway).walked {
            var body: [String: Any] = ["label": "walk"]
            if let scopes { body["scopes"] = scopes.sorted() }
            let token = try await call(.post, "/me/tokens", body, as: account)
            askers.append(
                Asker(
                    name: "token of \(account) for \(scopes?.sorted().joined(separator: " and ") ?? "everything")",
                    account: account,
                    proof: .token(try #require(token.json?["token"] as? String), scopes: scopes)))
        }
        var keys: [(Account, Set<DeviceKeyScope>)] = DeviceKeyScope.allCases.map { (.admin, [$0]) }
        keys += [(.listener, [.write]), (.contributor, DeviceKeyScope.standard)]
        for (account, scopes) in keys {
            let names = scopes.map(\.rawValue).sorted()
            let key = try await call(.post, "/me/device-keys", ["label": "walk", "scopes": names], as: account)
            askers.append(
                Asker(
                    name: "device key of \(account) for \(names.joined(separator: ", "))", account: account,
                    proof: .deviceKey(try #require(key.json?["text"] as? String), scopes: scopes)))
        }
        askers.append(
            Asker(name: "share visitor", account: nil, proof: .share(id(.shareToken))))
    }

    /// Adds a provider's user who may sign in to the account.
    func addIdentityLink(of account: Account) async throws -> String {
        let (id, name) = ("0190bbbb-0000-7000-8000-\(account)", "\(account)")
        let database = try DatabaseQueue(path: gateway.folder + "/data/rondo.sqlite")
        try await database.write { db in
            try db.execute(
                sql: """
                    INSERT INTO identity_link
                    SELECT ?, id, 'https://id.example.org', id, 'walk', 0, 0 FROM account WHERE username = ?
                    """,
                arguments: [id, name])
            try #require(db.changesCount == 1)
        }
        return id
    }
}
