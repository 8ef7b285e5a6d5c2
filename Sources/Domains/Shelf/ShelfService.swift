package import Accounts
package import Catalog
import Journal
package import Primitives

/// Each user's own shelf: music that they have heard, sorted into folders.
package struct ShelfService: Sendable {
    let store: any ShelfStore
    private let catalog: any CatalogStore
    private let own: any OwnSongStore
    let pictures: PictureUploads
    let clock: any WallClock

    package init(
        store: any ShelfStore, catalog: any CatalogStore, own: any OwnSongStore, pictures: PictureUploads,
        clock: any WallClock = SystemWallClock()
    ) {
        self.store = store
        self.catalog = catalog
        self.own = own
        self.pictures = pictures
        self.clock = clock
    }

    package func items(
        _ query: ShelfQuery, _ page: PageRequest, as caller: Principal
    ) async throws -> Page<ShelvedItem> {
        try caller.require(.listen)
        let found = try await store.items(query, for: caller, page)
        return Page(items: try await shelved(found.items, caller), next: found.next)
    }

    package func item(_ id: ID<ShelfItem>, as caller: Principal) async throws -> ShelvedItem {
        try caller.require(.listen)
        let item = try await store.item(id, for: caller)
        guard let shelved = try await shelved([item], caller).first else { throw DomainError.noShelfItem }
        return shelved
    }

    package func statistics(as caller: Principal) async throws -> ShelfStatistics {
        try caller.require(.listen)
        return try await store.statistics(for: caller)
    }

    package func add(
        _ draft: ShelfItemDraft, as caller: Principal, from origin: String
    ) async throws -> ID<ShelfItem> {
        try caller.require(.listen)
        return try await add(draft, outside: nil, cover: nil, as: caller, from: origin)
    }

    /// Adds an entry that is made from a song of the outside catalog, with a copy of its picture as the cover. Throws as
    /// `add` does, also if the song is on the shelf already.
    ///
    /// - Parameter picture: the bytes of the song's picture; nil where there are none, and the entry has no cover then.
    ///   It is not called for an entry that is refused, so that nothing is asked outside for it.
    package func add(
        _ draft: ShelfItemDraft, ofOutside song: Int64, as caller: Principal, from origin: String,
        picture: () async throws -> [UInt8]?
    ) async throws -> ID<ShelfItem> {
        try caller.require(.listen)
        let instant = clock.now()
        try await store.edit { shelf in
            _ = try ShelfDecisions(for: caller, at: instant, shelf).add(draft, .make(at: instant), outside: song)
            return nil
        }
        var cover: BlobKey?
        if let bytes = try await picture() { cover = try await pictures.store(copied: bytes, as: caller) }
        return try await add(draft, outside: song, cover: cover, as: caller, from: origin)
    }

    private func add(
        _ draft: ShelfItemDraft, outside: Int64?, cover: BlobKey?, as caller: Principal, from origin: String
    ) async throws -> ID<ShelfItem> {
        let instant = clock.now()
        let id = ID<ShelfItem>.make(at: instant)
        let details = outside.map { ["outside": "\($0)"] } ?? [:]
        let entry = JournalEntry(
            at: instant, by: caller, from: origin, "shelf.add", .init("shelfItem", id), details: details)
        try await store.edit { shelf in
            let writes = try ShelfDecisions(for: caller, at: instant, shelf)
                .add(draft, id, cover: cover, outside: outside)
            return Changes(writes, entry, ShelfItemEvents.event(.items, folder: draft.folder, of: caller.user))
        }
        return id
    }

    package func edit(
        _ id: ID<ShelfItem>, _ change: ShelfItemChange, as caller: Principal, from origin: String
    ) async throws {
        try caller.require(.listen)
        let instant = clock.now()
        let entry = JournalEntry(at: instant, by: caller, from: origin, "shelf.edit", .init("shelfItem", id))
        try await store.edit { shelf in
            let writes = try ShelfDecisions(for: caller, at: instant, shelf).edit(id, change)
            return Changes(writes, entry, ShelfItemEvents.event(.items, of: caller.user))
        }
    }

    /// Sets the picture of an entry. `bytes` is a complete JPEG, PNG or WebP file, whatever its declared type; a square
    /// version of it is stored.
    package func setCover(
        _ bytes: [UInt8], of id: ID<ShelfItem>, as caller: Principal, from origin: String
    ) async throws {
        try caller.require(.listen)
        guard try await store.item(id, for: caller).source == .entry else { throw DomainError.libraryField("cover") }
        let cover = try await pictures.store(bytes, as: caller)
        try await edit(id, ShelfItemChange(cover: .some(cover)), as: caller, from: origin)
    }

    /// Puts all of the things or, where one is unknown, none. Nothing is recorded or published if nothing changes.
    package func put(
        _ placement: ShelfPlacement, as caller: Principal, from origin: String
    ) async throws -> ShelfPlacement.Outcome {
        try caller.require(.listen)
        let instant = clock.now()
        let count = placement.tracks.count + placement.albums.count + placement.items.count
        var details = ["count": "\(count)"]
        details["folder"] = placement.folder?.rawValue
        let entry = JournalEntry(at: instant, by: caller, from: origin, "shelf.put", details: details)
        return try await store.edit { shelf in
            let (writes, outcome) = try ShelfDecisions(for: caller, at: instant, shelf).put(placement)
            guard !writes.isEmpty else { return (nil, outcome) }
            let event = ShelfItemEvents.event(.items, folder: placement.folder, of: caller.user)
            return (Changes(writes, entry, event), outcome)
        }
    }

    /// Removes those of `ids` that exist, and returns their number.
    package func remove(_ ids: [ID<ShelfItem>], as caller: Principal, from origin: String) async throws -> Int {
        try caller.require(.listen)
        guard ids.count <= ShelfRules.mostAtOnce else {
            throw DomainError.invalid("ids contains more than \(ShelfRules.mostAtOnce) items", field: "ids")
        }
        let entry = JournalEntry(
            at: clock.now(), by: caller, from: origin, "shelf.remove", details: ["count": "\(ids.count)"])
        return try await store.edit { shelf in
            let found = try shelf.items(ids, for: caller).map(\.id)
            guard !found.isEmpty else { return (nil, 0) }
            return (Changes([.removeItems(found)], entry, ShelfItemEvents.event(.items, of: caller.user)), found.count)
        }
    }

    /// Links an entry to the track or album of the library that it describes.
    package func link(
        _ id: ID<ShelfItem>, to subject: AnnotationSubject, as caller: Principal, from origin: String
    ) async throws {
        try caller.require(.listen)
        let instant = clock.now()
        let entry = JournalEntry(
            at: instant, by: caller, from: origin, "shelf.link", .init("shelfItem", id),
            details: [subject.kind.rawValue: subject.id])
        try await store.edit { shelf in
            let writes = try ShelfDecisions(for: caller, at: instant, shelf).link(id, to: subject)
            return Changes(writes, entry, ShelfItemEvents.event(.items, of: caller.user))
        }
    }

    private func shelved(_ items: [ShelfItem], _ caller: Principal) async throws -> [ShelvedItem] {
        var (trackIDs, albumIDs) = ([ID<Track>](), [ID<Album>]())
        for item in items {
            switch item.source {
            case .entry: break
            case .track(let id): trackIDs.append(id)
            case .album(let id): albumIDs.append(id)
            }
        }
        let arrivals = try await arrivals(for: items, caller)
        let trackByID = try await catalog.itemsByID(trackIDs + arrivals.values, in: caller.libraries)
        let albumByID = try await catalog.albumItemsByID(albumIDs, in: caller.libraries)
        return items.map { item in
            switch item.source {
            case .entry:
                ShelvedItem(
                    item: item, track: nil, album: nil, arrival: arrivals[item.id].flatMap { trackByID[$0] })
            case .track(let id): ShelvedItem(item: item, track: trackByID[id], album: nil)
            case .album(let id): ShelvedItem(item: item, track: nil, album: albumByID[id])
            }
        }
    }

    /// The tracks of the library that entries of outside songs are at least likely (`SongMatching`). They are computed
    /// when they are asked for, because stored ones would be wrong after the next scan.
    private func arrivals(
        for items: [ShelfItem], _ caller: Principal
    ) async throws -> [ID<ShelfItem>: ID<Track>] {
        let awaited = items.filter(\.isAwaited)
        guard !awaited.isEmpty else { return [:] }
        let found = try await own.tracks(for: awaited.map(\.named), in: caller.libraries)
        let shelved = try await store.shelved(among: found.compactMap(\.self), for: caller)
        return zip(awaited, found).reduce(into: [:]) { arrivals, pair in
            if let track = pair.1, !shelved.contains(track) { arrivals[pair.0.id] = track }
        }
    }
}

extension Changes<ShelfWrite> {
    /// The writes of one use case with its journal entry and the event for the user's own clients.
    init(_ writes: [ShelfWrite], _ entry: JournalEntry, _ event: Event) {
        self.init(at: entry.at, writes, journal: [entry], events: [event])
    }
}
