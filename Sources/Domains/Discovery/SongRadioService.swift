package import Analysis
package import Catalog
package import Primitives

/// A radio from a track, an album, an artist or a genre that never ends: each call gives the next songs. Every call
/// needs `browse`.
package struct SongRadioService: Sendable {
    /// The most songs of one answer, and the most heard songs that a player names.
    package static let most = 50
    package static let mostHeard = 200
    /// Songs that the user has played within this time are left out.
    private static let recent = Duration.seconds(4 * 3600)

    private let store: any DiscoveryStore
    private let catalog: CatalogService
    private let finder: SuggestionFinder
    private let clock: any WallClock

    package init(
        store: any DiscoveryStore, sonic: SonicSimilarityService, catalog: CatalogService,
        clock: any WallClock = SystemWallClock()
    ) {
        self.store = store
        self.catalog = catalog
        finder = SuggestionFinder(store: store, sonic: sonic)
        self.clock = clock
    }

    /// The next songs. Those that were heard come again when no others are left, the longest ago first; so none come
    /// only where the user sees no music at all.
    ///
    /// - Parameters:
    ///   - heard: the songs that the radio has given already, the earliest first.
    ///   - seed: another one gives other songs.
    /// - Throws: `notFound` for a target that the user does not see.
    package func songs(
        like target: DiscoveryTarget, heard: [ID<Track>], limit: Int, seed: UInt64 = .random(in: 0 ... .max),
        as caller: Principal
    ) async throws -> [Suggestion] {
        try caller.require(.browse)
        try await target.require(in: catalog, as: caller)
        let limit = min(max(0, limit), Self.most)
        let examples = try await store.examples(
            of: target, in: caller.libraries, seed: seed, limit: SuggestionFinder.examples)
        let played = try await store.played(by: caller.user, since: clock.now().advanced(by: .zero - Self.recent))
        let heard = Self.lastOnly(Self.own(target) + played + heard.suffix(Self.mostHeard))
        let excluded = Set(heard)
        var mix = SimilarMix(seed: seed)
        let candidates = try await finder.candidates(
            for: target, like: examples, without: excluded, seed: seed, as: caller)
        var found = SuggestionFinder.draw(limit, of: candidates, &mix)
        if found.count < limit {
            let others = try await store.anyTracks(
                in: caller.libraries, seed: seed, limit: 4 * limit + excluded.count + found.count)
            found += Self.unheard(others, excluded.union(found.map(\.traits.track)), limit - found.count, &mix)
        }
        if found.count < limit {
            // Everything has been heard; the song of this moment comes again last.
            let again = try await store.tracks(heard, in: caller.libraries)
            let byTrack = Dictionary(again.map { ($0.track, $0) }) { first, _ in first }
            found += heard.compactMap { byTrack[$0] }.prefix(limit - found.count).map {
                SuggestionFinder.Candidate(traits: $0, weight: 1, reason: .library)
            }
        }
        return try await catalog.suggestions(found, as: caller)
    }

    private static func own(_ target: DiscoveryTarget) -> [ID<Track>] {
        if case .track(let id) = target { [id] } else { [] }
    }

    /// Each track once, at the place where it comes last.
    private static func lastOnly(_ tracks: [ID<Track>]) -> [ID<Track>] {
        var known: Set<ID<Track>> = []
        return tracks.reversed().filter { known.insert($0).inserted }.reversed()
    }

    private static func unheard(
        _ tracks: [TrackTraits], _ excluded: Set<ID<Track>>, _ limit: Int, _ mix: inout SimilarMix
    ) -> [SuggestionFinder.Candidate] {
        SuggestionFinder.draw(
            limit,
            of: tracks.filter { !excluded.contains($0.track) }.map {
                SuggestionFinder.Candidate(traits: $0, weight: 1, reason: .library)
            }, &mix)
    }
}

extension CatalogService {
    /// The candidates' tracks that are there and that the caller sees.
    func suggestions(_ candidates: [SuggestionFinder.Candidate], as caller: Principal) async throws -> [Suggestion] {
        let reasons = Dictionary(candidates.map { ($0.traits.track, $0.reason) }) { first, _ in first }
        return try await items(for: candidates.map(\.traits.track), as: caller).compactMap { item in
            guard !item.isMissing, let reason = reasons[item.id] else { return nil }
            return Suggestion(track: item, reason: reason)
        }
    }
}
