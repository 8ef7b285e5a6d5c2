package import Catalog
package import Primitives
import Synchronization

/// Finds tracks that sound like others, by the features of their analyses alone.
package struct SonicSimilarityService: Sendable {
    /// The most tracks of one answer.
    package static let most = 500
    /// How much a step of a path counts, beside its place between both ends.
    private static let stepWeight: Float = 0.5

    private let store: any AnalysisStore
    private let revision: @Sendable () -> Int64
    private let known = KnownFeatures()

    /// - Parameter revision: a number that changes with every analysis and with the catalog.
    package init(store: any AnalysisStore, revision: @escaping @Sendable () -> Int64) {
        self.store = store
        self.revision = revision
    }

    /// The tracks that sound most like a track, the most similar first, without itself. None where the track is not
    /// analyzed, or says too little.
    package func similar(to track: ID<Track>, limit: Int, as caller: Principal) async throws -> [SonicMatch] {
        try await similar(toAny: [track], limit: min(limit, Self.most), as: caller)
    }

    /// The tracks that sound most like one of some tracks, the most similar first, without themselves. Each has its
    /// similarity to the nearest of them.
    package func similar(toAny tracks: [ID<Track>], limit: Int, as caller: Principal) async throws -> [SonicMatch] {
        try caller.require(.browse)
        let all = try await features()
        let examples = Set(tracks)
        let own = all.filter { examples.contains($0.track) && caller.libraries.admits(library: $0.part) }
        guard !own.isEmpty else { return [] }
        let found = all.compactMap { other -> (ID<Track>, Float)? in
            guard !examples.contains(other.track), caller.libraries.admits(library: other.part) else { return nil }
            let nearest = own.reduce(Float.infinity) {
                min($0, SoundFeatures.distance($1.features, other.features))
            }
            return nearest.isFinite ? (other.track, nearest) : nil
        }
        return found.sorted { $0.1 < $1.1 }.prefix(max(0, limit)).map { track, distance in
            SonicMatch(track: track, similarity: Double(SoundFeatures.similarity(distance)))
        }
    }

    /// The features of those of the tracks that are analyzed and that the caller sees.
    package func features(of tracks: [ID<Track>], as caller: Principal) async throws -> [ID<Track>: SoundFeatures] {
        try caller.require(.browse)
        let wanted = Set(tracks)
        let found = try await features().filter {
            wanted.contains($0.track) && caller.libraries.admits(library: $0.part)
        }
        return Dictionary(found.map { ($0.track, $0.features) }) { first, _ in first }
    }

    /// Tracks that lead from one to another in steps that sound alike. The first and the last are the ends, and each has
    /// its similarity to the first. None where one of the ends is not analyzed.
    package func path(
        from start: ID<Track>, to end: ID<Track>, limit: Int, as caller: Principal
    ) async throws -> [SonicMatch] {
        try caller.require(.browse)
        let all = try await features().filter { caller.libraries.admits(library: $0.part) && !$0.features.isNone }
        guard let first = all.first(where: { $0.track == start }), let last = all.first(where: { $0.track == end })
        else {
            return []
        }
        let count = min(limit, Self.most)
        guard count > 1, start != end else { return [SonicMatch(track: start, similarity: 1)] }
        let ends = all.map {
            (SoundFeatures.distance(first.features, $0.features), SoundFeatures.distance(last.features, $0.features))
        }
        var (path, used) = ([first], Set([start, end]))
        for step in 1..<max(1, count - 1) {
            let share = Float(step) / Float(count - 1)
            var best: (index: Int, cost: Float)?
            for (index, one) in all.enumerated() where !used.contains(one.track) {
                let leap = SoundFeatures.distance(path[path.count - 1].features, one.features)
                let (from, to) = ends[index]
                let cost = (1 - share) * from + share * to + Self.stepWeight * leap
                if best.map({ cost < $0.cost }) ?? true { best = (index, cost) }
            }
            guard let best else { break }
            path.append(all[best.index])
            used.insert(all[best.index].track)
        }
        path.append(last)
        return path.map { one in
            let distance = SoundFeatures.distance(first.features, one.features)
            return SonicMatch(track: one.track, similarity: Double(SoundFeatures.similarity(distance)))
        }
    }

    private func features() async throws -> [TrackFeatures] {
        let revision = revision()
        if let features = known.features(at: revision) { return features }
        let features = try await store.features()
        known.store(features, at: revision)
        return features
    }
}

/// A track that sounds like another.
package struct SonicMatch: Sendable, Equatable {
    package let track: ID<Track>
    /// From 0 to 1, which is the same sound.
    package let similarity: Double

    package init(track: ID<Track>, similarity: Double) {
        self.track = track
        self.similarity = similarity
    }
}

/// The features of a present track.
package struct TrackFeatures: Sendable {
    package let track: ID<Track>
    /// The part of its library that a listener's scope must include.
    package let part: String
    package let features: SoundFeatures

    package init(track: ID<Track>, part: String, features: SoundFeatures) {
        self.track = track
        self.part = part
        self.features = features
    }
}

/// The features of all tracks, as of a revision: some 300 bytes a track.
private final class KnownFeatures: Sendable {
    private let state = Mutex<(revision: Int64, features: [TrackFeatures])?>(nil)

    func features(at revision: Int64) -> [TrackFeatures]? {
        state.withLock { $0?.revision == revision ? $0?.features : nil }
    }

    func store(_ features: [TrackFeatures], at revision: Int64) {
        state.withLock { $0 = (revision, features) }
    }
}
