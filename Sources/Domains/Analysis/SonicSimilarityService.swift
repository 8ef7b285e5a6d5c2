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
    private let revision: @Sendable () -> FeatureRevision
    private let known = KnownFeatures()

    /// - Parameter revision: of the analyses and the catalog as they are now.
    package init(store: any AnalysisStore, revision: @escaping @Sendable () -> FeatureRevision) {
        self.store = store
        self.revision = revision
    }

    /// The tracks that sound most like a track, the most similar first, without itself. None where the track is not
    /// analyzed, or says too little.
    package func similar(to track: ID<Track>, limit: Int, as caller: Principal) async throws -> [SonicMatch] {
        try await similar(toAny: [track], limit: min(limit, Self.most), as: caller)
    }

    /// The tracks that sound most like one of some tracks, the most similar first, without themselves. Each has the
    /// nearest of them, and its similarity to that.
    package func similar(toAny tracks: [ID<Track>], limit: Int, as caller: Principal) async throws -> [SonicMatch] {
        try caller.require(.browse)
        let all = try await features()
        let examples = Set(tracks)
        let own = all.filter { examples.contains($0.track) && caller.libraries.admits(library: $0.part) }
        guard !own.isEmpty else { return [] }
        let found = all.compactMap { other -> (track: ID<Track>, nearest: ID<Track>, distance: Float)? in
            guard !examples.contains(other.track), caller.libraries.admits(library: other.part) else { return nil }
            var (nearest, least) = (own[0].track, Float.infinity)
            for one in own {
                let distance = SoundFeatures.distance(one.features, other.features)
                if distance < least { (nearest, least) = (one.track, distance) }
            }
            return least.isFinite ? (other.track, nearest, least) : nil
        }
        return found.sorted { $0.distance < $1.distance }.prefix(max(0, limit)).map { found in
            SonicMatch(
                track: found.track, similarity: Double(SoundFeatures.similarity(found.distance)),
                nearest: found.nearest)
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
        guard count > 1, start != end else { return [SonicMatch(track: start, similarity: 1, nearest: start)] }
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
            return SonicMatch(
                track: one.track, similarity: Double(SoundFeatures.similarity(distance)), nearest: start)
        }
    }

    private func features() async throws -> [TrackFeatures] {
        let revision = revision()
        let last = known.lastRead(of: revision)
        if let last, last.revision == revision { return last.features }
        let new = try await store.features(after: last?.read ?? 0)
        return known.add(new, to: last, at: revision)
    }
}

/// A track that sounds like another.
package struct SonicMatch: Sendable, Equatable {
    package let track: ID<Track>
    /// From 0 to 1, which is the same sound.
    package let similarity: Double
    /// The track that it is compared with: of several the one that it sounds most like.
    package let nearest: ID<Track>
}

/// The features of a present track.
package struct TrackFeatures: Sendable {
    package let track: ID<Track>
    /// The part of its library that a listener's scope must include.
    package let part: String
    package let features: SoundFeatures
    /// Grows with every analysis.
    package let revision: Int64

    package init(track: ID<Track>, part: String, features: SoundFeatures, revision: Int64) {
        self.track = track
        self.part = part
        self.features = features
        self.revision = revision
    }
}

/// The state of the data that features are read from.
package struct FeatureRevision: Sendable, Equatable {
    /// Another number means that tracks may have come, gone or changed.
    package let catalog: Int64
    /// Another number means that tracks have been analyzed.
    package let analysis: Int64

    package init(catalog: Int64, analysis: Int64) {
        self.catalog = catalog
        self.analysis = analysis
    }
}

/// The features of all tracks, as of a revision: some 300 bytes a track. While the analysis runs, only what is new is
/// read.
private final class KnownFeatures: Sendable {
    struct State {
        let revision: FeatureRevision
        /// The last revision of a track that was read.
        let read: Int64
        let features: [TrackFeatures]
    }

    private let state = Mutex<State?>(nil)

    /// The last state, if it is of the same catalog.
    func lastRead(of revision: FeatureRevision) -> State? {
        state.withLock { $0?.revision.catalog == revision.catalog ? $0 : nil }
    }

    /// Replaces what was analyzed anew.
    func add(_ new: [TrackFeatures], to last: State?, at revision: FeatureRevision) -> [TrackFeatures] {
        let replaced = Set(new.map(\.track))
        let features =
            (last?.features.filter { !replaced.contains($0.track) } ?? []) + new.filter { !$0.features.isNone }
        let read = new.reduce(last?.read ?? 0) { max($0, $1.revision) }
        state.withLock { $0 = State(revision: revision, read: read, features: features) }
        return features
    }
}
