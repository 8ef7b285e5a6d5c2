import HTTPSupport
import HTTPTypes
import Primitives

/// The users who may call each row. The list deliberately does not come from the code: a changed rule or path fails
/// here and needs a decision.
enum AccessPolicy {
    /// The rows that anybody may call.
    static let open: Set<String> = [
        "GET /health", "GET /ready", "GET /metrics", "GET /api/v1/server", "GET /api/v1/privacy",
        "GET /api/v1/openapi.json", "POST /api/v1/setup",
        "POST /api/v1/links/check", "POST /api/v1/links/password", "POST /api/v1/session", "POST /api/v1/session/proxy",
        "POST /api/v1/session/two-factor", "POST /api/v1/session/two-factor/setup",
        "POST /api/v1/session/passkey", "POST /api/v1/session/passkey/options",
        "POST /api/v1/session/two-factor/enable", "POST /api/v1/password-reset", "POST /api/v1/email-confirmation",
        "POST /api/v1/email-undo",
        "POST /api/v1/session/openid", "POST /api/v1/session/openid/begin", "POST /api/v1/session/openid/logout",
        "POST /api/v1/invitations/check", "POST /api/v1/invitations/acceptance", "POST /api/v1/registration",
        "GET /share/{token}", "GET /share/{token}/contents", "GET /share/{token}/tracks/{id}/stream",
        "GET /share/{token}/tracks/{id}/cover", "GET /share/{token}/tracks/{id}/waveform", "GET /oembed",
    ]

    /// Rows that require a recent password confirmation in a browser session, beside all administrative rows.
    static let confirmed: Set<String> = [
        "POST /api/v1/me/tokens", "POST /api/v1/me/device-keys",
        "POST /api/v1/me/passkeys", "POST /api/v1/me/passkeys/options", "PATCH /api/v1/me/passkeys/{id}",
        "DELETE /api/v1/me/passkeys/{id}",
        "POST /api/v1/me/openid", "DELETE /api/v1/me/openid/{id}",
    ]

    /// Administrative rows that need no password confirmation, because their effect can be undone.
    static let unconfirmed: Set<String> = [
        "POST /api/v1/scans", "DELETE /api/v1/scans/{id}", "PUT /api/v1/tracks/{id}/explicit",
        "PUT /api/v1/albums/{id}/explicit",
        "PUT /api/v1/lyrics/lookups/{id}", "DELETE /api/v1/lyrics/lookups/{id}",
    ]

    private static let ordinary: Set<Permission> = [.browse, .stream, .listen, .takePart]

    /// The permissions, any one of which allows a row. Nil for an unknown path.
    static func permissions(for row: Endpoint) -> Set<Permission>? {
        let parts = row.path.split(separator: "/").map(String.init)
        guard parts.starts(with: ["api", "v1"]), parts.count > 2 else { return nil }
        let (changes, last) = (row.method != .get, parts[parts.count - 1])
        switch parts[2] {
        case "users": return last == "picture" ? [.browse] : [.manageUsers]
        case "plans", "invitations": return [.manageUsers]
        case "libraries", "scans", "problems", "analysis": return [.manageLibraries]
        case "journal", "settings", "overview", "feature-requests", "backups", "mail", "clock", "cleanups",
            "joint-artists", "lyrics", "jukebox", "renderers":
            return [.administer]
        case "descriptions": return [.administer]
        case "outside": return [last == "preview" ? .stream : changes ? .takePart : .browse]
        case "podcasts": return [.listen]
        case "episodes": return last == "stream" ? [.stream] : [.listen]
        case "radio": return changes ? [.administer] : [.browse]
        case "moderation": return [.moderate]
        case "submissions": return parts.count == 3 && !changes ? [.moderate] : [.submit]
        case "uploads", "imports": return [.submit]
        case "me":
            if ["giving", "submissions"].contains(parts[3, default: ""]) { return [.submit] }
            let isRead = ["GET /api/v1/me/import", "GET /api/v1/me/playback-sharing"].contains(row.name)
            return parts[3, default: ""] == "likes" || isRead
                ? [.listen] : [.manageOwnAccount]
        case "session": return [.manageOwnAccount]
        case "board": return last == "hidden" ? [.moderate] : changes ? [.takePart] : [.browse]
        case "tracks", "albums", "artists":
            if last == "explicit" { return [.administer] }
            if parts.contains("lyrics"), changes { return [last == "lookup" ? .listen : .takePart] }
            if last == "cover" || last == "edits" || parts.contains("{edit}") { return [.moderate] }
            if last == "moments", changes { return [.takePart] }
            if parts.count == 4, changes { return [.moderate] }
            return ["stream", "download"].contains(last) ? [.stream] : changes ? [.listen] : [.browse]
        case "moments": return last == "hidden" ? [.moderate] : [.takePart]
        case "statistics": return changes ? [.manageOwnAccount] : [.listen]
        case "wishes": return changes ? [.takePart] : [.browse]
        case "notifications", "reports": return [.takePart]
        case "downloads": return [.stream]
        case "playlists" where last == "wishes": return [.takePart]
        case "playlists" where last == "download": return [.stream]
        case "playlists", "playlist-folders", "shelf", "shares", "bookmarks", "history", "queue", "playback",
            "now-playing", "devices", "recognitions":
            return [.listen]
        case "people", "genres", "mixes", "search", "explore", "images", "drawings", "events": return [.browse]
        case "home": return changes ? [.listen] : [.browse]
        default: return nil
        }
    }
}

extension [String] {
    fileprivate subscript(place: Int, default text: String) -> String {
        indices.contains(place) ? self[place] : text
    }
}
