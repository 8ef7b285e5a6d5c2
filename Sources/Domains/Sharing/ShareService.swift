package import Accounts
package import Catalog
import Foundation
import Journal
package import Primitives
package import Shelf

/// Lists, creates, changes and removes the caller's own shares.
package struct ShareService: Sendable {
    private let store: any ShareStore
    private let catalog: any CatalogStore
    private let playlists: any PlaylistStore
    private let tokens: ShareTokens
    private let policy: any SharingPolicy
    private let clock: any WallClock

    package init(
        store: any ShareStore, catalog: any CatalogStore, playlists: any PlaylistStore, tokens: ShareTokens,
        policy: any SharingPolicy, clock: any WallClock = SystemWallClock()
    ) {
        self.store = store
        self.catalog = catalog
        self.playlists = playlists
        self.tokens = tokens
        self.policy = policy
        self.clock = clock
    }

    /// The path of the share's public page. Nil for a read-only token or key, because the link would outlive it.
    package func path(of share: Share, for caller: Principal) -> String? {
        guard caller.scopes?.contains(.write) != false else { return nil }
        return "/share/" + tokens.token(of: share.id)
    }

    /// The caller's shares, newest first.
    package func list(as caller: Principal) async throws -> [Share] {
        try caller.require(.listen)
        return try await store.shares(of: caller.user)
    }

    /// Calls `describe` for each of the caller's own shares, with its heading and its tracks as visitors see them, and
    /// returns the results. It handles one share after the other, and `describe` should not retain the tracks: two
    /// hundred shares may contain a million of them.
    package func describe<Description>(
        _ shares: [Share], as caller: Principal, _ describe: (Share, ShareHeading, [TrackItem]) throws -> Description
    ) async throws -> [Description] {
        try caller.require(.browse)
        return try await ShareReading(catalog: catalog, playlists: playlists).tracks(of: shares, as: caller, describe)
    }

    /// Whether the administrator allows sharing.
    package func isAllowed() async throws -> Bool {
        try await policy.sharing().isAllowed
    }

    /// Creates a share. Throws `forbidden` with reason `sharing_off` where the administrator has switched sharing off,
    /// and `invalid` with the field `items` for things that the caller may not hear. A share without an end gets the
    /// latest end that the administrator allows. A share that a bearer token creates ends with the token. A share that
    /// a player creates stays, as its playlists do.
    package func create(
        _ draft: ShareDraft, as caller: Principal, with credential: Credential?, from origin: String
    ) async throws -> Share {
        try requireHearing(caller)
        let terms = try await policy.sharing()
        guard terms.isAllowed else {
            throw DomainError(.forbidden, "Sharing is switched off on this server", reason: "sharing_off")
        }
        let now = clock.now()
        guard (1...Share.maximumItems).contains(draft.items.count) else {
            throw DomainError.invalid("A share has 1 to \(Share.maximumItems) items", field: "items")
        }
        let end = try terms.end(draft.expiresAt, at: now)
        try await requireVisible(draft.items, to: caller)
        let share = Share(
            id: .make(at: now), owner: caller.user, description: try Self.checked(draft.description),
            items: draft.items, createdAt: now, expiresAt: end)
        var maker = Maker(user: caller.user, credential: credential)
        if case .deviceKey = credential { maker = Maker(user: caller.user, credential: nil) }
        let entry = JournalEntry(at: now, by: caller, from: origin, "share.create", .init("share", share.id))
        return try await store.edit { [maker] shares in
            guard try shares.count(of: caller.user) < Share.maximumPerUser else {
                throw DomainError(
                    .conflict, "Nobody can have more than \(Share.maximumPerUser) shares. Delete one first.",
                    reason: "too_many_shares")
            }
            // It may have been removed since it was seen.
            guard try share.items.allSatisfy(shares.isStored) else { throw Self.unknownItem }
            return (Self.changes(.add(share, sources: try shares.sources(of: maker)), caller, entry), share)
        }
    }

    package func change(
        _ id: ID<Share>, _ change: ShareChange, as caller: Principal, from origin: String
    ) async throws -> Share {
        try change.expiresAt == nil ? caller.require(.listen) : requireHearing(caller)
        let now = clock.now()
        let description = try change.description.map { try Self.checked($0) }
        let terms = try await policy.sharing()
        let end: Timestamp?? = try change.expiresAt.map { try terms.end($0, at: now) }
        let entry = JournalEntry(at: now, by: caller, from: origin, "share.edit", .init("share", id))
        return try await store.edit { shares in
            var share = try Self.own(id, of: caller, shares)
            if let description { share.description = description }
            if let end { share.expiresAt = end }
            return (Self.changes(.change(share), caller, entry), share)
        }
    }

    package func remove(_ id: ID<Share>, as caller: Principal, from origin: String) async throws {
        try caller.require(.listen)
        let entry = JournalEntry(at: clock.now(), by: caller, from: origin, "share.remove", .init("share", id))
        try await store.edit { shares in
            _ = try Self.own(id, of: caller, shares)
            return Self.changes(.remove(id), caller, entry)
        }
    }

    private static func own(_ id: ID<Share>, of caller: Principal, _ shares: some ShareState) throws -> Share {
        guard let share = try shares.share(id), share.owner == caller.user else {
            throw DomainError.notFound("There is no such share")
        }
        return share
    }

    private static func changes(_ write: ShareWrite, _ caller: Principal, _ entry: JournalEntry) -> Changes<ShareWrite>
    {
        Changes(at: entry.at, write, journal: [entry], events: [ShareEvents.changed(of: caller.user)])
    }

    /// Requires that the caller may hear music. A share's link gives access to its music, so a caller without that
    /// permission may neither create nor prolong one.
    private func requireHearing(_ caller: Principal) throws(DomainError) {
        for permission in [Permission.listen, .browse, .stream] { try caller.require(permission) }
    }

    private func requireVisible(_ items: [ShareItem], to caller: Principal) async throws {
        var tracks: Set<ID<Track>> = []
        var albums: Set<ID<Album>> = []
        var lists: Set<ID<Playlist>> = []
        for item in items {
            switch item {
            case .track(let id): tracks.insert(id)
            case .album(let id): albums.insert(id)
            case .playlist(let id): lists.insert(id)
            }
        }
        let foundTracks = try await catalog.items(for: Array(tracks), in: caller.libraries).filter { !$0.isMissing }
        let foundAlbums = try await catalog.albumItems(for: Array(albums), in: caller.libraries)
        guard foundTracks.count == tracks.count, foundAlbums.count == albums.count else { throw Self.unknownItem }
        do {
            for list in lists { _ = try await playlists.playlist(list, for: caller) }
        } catch let error as DomainError where error.code == .notFound {
            throw Self.unknownItem
        }
    }

    private static func checked(_ description: String?) throws(DomainError) -> String? {
        let text = description?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
        guard text.unicodeScalars.count <= Share.maximumDescriptionLength else {
            throw .invalid(
                "A description has at most \(Share.maximumDescriptionLength) characters", field: "description")
        }
        return text.isEmpty ? nil : text
    }

    private static var unknownItem: DomainError {
        .invalid("items contains an unknown item", field: "items")
    }
}
