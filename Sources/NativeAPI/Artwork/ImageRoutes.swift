package import Blobs
import Catalog
package import HTTPSupport
import HTTPTypes
import Hummingbird
import Primitives

/// Covers and pictures by the hash of their content.
package struct ImageRoutes: Sendable {
    private let images: any BlobStore

    package init(images: any BlobStore) {
        self.images = images
    }

    package var endpoints: [Endpoint] {
        [
            Endpoint(
                .get, "/api/v1/images/{key}", .requires(.browse), tag: "catalogue", "A cover or picture",
                reply: .bytes(mediaType: "image/*"), handler: show)
        ]
    }

    @Sendable private func show(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let absent = DomainError.notFound("There is no such image")
        guard let key = context.parameters.get("key").flatMap({ BlobKey(hex: $0) }),
            let file = try await images.open(key)
        else { throw absent }
        var head = [UInt8](repeating: 0, count: 12)
        let count = try head.withUnsafeMutableBytes { try file.readIfCached(into: $0, at: 0) } ?? 12
        if count == 12, head.allSatisfy({ $0 == 0 }) {
            head = Array(try await images.read(key)?.prefix(12) ?? [])
        }
        // By content, whatever anybody declared: nothing that a browser would run is ever served as an image.
        guard let kind = ImageKind(sniffing: head) else { throw absent }
        return FileResponder(
            file: file, validators: Validators(entityTag: "\"\(key.hex)\"", lastModified: nil),
            mediaType: kind.mediaType,
            fields: [.cacheControl: "private, max-age=31536000, immutable"]
        ).respond(to: request, on: context.channel)
    }
}
