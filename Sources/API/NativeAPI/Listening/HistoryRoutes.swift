package import HTTPSupport
import Hummingbird
package import Listening
import Primitives
import Shelf

/// The caller's listening history.
package struct HistoryRoutes: Sendable {
    private let listening: ListeningService
    private let annotations: AnnotationLookup

    package init(listening: ListeningService, annotations: AnnotationLookup) {
        self.listening = listening
        self.annotations = annotations
    }

    package var endpoints: [Endpoint] {
        [
            Endpoint(
                .get, "/api/v1/history", .requires(.listen), tag: "Listening", "The caller's plays, newest first",
                parameters: [
                    Endpoint.Parameter("limit", .integer, "Items on a page, 1 to 500; 50 by default"),
                    Endpoint.Parameter("cursor", .text, "nextCursor of the previous page"),
                ], reply: .json(.ok, .page(of: HistoryEntryBody.schema)), compressed: true, handler: history),
            Endpoint(
                .delete, "/api/v1/history/{id}", .requires(.listen), tag: "Listening", "Delete a play of the caller's",
                reply: .empty(.noContent), handler: delete),
        ]
    }

    @Sendable private func history(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let caller = try context.principal()
        let page = try await listening.history(request.pageRequest(), as: caller)
        let annotations = try await annotations.of(tracks: page.items.map(\.track), as: caller)
        return .json(PageBody(page.map { HistoryEntryBody(entry: $0, annotations: annotations) }), capacity: 32 * 1024)
    }

    @Sendable private func delete(_ request: Request, _ context: GatewayContext) async throws -> Response {
        try await listening.delete(
            context.id("id", of: Play.self), as: context.principal(), from: context.remoteAddress)
        return .empty()
    }
}

struct HistoryEntryBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("id") { $0.entry.play.id.rawValue }
        Field("playedAt") { $0.entry.play.playedAt }
        Field("client") { $0.entry.play.client }
        Field("source") { $0.entry.play.source }
        Field("track") { TrackItemBody($0.entry.track, $0.annotations) }
    }

    let entry: HistoryEntry
    let annotations: Annotations
}
