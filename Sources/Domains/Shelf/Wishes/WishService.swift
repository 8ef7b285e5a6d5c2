package import Accounts
package import Catalog
import Journal
package import Primitives

/// Users' wishes for music that the server does not have. Everybody sees a wish, others can back it, and it is removed
/// when it is fulfilled.
package struct WishService: Sendable {
    private let store: any WishStore
    private let catalog: any CatalogStore
    private let pictures: PictureUploads
    private let clock: any WallClock

    package init(
        store: any WishStore, catalog: any CatalogStore, pictures: PictureUploads,
        clock: any WallClock = SystemWallClock()
    ) {
        self.store = store
        self.catalog = catalog
        self.pictures = pictures
        self.clock = clock
    }

    package func wishes(_ query: WishQuery, _ page: PageRequest, as caller: Principal) async throws -> Page<WishItem> {
        try caller.require(.browse)
        let found = try await store.wishes(query, for: caller, page)
        return Page(items: try await items(found.items, caller), next: found.next)
    }

    package func wish(_ id: ID<Wish>, as caller: Principal) async throws -> WishItem {
        try caller.require(.browse)
        return try await item(store.wish(id, for: caller), caller)
    }

    package func create(_ draft: WishDraft, as caller: Principal, from origin: String) async throws -> WishOutcome {
        try caller.require(.takePart)
        let instant = clock.now()
        let id = ID<Wish>.make(at: instant)
        let entry = entry(
            "wish.create", id, caller, origin, at: instant, ["title": draft.title, "artist": draft.artist])
        return try await store.create(draft, id, for: caller, at: instant, journal: entry)
    }

    package func edit(
        _ id: ID<Wish>, _ change: WishChange, as caller: Principal, from origin: String
    ) async throws -> WishItem {
        try caller.require(.takePart)
        let instant = clock.now()
        let entry = entry("wish.edit", id, caller, origin, at: instant)
        try await store.edit(id, change, for: caller, at: instant, journal: entry)
        return try await wish(id, as: caller)
    }

    /// Sets the wish's picture. `bytes` is a complete JPEG, PNG or WebP file, whatever its declared type; a square
    /// version of it is stored.
    package func setCover(
        _ bytes: [UInt8], of id: ID<Wish>, as caller: Principal, from origin: String
    ) async throws -> WishItem {
        try caller.require(.takePart)
        // Checked before the picture is stored, so that nobody fills the disk with pictures that they may not set.
        guard try await store.wish(id, for: caller).isOwn else { throw DomainError.notYourWish }
        let cover = try await pictures.keep(bytes, as: caller)
        return try await edit(id, WishChange(cover: .some(cover)), as: caller, from: origin)
    }

    package func remove(_ id: ID<Wish>, as caller: Principal, from origin: String) async throws {
        try caller.require(.takePart)
        try await store.remove(
            id, for: caller, journal: entry("wish.delete", id, caller, origin, at: clock.now()))
    }

    package func setBacking(
        to isBacked: Bool, of id: ID<Wish>, as caller: Principal, from origin: String
    ) async throws -> WishItem {
        try caller.require(.takePart)
        let instant = clock.now()
        let entry = entry(isBacked ? "wish.back" : "wish.unback", id, caller, origin, at: instant)
        let wish = try await store.setBacking(to: isBacked, of: id, for: caller, at: instant, journal: entry)
        return try await item(wish, caller)
    }

    /// - Returns: the new item on the caller's shelf, if one was saved.
    package func fulfil(
        _ id: ID<Wish>, _ fulfilment: WishFulfilment, as caller: Principal, from origin: String
    ) async throws -> ID<ShelfItem>? {
        try caller.require(.takePart)
        let instant = clock.now()
        var details: [String: String] = [:]
        switch fulfilment.draft.content {
        case .entry: break
        case .track(let track): details["track"] = track.rawValue
        case .album(let album): details["album"] = album.rawValue
        }
        return try await store.fulfil(
            id, fulfilment, .make(at: instant), for: caller, at: instant,
            journal: entry("wish.fulfil", id, caller, origin, at: instant, details))
    }

    private func item(_ wish: Wish, _ caller: Principal) async throws -> WishItem {
        guard let item = try await items([wish], caller).first else { throw DomainError.noWish }
        return item
    }

    private func items(_ wishes: [Wish], _ caller: Principal) async throws -> [WishItem] {
        let tracks = try await catalog.items(for: wishes.compactMap(\.arrival), in: caller.libraries)
        let present = Dictionary(
            tracks.filter { !$0.isMissing }.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        return wishes.map { WishItem(wish: $0, arrival: $0.arrival.flatMap { present[$0] }) }
    }

    private func entry(
        _ action: String, _ id: ID<Wish>, _ caller: Principal, _ origin: String, at instant: Timestamp,
        _ details: [String: String] = [:]
    ) -> JournalEntry {
        JournalEntry(
            at: instant, by: .init(user: caller.user, origin: origin), action,
            .init(kind: "wish", id: id.rawValue), details: details)
    }
}
