package import Analysis
package import Catalog
package import Primitives

/// A radio from a track, an album, an artist, a genre, some songs, years or a mood that never ends: each call gives the
/// next songs. Every call needs `browse`.
package struct SongRadioService: Sendable {
    /// The most songs of one answer, and the most heard songs that a player names.
    package static let most = 50
    package static let mostHeard = 200
    /// The most songs of which a radio starts.
    package static let mostSeeds = 50
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
        let target = try await visible(target, as: caller)
        let limit = min(max(0, limit), Self.most)
        let disliked = try await store.disliked(by: caller.user)
        let examples = try await store.examples(
            of: target, in: caller.libraries, seed: seed, limit: SuggestionFinder.examples)
        let played = try await store.played(by: caller.user, since: clock.now().advanced(by: .zero - Self.recent))
        let heard = Self.lastOnly(Self.own(target) + played + heard.suffix(Self.mostHeard))
        let excluded = Set(heard)
        var mix = SimilarMix(seed: seed)
        let candidates = try await finder.candidates(
            for: target, like: examples, without: excluded, disliked: disliked, seed: seed, as: caller)
        var found = SuggestionFinder.draw(limit, of: candidates, &mix)
        if found.count < limit {
            let others = try await store.anyTracks(
                in: caller.libraries, seed: seed, limit: 4 * limit + excluded.count + found.count)
            found += Self.unheard(
                others.filter { !disliked.contains($0) }, excluded.union(found.map(\.traits.track)),
                limit - found.count, &mix)
        }
        if found.count < limit {
            // Everything has been heard; the song of this moment comes again last.
            let again = try await store.tracks(heard, in: caller.libraries)
            let byTrack = Dictionary(again.map { ($0.track, $0) }) { first, _ in first }.filter {
                !disliked.contains($0.value)
            }
            found += heard.compactMap { byTrack[$0] }.prefix(limit - found.count).map {
                SuggestionFinder.Candidate(traits: $0, weight: 1, reason: .library)
            }
        }
        return try await catalog.suggestions(found, as: caller)
    }

    /// The decades and moods from which the user can start a radio: those of which there is music.
    package func seeds(as caller: Principal) async throws -> (decades: [Int], moods: [Mood]) {
        try caller.require(.browse)
        var moods: [Mood] = []
        for mood in Mood.allCases
        where try await !store.tracks(of: mood, in: caller.libraries, seed: 0, limit: 1).isEmpty { moods.append(mood) }
        return (try await store.decades(in: caller.libraries), moods)
    }

    /// The target, of several songs those that the caller sees.
    private func visible(_ target: DiscoveryTarget, as caller: Principal) async throws -> DiscoveryTarget {
        guard case .songs(let ids) = target else {
            try await target.require(in: catalog, as: caller)
            return target
        }
        let items = try await catalog.items(for: Array(ids.prefix(Self.mostSeeds)), as: caller)
        let seen = DiscoveryTarget.songs(items.filter { !$0.isMissing }.map(\.id))
        try await seen.require(in: catalog, as: caller)
        return seen
    }

    private static func own(_ target: DiscoveryTarget) -> [ID<Track>] {
        switch target {
        case .track(let id): [id]
        case .songs(let ids): ids
        case .album, .artist, .genre, .years, .mood: []
        }
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
        let byTrack = Dictionary(candidates.map { ($0.traits.track, $0) }) { first, _ in first }
        let examples = Set(candidates.compactMap { if case .sound = $0.reason { $0.like } else { nil } })
        let likes = Dictionary(
            try await items(for: examples.sorted { $0.rawValue < $1.rawValue }, as: caller).map { ($0.id, $0) }
        ) { first, _ in first }
        let names =
            candidates.contains { $0.reason == .genre }
            ? Dictionary(try await genres(as: caller).map { ($0.id, $0.name) }) { first, _ in first } : [:]
        return try await items(for: candidates.map(\.traits.track), as: caller).compactMap { item in
            guard !item.isMissing, let candidate = byTrack[item.id] else { return nil }
            var suggestion = Suggestion(track: item, reason: candidate.reason)
            if case .sound = candidate.reason { suggestion.like = candidate.like.flatMap { likes[$0] } }
            if candidate.reason == .genre { suggestion.genre = candidate.genre.flatMap { names[$0] } }
            return suggestion
        }
    }
}
