import Catalog
import HTTPSupport
import Primitives
import Sharing

/// A share as its owner sees it.
struct ShareBody: JSONWritable {
    static let schema = Schema.object(
        required: [
            ("id", .text), ("createdAt", .instant), ("visits", .integer),
            (
                "items",
                .array(
                    .object(
                        required: [("kind", .choice(["track", "album", "playlist"])), ("id", .text)], optional: []))
            ), ("title", .text), ("kind", .choice(["track", "album", "playlist", "mix"])), ("trackCount", .integer),
            ("titles", .array(.text)),
        ],
        optional: [("url", .text), ("description", .text), ("expiresAt", .instant), ("lastVisitedAt", .instant)])

    /// So many titles tell what a share holds.
    private static let titles = 3

    private let share: Share
    private let heading: ShareHeading
    private let url: String?
    /// Of tracks and albums those of which there is something to hear.
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

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("id", share.id.rawValue)
            json.field("url", url)
            json.field("description", share.description)
            json.field("createdAt", share.createdAt)
            json.field("expiresAt", share.expiresAt)
            json.field("lastVisitedAt", share.lastVisitedAt)
            json.field("visits", share.visits)
            json.key("items")
            json.array(items) { json, item in
                json.object { json in
                    switch item {
                    case .track(let id):
                        json.field("kind", "track")
                        json.field("id", id.rawValue)
                    case .album(let id):
                        json.field("kind", "album")
                        json.field("id", id.rawValue)
                    case .playlist(let id):
                        json.field("kind", "playlist")
                        json.field("id", id.rawValue)
                    }
                }
            }
            json.field("title", heading.title)
            json.field("kind", heading.kind.rawValue)
            json.field("trackCount", trackCount)
            json.field("titles", firstTitles)
        }
    }
}
