package import HTTPSupport
import HTTPTypes
import Hummingbird
import Primitives
package import Shelf

/// What rules would find, for those who are writing them.
package struct SmartPlaylistRoutes: Sendable {
    private static let shown = 10
    private let playlists: PlaylistService
    private let annotations: AnnotationLookup

    package init(playlists: PlaylistService, annotations: AnnotationLookup) {
        self.playlists = playlists
        self.annotations = annotations
    }

    package var endpoints: [Endpoint] {
        [
            Endpoint(
                .post, "/api/v1/playlists/smart/preview", .requires(.listen), tag: "playlists",
                "How many tracks the rules of a smart playlist find for the caller, and the first ten. A releaseDate of a year or a month is all of its days: before is what ends before the day, after what begins after it, between what begins and ends within",
                body: .object(required: [("rules", .anything)], optional: []),
                reply: .json(.ok, SmartPreviewBody.schema), handler: preview)
        ]
    }

    @Sendable private func preview(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let caller = try context.principal()
        var fields = try await request.jsonFields()
        guard let rules = try PlaylistFields.rules(&fields) else {
            throw DomainError.invalid("rules is missing", field: "rules")
        }
        try fields.end()
        let preview = try await playlists.preview(rules, first: Self.shown, as: caller)
        let annotations = try await annotations.of(tracks: preview.first, as: caller)
        return .json(SmartPreviewBody(preview: preview, annotations: annotations), capacity: 8192)
    }
}
