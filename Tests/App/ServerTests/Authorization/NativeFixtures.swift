import Foundation
import HTTPSupport
import HTTPTypes
import NativeAPI

/// The parts of a request other than its path.
struct Content {
    var fields: HTTPFields = [:]
    var bytes: [UInt8]?

    static let nothing = Content()

    static func json(_ members: [String: Any]) throws -> Content {
        Content(
            fields: [.contentType: "application/json"],
            bytes: Array(try JSONSerialization.data(withJSONObject: members, options: .sortedKeys)))
    }

    static func bytes(_ type: String, _ bytes: [UInt8]) -> Content {
        Content(fields: [.contentType: type], bytes: bytes)
    }
}

/// Makes bodies for the rows of the native API: the required members of a row's schema, and for some rows more, so that
/// the ids in them exist.
struct NativeFixtures {
    /// Returns ids, and records which kinds of things a body names.
    final class Lookup {
        private let find: (Resource) -> String
        private(set) var named: [Resource] = []

        init(_ find: @escaping (Resource) -> String) { self.find = find }

        func callAsFunction(_ resource: Resource) -> String {
            named.append(resource)
            return find(resource)
        }
    }

    /// Members that a client might forge, and that no row may honor.
    static func forbidden(_ stranger: String) -> [String: Any] {
        ["ownerId": stranger, "userId": stranger, "accountId": stranger, "role": "admin", "isAdmin": true]
    }

    let tokens: [String: String]
    let libraryFolder: String

    /// The JSON body, or nil where the row takes none.
    func body(_ row: Endpoint, _ id: Lookup) -> [String: Any]? {
        guard case .object(let required, _)? = row.body else { return nil }
        var members: [String: Any] = [:]
        for (name, schema) in required { members[name] = value(name, schema) }
        for (name, value) in Self.extendedTags[row.name]?(id, self) ?? [:] { members[name] = value }
        return members
    }

    /// The bytes for a row that takes no JSON.
    func upload(_ row: Endpoint) -> Content? {
        switch row.name {
        case "POST /api/v1/uploads":
            return Content(
                fields: [
                    .tusResumable: "1.0.0", .uploadLength: "100",
                    .uploadMetadata: "filename " + Data("a.flac".utf8).base64EncodedString(),
                ], bytes: [])
        case "PATCH /api/v1/uploads/{id}":
            return Content(
                fields: [
                    .tusResumable: "1.0.0", .uploadOffset: "0", .contentType: "application/offset+octet-stream",
                ], bytes: [1, 2, 3])
        case "POST /api/v1/playlists/import":
            return .bytes("audio/x-mpegurl", Array("#EXTM3U\nnothing.flac\n".utf8))
        case "POST /api/v1/me/import":
            return .bytes("application/json", Array("[]".utf8))
        default:
            return row.upload.contains("image/png") ? .bytes("image/png", Pictures.png(side: 8)) : nil
        }
    }

    private func value(_ name: String, _ schema: Schema) -> Any {
        switch schema {
        case .text: texts[name] ?? "walk"
        case .integer: 1
        case .number: 3
        case .flag: true
        case .instant: "2030-01-01T00:00:00.000Z"
        case .choice(let names): names.first ?? ""
        case .array: [Any]()
        case .nullable: NSNull()
        case .anything: [String: Any]()
        case .object(let required, _):
            Dictionary(uniqueKeysWithValues: required.map { ($0.0, value($0.0, $0.1)) })
        case .named: [String: Any]()
        }
    }

    private var texts: [String: String] {
        [
            "username": "walker", "password": "a bright tin kettle 47", "email": "walker@example.org",
            "identity": "nobody@example.org", "code": "123456", "currentPassword": Account.password,
            "newPassword": "a bright tin kettle 47", "streamUrl": "https://radio.example/live",
            "url": "https://music.example.org/a.flac", "path": libraryFolder,
        ]
    }

    private typealias ExtendedTags = @Sendable (Lookup, NativeFixtures) -> [String: Any]

    private static let extendedTags: [String: ExtendedTags] = [
        "POST /api/v1/setup": { _, _ in ["token": "x"] },
        "POST /api/v1/links/check": { _, f in ["token": f.tokens["link"] ?? ""] },
        "POST /api/v1/links/password": { _, f in ["token": f.tokens["link"] ?? ""] },
        "POST /api/v1/invitations/check": { _, f in ["token": f.tokens["invitation"] ?? ""] },
        "POST /api/v1/invitations/acceptance": { _, f in ["token": f.tokens["invitation"] ?? ""] },
        "POST /api/v1/session": { _, _ in ["username": "contributor", "password": Account.password] },
        "POST /api/v1/me/confirmation": { _, _ in ["password": Account.password] },
        "POST /api/v1/me/two-factor": { _, _ in ["password": Account.password] },
        "POST /api/v1/playlists": { id, _ in ["trackIds": [id(.track)]] },
        "POST /api/v1/playlists/{id}/entries": { id, _ in ["trackIds": [id(.track)]] },
        "PUT /api/v1/playlists/{id}/entries": { id, _ in ["trackIds": [id(.track)], "revision": 1] },
        "POST /api/v1/playlists/{id}/entries/remove": { id, _ in ["entryIds": [id(.entry)]] },
        "POST /api/v1/playlists/{id}/entries/move": { id, _ in ["entryIds": [id(.entry)], "after": NSNull()] },
        "PUT /api/v1/playlists/{id}/imported/songs/{song}/track": { id, _ in ["trackId": id(.track)] },
        "POST /api/v1/playlists/{id}/imported/wishes": { id, _ in ["songId": id(.importedSong)] },
        "POST /api/v1/playlists/smart/preview": { _, _ in
            ["rules": ["match": "all", "rules": [Any]()] as [String: Any]]
        },
        "POST /api/v1/playlist-folders": { id, _ in ["name": "walk", "parentId": id(.playlistFolder)] },
        "PUT /api/v1/playlists/{id}/folder": { id, _ in ["folderId": id(.playlistFolder)] },
        "POST /api/v1/downloads": { id, _ in ["trackIds": [id(.track)]] },
        "PUT /api/v1/joint-artists": { _, _ in ["name": "Ann & Bob"] },
        "PUT /api/v1/queue": { id, _ in ["trackIds": [id(.track)], "currentIndex": 0, "positionMs": 0] },
        "PATCH /api/v1/queue": { _, _ in ["currentIndex": 0, "positionMs": 0] },
        "POST /api/v1/playback": { id, _ in
            [
                "playId": "7B1C3E0A-6C9E-4E62-9E3C-0B9B3B0C9D11", "trackId": id(.track), "event": "start",
                "positionMs": 0,
            ]
        },
        "POST /api/v1/devices": { id, _ in
            [
                "id": "7B1C3E0A-6C9E-4E62-9E3C-0B9B3B0C9D12", "name": "walk", "kind": "phone", "trackId": id(.track),
                "positionMs": 0, "playing": false, "volume": 80, "muted": false, "shuffled": false, "repeat": "off",
            ]
        },
        "POST /api/v1/devices/{id}/commands": { _, _ in
            ["id": "7B1C3E0A-6C9E-4E62-9E3C-0B9B3B0C9D13", "action": "pause"]
        },
        "POST /api/v1/history": { id, _ in
            ["plays": [["trackId": id(.track), "playedAt": "2026-11-01T07:00:00Z"]]]
        },
        "POST /api/v1/board/today": { id, _ in ["trackId": id(.track)] },
        "POST /api/v1/shares": { id, _ in ["items": [["kind": "track", "id": id(.track)]]] },
        "POST /api/v1/shelf/folders/delete": { id, _ in ["ids": [id(.folder)]] },
        "POST /api/v1/shelf/items": { id, _ in ["title": "walk", "artist": "walk", "folderId": id(.folder)] },
        "POST /api/v1/shelf/outside": { id, _ in ["songId": 7, "title": "walk", "folderId": id(.folder)] },
        "POST /api/v1/shelf/items/put": { id, _ in ["folderId": id(.folder), "itemIds": [id(.item)]] },
        "POST /api/v1/shelf/items/remove": { id, _ in ["ids": [id(.item)]] },
        "PATCH /api/v1/shelf/items/{id}": { id, _ in ["comment": "walk", "folderId": id(.folder)] },
        "POST /api/v1/shelf/items/{id}/link": { id, _ in ["trackId": id(.track)] },
        "POST /api/v1/reports": { id, _ in ["kind": "track", "id": id(.track)] },
        "POST /api/v1/wishes/{id}/fulfil": { id, _ in ["trackId": id(.track)] },
        "POST /api/v1/tracks/{id}/moments": { _, _ in ["positionMs": 0] },
        "PATCH /api/v1/moments/{id}": { _, _ in ["text": "walk"] },
        "PATCH /api/v1/wishes/{id}": { _, _ in ["note": "walk"] },
        "POST /api/v1/notifications/read": { id, _ in ["ids": [id(.notification)]] },
        "PATCH /api/v1/submissions": { id, _ in ["ids": [id(.submission)], "album": "walk"] },
        "PATCH /api/v1/submissions/{id}": { id, _ in ["title": "walk", "wishId": id(.wish)] },
        "POST /api/v1/moderation/approve": { id, _ in ["ids": [id(.submission)], "libraryId": id(.library)] },
        "POST /api/v1/moderation/reject": { id, _ in ["ids": [id(.submission)], "reason": "walk"] },
        "POST /api/v1/imports": { id, _ in ["wishId": id(.wish)] },
        "PATCH /api/v1/tracks/{id}": { _, _ in ["title": "walk"] },
        "PATCH /api/v1/albums/{id}": { _, _ in ["name": "walk"] },
        "PATCH /api/v1/me": { _, _ in ["displayName": "walk"] },
        "PATCH /api/v1/playlists/{id}": { _, _ in ["name": "walk"] },
        "PATCH /api/v1/playlist-folders/{id}": { _, _ in ["name": "walk"] },
        "PATCH /api/v1/shelf/folders/{id}": { _, _ in ["name": "walk"] },
        "PATCH /api/v1/shares/{id}": { _, _ in ["description": "walk"] },
        "PATCH /api/v1/users/{id}": { _, _ in ["displayName": "walk"] },
        "PATCH /api/v1/plans/{id}": { _, _ in ["name": "walk"] },
        "PATCH /api/v1/settings": { _, _ in ["name": "walk"] },
        "PATCH /api/v1/settings/lastfm": { _, _ in ["key": "walk"] },
        "PATCH /api/v1/settings/openid": { _, _ in ["name": "walk"] },
        "POST /api/v1/scans": { id, _ in ["libraryId": id(.library)] },
        "POST /api/v1/journal/cut": { _, _ in ["days": 30] },
        "PUT /api/v1/feature-requests/{id}/answer": { _, _ in ["state": "planned", "answer": "walk"] },
    ]
}

extension Endpoint {
    /// A row's name in the tests and their messages.
    var name: String { "\(method.rawValue) \(path)" }

    var pathParameters: [String] {
        path.split(separator: "/").filter { $0.hasPrefix("{") }.map { String($0.dropFirst().dropLast()) }
    }
}
