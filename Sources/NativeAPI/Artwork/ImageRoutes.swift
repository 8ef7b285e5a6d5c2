import Blobs
package import Catalog
package import HTTPSupport
import HTTPTypes
import Hummingbird
import Primitives

/// Covers and pictures by the hash of their content.
package struct ImageRoutes: Sendable {
    private let artwork: ArtworkService

    package init(artwork: ArtworkService) {
        self.artwork = artwork
    }

    package var endpoints: [Endpoint] {
        [
            Endpoint(
                .get, "/api/v1/images/{key}", .requires(.browse), tag: "catalogue", "A cover or picture",
                reply: .bytes(mediaType: "image/*"), handler: show)
        ]
    }

    @Sendable private func show(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let image = try await artwork.open(
            context.parameters.get("key") ?? "", as: context.principal())
        return FileResponder(
            file: image.file, validators: Validators(entityTag: "\"\(image.key.hex)\"", lastModified: nil),
            mediaType: image.kind.mediaType,
            fields: [.cacheControl: "private, max-age=31536000, immutable"]
        ).respond(to: request, on: context.channel)
    }
}
