import Catalog
import HTTPSupport
import Hummingbird
import Primitives
import Sharing

/// A new share.
struct ShareDraftBody: InputBody {
    let items = Input<[InputFields<ShareItemBody>]>(
        "items", .objects(of: ShareItemBody(), upTo: Share.maximumItems))
    let description = Input<String?>("description", .text(upTo: 4096))
    let expiresAt = Input<Timestamp?>("expiresAt", .instant)

    func read(_ request: Request) async throws -> ShareDraft {
        try await request.read(self, upTo: 256 * 1024) { fields in
            var items: [ShareItem] = []
            for item in try fields.read(\.items) { items.append(try ShareItemBody.item(item)) }
            return try ShareDraft(
                items: items, description: fields.read(\.description), expiresAt: fields.read(\.expiresAt))
        }
    }
}

/// A shared track, album or playlist.
struct ShareItemBody: InputBody {
    let kind = Input<String>("kind", .text(as: .choice(["track", "album", "playlist"])))
    let id = Input<String>("id", .text(upTo: 64))

    static func item(_ fields: InputFields<Self>) throws(DomainError) -> ShareItem {
        let (kind, id) = try fields.only(\.kind, \.id)
        switch kind {
        case "track": return .track(ID(id))
        case "album": return .album(ID(id))
        case "playlist": return .playlist(ID(id))
        default: throw .invalid("kind must be one of track, album, playlist", field: "items")
        }
    }
}

/// A change of a share. An end of null means that it never ends.
struct ShareChangeBody: InputBody {
    let description = Input<String?>("description", .text(upTo: 4096))
    let expiresAt = Input<Patch<Timestamp>>("expiresAt", .instant)

    func read(_ request: Request) async throws -> ShareChange {
        try await request.read(self) { fields in
            var change = ShareChange(description: try fields.read(\.description))
            change.expiresAt = try fields.read(\.expiresAt).nested
            return change
        }
    }
}

/// A share as its owner sees it.
struct ShareBody: ObjectBody {
    static let component: String? = "Share"
    static let fields = Fields<Self> {
        Field("id") { $0.share.id }
        Field("url") { $0.url }
        Field("description") { $0.share.description }
        Field("createdAt") { $0.share.createdAt }
        Field("expiresAt") { $0.share.expiresAt }
        Field("lastVisitedAt") { $0.share.lastVisitedAt }
        Field("visits") { $0.share.visits }
        Field("items", each: { $0.items }) {
            Field("kind", .choice(["track", "album", "playlist"])) { $0.kind }
            Field("id") { $0.id }
        }
        Field("title") { $0.heading.title }
        Field("kind") { $0.heading.kind }
        Field("trackCount") { $0.trackCount }
        Field("titles") { $0.firstTitles }
    }

    /// The number of titles that describe a share.
    private static let titles = 3

    private let share: Share
    private let heading: ShareHeading
    private let url: String?
    /// The shared items. Tracks and albums are included only when there is something to hear.
    private let items: [ShareItem]
    private let trackCount: Int
    private let firstTitles: [String]

    init(share: Share, heading: ShareHeading, url: String?, tracks: [TrackItem]) {
        self.share = share
        self.heading = heading
        self.url = url
        trackCount = tracks.count
        firstTitles = tracks.prefix(Self.titles).map(\.title)
        let (single, albums) = (Set(tracks.map(\.id)), Set(tracks.map(\.album)))
        items = share.items.filter { item in
            switch item {
            case .track(let id): single.contains(id)
            case .album(let id): albums.contains(id)
            case .playlist: true
            }
        }
    }
}

extension ShareItem {
    fileprivate var kind: String {
        switch self {
        case .track: "track"
        case .album: "album"
        case .playlist: "playlist"
        }
    }

    fileprivate var id: String {
        switch self {
        case .track(let id): id.rawValue
        case .album(let id): id.rawValue
        case .playlist(let id): id.rawValue
        }
    }
}
