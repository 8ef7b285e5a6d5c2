/// The kind of thing that an id in a path, a body or a query names.
enum Resource: String, CaseIterable, Sendable {
    case track, album, artist, genre, image, edit
    case play, recognition, session, token, deviceKey, identityLink, passkey, device, request, share, folder, item,
        playlist,
        playlistFolder, entry, importedSong, notification
    case upload, linkImport, submission, download
    case post, comment, wish, person, moment
    case report, withdrawal
    case lyricsVersion, lyricsProposal
    case outsideSong
    case descriptionSource
    case podcast, episode
    case user, plan, provider, invitation, library, scan, radio, email, backup, renderer
    case username, cleanup, shareToken, date, reaction, year, mix

    /// The users who may reach things of this kind.
    enum Reach {
        /// Only the owner. For everyone else the thing does not exist.
        case owner
        /// The users who may see its library.
        case library
        /// Everyone sees it. Only the owner changes it, unless a row says otherwise.
        case everybody
        /// The users who have the row's permission.
        case permission
        /// Not a thing but a value that anyone may name.
        case value
    }

    var reach: Reach {
        switch self {
        case .track, .album, .artist, .genre, .image, .withdrawal, .lyricsVersion, .lyricsProposal: .library
        case .play, .recognition, .session, .token, .deviceKey, .identityLink, .passkey, .device, .request, .share,
            .folder, .item, .playlist, .playlistFolder, .entry, .importedSong, .notification, .upload, .linkImport,
            .submission, .download, .username, .moment, .podcast, .episode:
            .owner
        case .post, .comment, .wish, .person: .everybody
        case .user, .plan, .provider, .invitation, .library, .scan, .radio, .email, .backup, .edit, .report,
            .renderer:
            .permission
        case .outsideSong, .descriptionSource, .cleanup, .shareToken, .date, .reaction, .year, .mix: .value
        }
    }

    /// The resource of a path parameter, by the part of the path before it. The walk fails for an unknown parameter, so
    /// every new endpoint must state whose its things are.
    static func inPath(_ path: String, _ parameter: String) -> Resource? {
        let parts = path.split(separator: "/").map(String.init)
        guard let place = parts.firstIndex(of: "{\(parameter)}"), place > 0 else { return nil }
        return byPart[parts[place - 1]]
    }

    private static let byPart: [String: Resource] = [
        "tracks": .track, "albums": .album, "artists": .artist, "genres": .genre, "images": .image,
        "bookmarks": .track, "edits": .edit, "mixes": .mix,
        "history": .play, "recognitions": .recognition, "sessions": .session, "tokens": .token,
        "device-keys": .deviceKey, "openid": .identityLink, "passkeys": .passkey, "devices": .device,
        "feature-requests": .request, "shares": .share, "share": .shareToken, "folders": .folder, "items": .item,
        "playlists": .playlist, "songs": .importedSong, "playlist-folders": .playlistFolder, "uploads": .upload,
        "imports": .linkImport,
        "submissions": .submission,
        "posts": .post, "comments": .comment, "moments": .moment, "wishes": .wish, "people": .person, "users": .user,
        "plans": .plan,
        "invitations": .invitation, "libraries": .library, "scans": .scan, "radio": .radio, "mail": .email,
        "backups": .backup, "days": .date, "cleanups": .cleanup, "downloads": .download, "reactions": .reaction,
        "year": .year, "reports": .report, "providers": .provider, "lookups": .library, "withdrawals": .withdrawal,
        "outside": .outsideSong,
        "sources": .descriptionSource,
        "versions": .lyricsVersion, "lyrics": .lyricsProposal, "renderers": .renderer,
        "podcasts": .podcast, "episodes": .episode,
    ]
}

/// The relation of an id to the caller.
enum IDKind: String, CaseIterable, Sendable {
    case own, other, missing, malformed
}

/// The ids of everything created for the walk.
struct Belongings: Sendable {
    private var ids: [Account: [Resource: String]] = [:]
    private var shared: [Resource: String] = [:]
    private var second: [Resource: String] = [:]

    mutating func put(_ id: String, _ resource: Resource, of account: Account) {
        ids[account, default: [:]][resource] = id
    }

    /// - Parameter isOther: whether it belongs to another user, or to a library with restricted access.
    mutating func put(_ id: String, _ resource: Resource, isOther: Bool = false) {
        if isOther { second[resource] = id } else { shared[resource] = id }
    }

    func id(_ resource: Resource, _ kind: IDKind, for account: Account?) -> String {
        switch kind {
        case .own:
            (account.flatMap { ids[$0]?[resource] } ?? shared[resource] ?? ids[.contributor]?[resource]) ?? ""
        case .other: (second[resource] ?? ids[.stranger]?[resource] ?? shared[resource]) ?? ""
        case .missing: Self.missing(resource)
        case .malformed: "..%2F%00" + String(repeating: "x", count: 80)
        }
    }

    func has(_ resource: Resource) -> Bool {
        IDKind.allCases.allSatisfy { !id(resource, $0, for: .listener).isEmpty }
    }

    private static func missing(_ resource: Resource) -> String {
        switch resource {
        case .image: String(repeating: "0", count: 64)
        case .date: "1999-01-02"
        case .year: "1999"
        case .reaction: "none"
        case .shareToken: String(repeating: "A", count: 43)
        case .backup: "rondo-19990102-030405.tar"
        case .notification: "999999"
        case .username: "nobody-at-all"
        default: "0190aaaa-0000-7000-8000-000000000000"
        }
    }
}
