import Accounts
import Catalog
import Foundation
package import HTTPSupport
import HTTPTypes
package import Hummingbird
import Primitives
package import Sharing

/// The caller's own shares.
package struct ShareRoutes: Sendable {
    private let shares: ShareService
    /// The server's own address as browsers reach it.
    private let origin: @Sendable (Request) -> String

    package init(shares: ShareService, origin: @escaping @Sendable (Request) -> String) {
        self.shares = shares
        self.origin = origin
    }

    package var endpoints: [Endpoint] {
        let item = Schema.object(
            required: [("kind", .choice(["track", "album", "playlist"])), ("id", .text)], optional: [])
        return [
            Endpoint(
                .get, "/api/v1/shares", .requires(.listen), tag: "sharing",
                "The own shares, newest first; without url for a token that may only read",
                reply: .json(.ok, .list(of: .named("Share"))), handler: list),
            Endpoint(
                .post, "/api/v1/shares", .requires(.listen), tag: "sharing",
                "Share tracks, albums and playlists with whoever has the link",
                body: .object(
                    required: [("items", .array(item))], optional: [("description", .text), ("expiresAt", .instant)]),
                reply: .json(.created, .named("Share")), handler: create),
            Endpoint(
                .patch, "/api/v1/shares/{id}", .requires(.listen), tag: "sharing",
                "Change what is written about a share, or its end; null for never",
                body: .object(required: [], optional: [("description", .text), ("expiresAt", .nullable(.instant))]),
                reply: .json(.ok, .named("Share")), handler: change),
            Endpoint(
                .delete, "/api/v1/shares/{id}", .requires(.listen), tag: "sharing", "Take a share back",
                reply: .empty(.noContent), handler: remove),
        ]
    }

    @Sendable private func list(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let found = try await shares.list(as: context.principal())
        return .json(ListBody(try await bodies(found, request, context)), capacity: 16 * 1024)
    }

    @Sendable private func create(_ request: Request, _ context: GatewayContext) async throws -> Response {
        var fields = try await request.jsonFields(upTo: 256 * 1024)
        let draft = ShareDraft(
            items: try fields.items(), description: try fields.optionalText("description", upTo: 4096),
            expiresAt: try fields.optionalInstant("expiresAt"))
        try fields.end()
        let share = try await shares.create(
            draft, as: context.principal(), with: context.caller().credential, from: context.remoteAddress)
        return .json(try await bodies([share], request, context)[0], status: .created)
    }

    @Sendable private func change(_ request: Request, _ context: GatewayContext) async throws -> Response {
        var fields = try await request.jsonFields()
        var change = ShareChange(description: try fields.optionalText("description", upTo: 4096))
        switch fields.presence(of: "expiresAt") {
        case .absent: break
        case .null: change.expiresAt = .some(nil)
        case .value: change.expiresAt = try fields.optionalInstant("expiresAt")
        }
        try fields.end()
        let share = try await shares.change(
            context.id("id"), change, as: context.principal(), from: context.remoteAddress)
        return .json(try await bodies([share], request, context)[0])
    }

    @Sendable private func remove(_ request: Request, _ context: GatewayContext) async throws -> Response {
        try await shares.remove(context.id("id"), as: context.principal(), from: context.remoteAddress)
        return .empty()
    }

    /// One body for each share, in their order.
    private func bodies(
        _ found: [Share], _ request: Request, _ context: GatewayContext
    ) async throws -> [ShareBody] {
        let (origin, caller) = (origin(request), try context.principal())
        return try await shares.describe(found, as: caller) { share, heading, tracks in
            ShareBody(
                share: share, heading: heading, url: shares.path(of: share, for: caller).map { origin + $0 },
                tracks: tracks)
        }
    }
}

extension JSONFields {
    fileprivate mutating func items() throws(DomainError) -> [ShareItem] {
        var items: [ShareItem] = []
        for var fields in try objects("items", count: Share.maximumItems) {
            let (kind, id) = (try fields.text("kind"), try fields.text("id", upTo: 64))
            try fields.end()
            switch kind {
            case "track": items.append(.track(ID(id)))
            case "album": items.append(.album(ID(id)))
            case "playlist": items.append(.playlist(ID(id)))
            default: throw .invalid("kind must be one of track, album, playlist", field: "items")
            }
        }
        return items
    }

    /// RFC 3339; nil when absent or null.
    fileprivate mutating func optionalInstant(_ name: String) throws(DomainError) -> Timestamp? {
        guard let text = try optionalText(name, upTo: 64) else { return nil }
        guard let instant = ISO8601.timestamp(of: text) else {
            throw .invalid("\(name) must be a time like 2026-12-31T12:00:00Z", field: name)
        }
        return instant
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
