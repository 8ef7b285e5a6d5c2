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
        guard let item = try await items([store.wish(id, for: caller)], caller).first else { throw DomainError.noWish }
        return item
    }

    /// Makes a wish. If there is an open one for the same music, returns that instead.
    ///
    /// - Parameter picture: the bytes of a picture for its cover; nil where there are none. It is called only for a wish
    ///   that is made.
    package func create(
        _ draft: WishDraft, as caller: Principal, from origin: String,
        picture: (@Sendable () async throws -> [UInt8]?)? = nil
    ) async throws -> WishOutcome<Wish> {
        try caller.require(.takePart)
        let instant = clock.now()
        let id = ID<Wish>.make(at: instant)
        var cover: BlobKey?
        if let picture {
            let outcome = try await store.edit { wishes in
                (nil, try WishDecisions.create(draft, id, as: caller, at: instant, wishes).outcome)
            }
            if case .alreadyWished(let wish) = outcome { return .alreadyWished(wish) }
            if let bytes = try await picture() { cover = try await pictures.store(copied: bytes, as: caller) }
        }
        let entry = JournalEntry(
            at: instant, by: caller, from: origin, "wish.create", .init("wish", id),
            details: ["title": draft.title, "artist": draft.artist])
        let outcome = try await store.edit { [cover] wishes in
            var decision = try WishDecisions.create(draft, id, cover: cover, as: caller, at: instant, wishes)
            decision.changes?.journal.append(entry)
            return decision
        }
        switch outcome {
        case .made(let id): return .made(try await store.wish(id, for: caller))
        case .alreadyWished(let wish): return .alreadyWished(wish)
        }
    }

    /// Changes the caller's own wish. Throws `conflict` with reason `already_wished` where that would make it another
    /// user's wish.
    package func edit(
        _ id: ID<Wish>, _ change: WishChange, as caller: Principal, from origin: String
    ) async throws -> WishItem {
        try caller.require(.takePart)
        let instant = clock.now()
        let entry = JournalEntry(at: instant, by: caller, from: origin, "wish.edit", .init("wish", id))
        try await store.edit { wishes in
            let wish = try wishes.wish(id, for: caller)
            guard wish.isOwn else { throw DomainError.notYourWish }
            let values = WishValues(wish, changedBy: change)
            if let same = try wishes.wish(title: values.title, artist: values.artist, for: caller), same.id != id {
                throw DomainError.alreadyWished
            }
            return Changes(
                at: instant, .edit(id, values, at: instant), journal: [entry], events: [WishEvents.event(.edited, id)])
        }
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
        let cover = try await pictures.store(bytes, as: caller)
        return try await edit(id, WishChange(cover: .some(cover)), as: caller, from: origin)
    }

    /// Removes the caller's own wish. Moderators may remove any.
    package func remove(_ id: ID<Wish>, as caller: Principal, from origin: String) async throws {
        try caller.require(.takePart)
        let instant = clock.now()
        let entry = JournalEntry(at: instant, by: caller, from: origin, "wish.delete", .init("wish", id))
        try await store.edit { wishes in
            guard try wishes.wish(id, for: caller).isOwn || caller.may(.moderate) else {
                throw DomainError.notYourWish
            }
            return Changes(
                at: instant, .remove(id), journal: [entry], events: [WishEvents.event(.removed, id)],
                notifications: [.retract(about: id.rawValue)])
        }
    }

    /// Backs another user's wish, or no longer. Repeating the call changes nothing. Throws `conflict` with reason
    /// `own_wish` for the caller's own wish.
    package func setBacking(
        to isBacked: Bool, of id: ID<Wish>, as caller: Principal, from origin: String
    ) async throws -> WishItem {
        try caller.require(.takePart)
        let instant = clock.now()
        let entry = JournalEntry(
            at: instant, by: caller, from: origin, isBacked ? "wish.back" : "wish.unback", .init("wish", id))
        try await store.edit { wishes in
            let wish = try wishes.wish(id, for: caller)
            guard !wish.isOwn else { throw DomainError.ownWish }
            guard wish.isBacked != isBacked else { return nil }
            let notifications = WishNotifications(wish: wish)
            return Changes(
                at: instant,
                isBacked ? .addBacker(caller.user, of: id, at: instant) : .removeBacker(caller.user, of: id),
                journal: [entry], events: [WishEvents.event(isBacked ? .backed : .unbacked, id)],
                notifications: [
                    isBacked ? notifications.backed(by: caller.user) : notifications.unbacked(by: caller.user)
                ])
        }
        return try await wish(id, as: caller)
    }

    /// Saves the item that fulfills a wish, and closes the wish. If its maker says only that they have heard the music
    /// elsewhere, the wish passes to the longest backer instead: the others may still want it.
    ///
    /// - Returns: the item on the caller's shelf, if one was saved.
    package func fulfill(
        _ id: ID<Wish>, _ fulfillment: WishFulfillment, as caller: Principal, from origin: String
    ) async throws -> ID<ShelfItem>? {
        try caller.require(.takePart)
        let instant = clock.now()
        let item = ID<ShelfItem>.make(at: instant)
        let subject = fulfillment.draft.subject
        let entry = JournalEntry(
            at: instant, by: caller, from: origin, "wish.fulfil", .init("wish", id),
            details: subject.map { [$0.kind.rawValue: $0.id] } ?? [:])
        return try await store.edit { wishes in
            let wish = try wishes.wish(id, for: caller)
            try WishRules.checkFulfillment(of: wish, by: fulfillment.draft.content, as: caller)
            let saved = try ShelfDecisions(for: caller, at: instant, wishes.shelf)
                .save(fulfillment, item, of: wish)
            var changes = Changes(at: instant, saved.writes.map(WishWrite.shelf), journal: [entry])
            if subject == nil, let successor = try wishes.backers(of: id).first {
                changes.writes += [.removeBacker(successor, of: id), .setOwner(successor, of: id)]
                changes.events = [WishEvents.event(.edited, id)]
                changes.notifications = [.retract(about: id.rawValue)]
            } else {
                let closing = try WishDecisions.close(
                    wish, fulfilledBy: subject, by: caller.user, at: instant, wishes)
                changes.append(closing) { $0 }
            }
            if saved.item != nil {
                changes.events.append(
                    ShelfItemEvents.event(.items, folder: fulfillment.draft.folder, of: caller.user))
            }
            return (changes, saved.item)
        }
    }

    private func items(_ wishes: [Wish], _ caller: Principal) async throws -> [WishItem] {
        let tracks = try await catalog.itemsByID(wishes.compactMap(\.arrival), in: caller.libraries)
        let present = tracks.filter { !$0.value.isMissing }
        return wishes.map { WishItem(wish: $0, arrival: $0.arrival.flatMap { present[$0] }) }
    }
}
