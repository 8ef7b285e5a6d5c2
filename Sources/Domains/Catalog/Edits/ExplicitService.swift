package import Journal
package import Primitives

/// Marks tracks as explicit or not explicit, regardless of their tags. Every call needs `administer`.
package struct ExplicitService: Sendable {
    private let store: any ExplicitStore
    private let catalog: CatalogService
    private let clock: any WallClock

    package init(store: any ExplicitStore, catalog: CatalogService, clock: any WallClock = SystemWallClock()) {
        self.store = store
        self.catalog = catalog
        self.clock = clock
    }

    /// - Parameter mark: nil removes the mark, so that the file's tag applies.
    package func mark(
        _ track: ID<Track>, _ mark: Bool?, as caller: Principal, by actor: JournalEntry.Actor
    ) async throws {
        try caller.require(.administer)
        guard try await !catalog.items(for: [track], as: caller).isEmpty else {
            throw DomainError.notFound("There is no such track")
        }
        try await store.mark([track], mark, journal: entry("track.explicit", .init("track", track), mark, actor))
    }

    /// Marks all tracks that are on the album now.
    package func mark(
        _ album: ID<Album>, _ mark: Bool?, as caller: Principal, by actor: JournalEntry.Actor
    ) async throws {
        try caller.require(.administer)
        let tracks = try await catalog.album(album, as: caller).tracks.map(\.id)
        try await store.mark(tracks, mark, journal: entry("album.explicit", .init("album", album), mark, actor))
    }

    private func entry(
        _ action: String, _ subject: JournalEntry.Subject, _ mark: Bool?, _ actor: JournalEntry.Actor
    ) -> JournalEntry {
        JournalEntry(
            at: clock.now(), by: actor, action, subject, details: ["explicit": mark.map { "\($0)" } ?? "tag"])
    }
}

/// Storage of explicit marks.
package protocol ExplicitStore: Sendable {
    /// Stores the mark and updates all counts that depend on it, in one transaction. A mark stays through scans, as
    /// long as its track is known.
    func mark(_ tracks: [ID<Track>], _ mark: Bool?, journal entry: JournalEntry) async throws
}
