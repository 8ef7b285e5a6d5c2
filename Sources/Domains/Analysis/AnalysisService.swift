package import Catalog
package import Primitives

/// The analyses of tracks, for their listeners, and the progress of the analysis, for admins.
package struct AnalysisService: Sendable {
    /// The most tracks whose figures are asked for at once.
    package static let mostFigures = 200

    private let store: any AnalysisStore
    private let catalog: CatalogService
    private let requested: RequestedTracks

    package init(store: any AnalysisStore, catalog: CatalogService, requested: RequestedTracks) {
        self.store = store
        self.catalog = catalog
        self.requested = requested
    }

    /// The whole analysis of a track, and a number that changes with it. A pending track is analyzed next; until then
    /// this throws `notFound` with the reason `analysis_pending`.
    package func sound(
        of track: ID<Track>, as caller: Principal
    ) async throws -> (revision: Int64, sound: AnalyzedSound) {
        try caller.require(.browse)
        if let found = try await store.sound(of: track, in: caller.libraries) { return found }
        // Throws for a track that does not exist, or that the caller may not see.
        _ = try await catalog.track(track, as: caller)
        requested.request(track)
        throw DomainError(.notFound, "This track has not been analyzed yet", reason: "analysis_pending")
    }

    /// The tempo, key and energy of those of the tracks that are analyzed and that the caller sees, in the order of
    /// `tracks`. The others are left out.
    package func figures(of tracks: [ID<Track>], as caller: Principal) async throws -> [TrackFigures] {
        try caller.require(.browse)
        guard tracks.count <= Self.mostFigures else {
            throw DomainError.invalid("Name at most \(Self.mostFigures) tracks", field: "ids")
        }
        let found = Dictionary(
            try await store.figures(of: tracks, in: caller.libraries).map { ($0.track, $0) }
        ) { first, _ in first }
        var known: Set<ID<Track>> = []
        return tracks.filter { known.insert($0).inserted }.compactMap { found[$0] }
    }

    package func progress(as caller: Principal) async throws -> AnalysisProgress {
        try caller.require(.manageLibraries)
        return try await store.progress()
    }

    /// The tracks that could not be decoded, the latest first.
    package func problems(_ page: PageRequest, as caller: Principal) async throws -> Page<AnalysisFault> {
        try caller.require(.manageLibraries)
        return try await store.problems(in: .everything, page)
    }
}
