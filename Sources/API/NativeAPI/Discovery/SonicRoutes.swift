package import Analysis
package import Catalog
package import HTTPSupport
import Hummingbird
import Primitives
import Shelf

/// Tracks that sound like others.
package struct SonicRoutes: Sendable {
    private static let usual = 25

    private let sonic: SonicSimilarityService
    private let catalog: CatalogService
    private let annotations: AnnotationLookup

    package init(sonic: SonicSimilarityService, catalog: CatalogService, annotations: AnnotationLookup) {
        self.sonic = sonic
        self.catalog = catalog
        self.annotations = annotations
    }

    @TableBuilder<Endpoint> package var endpoints: [Endpoint] {
        let limit = Endpoint.Parameter("limit", .integer, "The most tracks, 1 to 500; 25 if not given")
        Endpoint(
            .get, "/api/v1/tracks/{id}/sonic-matches", .requires(.browse), tag: "analysis",
            "The tracks that sound most like a track, the most similar first. None before its analysis",
            parameters: [limit], reply: ListBody<SonicMatchBody>.self, capacity: 32 * 1024, compressed: true
        ) { request, context in
            let caller = try context.principal()
            let track = try await catalog.track(context.id("id"), as: caller)
            let limit = try request.number("limit", in: 1...SonicSimilarityService.most) ?? Self.usual
            return try await reply(try await sonic.similar(to: track.item.id, limit: limit, as: caller), caller)
        }
        Endpoint(
            .get, "/api/v1/tracks/{id}/sonic-path", .requires(.browse), tag: "analysis",
            "Tracks that lead from a track to another one in steps that sound alike, both ends included",
            parameters: [Endpoint.Parameter("to", .text, "The id of the last track"), limit],
            reply: ListBody<SonicMatchBody>.self, capacity: 32 * 1024, compressed: true
        ) { request, context in
            let caller = try context.principal()
            let first = try await catalog.track(context.id("id"), as: caller)
            guard let to = try request.text("to", upTo: 64) else {
                throw DomainError.invalid("Name the last track", field: "to")
            }
            let last = try await catalog.track(ID(to), as: caller)
            let limit = try request.number("limit", in: 1...SonicSimilarityService.most) ?? Self.usual
            return try await reply(
                try await sonic.path(from: first.item.id, to: last.item.id, limit: limit, as: caller), caller)
        }
    }

    private func reply(_ matches: [SonicMatch], _ caller: Principal) async throws -> ListBody<SonicMatchBody> {
        let items = try await catalog.items(for: matches.map(\.track), as: caller)
        let annotations = try await annotations.of(tracks: items, as: caller)
        let similarities = Dictionary(matches.map { ($0.track, $0.similarity) }) { first, _ in first }
        let bodies = items.map {
            SonicMatchBody(track: TrackItemBody($0, annotations), similarity: similarities[$0.id] ?? 0)
        }
        return ListBody(bodies)
    }
}

struct SonicMatchBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("track") { $0.track }
        Field("similarity") { $0.similarity }
    }

    let track: TrackItemBody
    let similarity: Double
}
