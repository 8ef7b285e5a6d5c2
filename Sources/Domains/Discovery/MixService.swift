package import Analysis
package import Catalog
package import Foundation
package import Primitives
import Synchronization

/// Makes mixes for a user from what they play: up to six, new each day of the server's time zone. Every call needs
/// `browse`.
///
/// What the user played in the last three months is divided by sound (`MixClusters`). A mix has two fifths of what they
/// play and otherwise tracks that they have not played, which sound like it, or which its listeners play too.
package struct MixService: Sendable {
    private static let mostMixes = 6
    private static let tracksOfMix = 40
    private static let familiarTracks = 16
    /// Fewer are no mix.
    private static let fewestTracks = 5
    private static let habits = 300
    private static let period = Duration.seconds(90 * 86_400)

    private let store: any DiscoveryStore
    private let sonic: SonicSimilarityService
    private let catalog: CatalogService
    private let finder: SuggestionFinder
    private let calendar: DayCalendar
    private let clock: any WallClock
    private let known = KnownMixes()

    /// - Parameter zone: the time zone whose midnight brings new mixes.
    package init(
        store: any DiscoveryStore, sonic: SonicSimilarityService, catalog: CatalogService, zone: TimeZone,
        clock: any WallClock = SystemWallClock()
    ) {
        self.store = store
        self.sonic = sonic
        self.catalog = catalog
        finder = SuggestionFinder(store: store, sonic: sonic)
        calendar = DayCalendar(zone: zone)
        self.clock = clock
    }

    /// Today's mixes of the caller, those of what they play most first. None where the caller has hardly played
    /// anything.
    package func mixes(as caller: Principal) async throws -> (day: LocalDay, mixes: [Mix]) {
        try caller.require(.browse)
        let day = calendar.day(at: clock.now())
        let disliked = try await store.disliked(by: caller.user)
        var mixes: [Mix] = []
        for candidates in try await today(day, disliked, caller) {
            // Of the day's mixes, which stay, only what the caller has come to dislike since goes.
            let liked = candidates.filter { !disliked.contains($0.traits) }
            let tracks = try await catalog.suggestions(liked, as: caller)
            if tracks.count >= Self.fewestTracks { mixes.append(Mix(number: mixes.count + 1, tracks: tracks)) }
        }
        return (day, mixes)
    }

    /// One of today's mixes.
    ///
    /// - Throws: `notFound` where the caller has no such mix today.
    package func mix(_ number: Int, as caller: Principal) async throws -> (day: LocalDay, mix: Mix) {
        let (day, mixes) = try await mixes(as: caller)
        guard let mix = mixes.first(where: { $0.number == number }) else {
            throw DomainError.notFound("There is no such mix today. Mixes are new each day")
        }
        return (day, mix)
    }

    private func today(
        _ day: LocalDay, _ disliked: Disliked, _ caller: Principal
    ) async throws -> [[SuggestionFinder.Candidate]] {
        let key = KnownMixes.Key(user: caller.user, scope: caller.libraries)
        if let mixes = known.mixes(key, on: day) { return mixes }
        let midnight = calendar.start(of: day)
        let start = midnight.advanced(by: .zero - Self.period)
        var habits = try await habits(of: caller, from: start, until: midnight)
        let isSettled = habits.count >= Self.fewestTracks
        // A user who began today need not wait for tomorrow.
        if !isSettled { habits = try await self.habits(of: caller, from: start, until: clock.now()) }
        guard habits.count >= Self.fewestTracks else { return [] }
        habits.removeAll { disliked.contains($0.traits) }
        guard habits.count >= Self.fewestTracks else { return [] }
        let mixes = try await make(habits, day, disliked, caller)
        if isSettled { known.store(mixes, key, on: day) }
        return mixes
    }

    private func habits(
        of caller: Principal, from start: Timestamp, until end: Timestamp
    ) async throws -> [HabitualTrack] {
        try await store.habits(of: caller.user, from: start, until: end, in: caller.libraries, limit: Self.habits)
    }

    private func make(
        _ habits: [HabitualTrack], _ day: LocalDay, _ disliked: Disliked, _ caller: Principal
    ) async throws -> [[SuggestionFinder.Candidate]] {
        let features = try await sonic.features(of: habits.map(\.traits.track), as: caller)
        let clusters = MixClusters(habits, features).clusters(
            min(Self.mostMixes, max(1, habits.count / Self.fewestTracks)))
        var used = Set(habits.map(\.traits.track))
        var mixes: [[SuggestionFinder.Candidate]] = []
        for (index, cluster) in clusters.enumerated() {
            let seed = Self.seed(caller.user, day, index)
            var mix = SimilarMix(seed: seed)
            let familiar = SuggestionFinder.draw(
                Self.familiarTracks,
                of: cluster.map {
                    SuggestionFinder.Candidate(traits: $0.traits, weight: $0.weight, reason: .played)
                }, &mix)
            let target = Self.target(of: cluster)
            let candidates = try await finder.candidates(
                for: target, like: cluster.prefix(8).map(\.traits.track), without: used, disliked: disliked,
                seed: seed, as: caller)
            let new = SuggestionFinder.draw(Self.tracksOfMix - familiar.count, of: candidates, &mix)
            used.formUnion(new.map(\.traits.track))
            mixes.append(Self.interleaved(familiar, new))
        }
        return mixes
    }

    /// The artist whom the user plays most in the cluster; the track where it has none.
    private static func target(of cluster: [HabitualTrack]) -> DiscoveryTarget {
        var weights: [ID<Artist>: Double] = [:]
        for track in cluster { if let artist = track.traits.artist { weights[artist, default: 0] += track.weight } }
        let most = weights.max { ($0.value, $1.key.rawValue) < ($1.value, $0.key.rawValue) }
        return most.map { .artist($0.key) } ?? .track(cluster[0].traits.track)
    }

    /// Both in their order, spread evenly.
    private static func interleaved<Item>(_ left: [Item], _ right: [Item]) -> [Item] {
        let places =
            left.enumerated().map { (place: (Double($0) + 0.5) / Double(left.count), item: $1) }
            + right.enumerated().map { (place: (Double($0) + 0.5) / Double(right.count), item: $1) }
        return places.sorted { $0.place < $1.place }.map(\.item)
    }

    private static func seed(_ user: ID<Person>, _ day: LocalDay, _ index: Int) -> UInt64 {
        StableHash("\(user.rawValue) \(day.number) \(index)").value
    }
}

/// A list of songs for a user and a day.
package struct Mix: Sendable {
    /// From 1.
    package let number: Int
    package let tracks: [Suggestion]

    /// The artists of whom it has most, at most three: first those whom the user plays.
    package var artists: [ArtistReference] {
        var found: [(artist: ArtistReference, weight: Int)] = []
        for suggestion in tracks {
            guard let artist = suggestion.track.artists.first else { continue }
            let weight = suggestion.reason == .played ? 100 : 1
            if let index = found.firstIndex(where: { $0.artist.id == artist.id }) {
                found[index].weight += weight
            } else {
                found.append((artist, weight))
            }
        }
        return found.enumerated().sorted { ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset) }.prefix(3)
            .map(\.element.artist)
    }

    /// At most four different covers, those of tracks that the user plays first.
    package var covers: [BlobKey] { pictures.compactMap(\.cover) }

    /// The main color of each of `covers`, in their order. Empty until all of them are known.
    package var colors: [ImageColor] { ImageColor.mains(of: pictures.map { $0.coverFacts?.colors ?? [] }) }

    private var pictures: [TrackItem] {
        let ordered = tracks.filter { $0.reason == .played } + tracks.filter { $0.reason != .played }
        var known: Set<BlobKey> = []
        let different = ordered.map(\.track).filter { track in track.cover.map { known.insert($0).inserted } ?? false }
        return Array(different.prefix(4))
    }

    package var durationMilliseconds: Int64 { tracks.reduce(0) { $0 + $1.track.durationMilliseconds } }
}

/// The mixes of this day, so that they stay the same all day long whatever is played.
private final class KnownMixes: Sendable {
    struct Key: Hashable {
        let user: ID<Person>
        let scope: LibraryScope
    }

    /// The most users whose mixes are cached: 40 KB each.
    private static let most = 500

    private let state = Mutex<(day: LocalDay, mixes: [Key: [[SuggestionFinder.Candidate]]])?>(nil)

    func mixes(_ key: Key, on day: LocalDay) -> [[SuggestionFinder.Candidate]]? {
        state.withLock { $0?.day == day ? $0?.mixes[key] : nil }
    }

    func store(_ mixes: [[SuggestionFinder.Candidate]], _ key: Key, on day: LocalDay) {
        state.withLock { state in
            var all = state?.day == day ? state?.mixes ?? [:] : [:]
            if all.count >= Self.most { all.removeAll() }
            all[key] = mixes
            state = (day, all)
        }
    }
}
