package import Accounts
import Primitives
package import Catalog
package import HTTPSupport
import HTTPTypes
import Hummingbird

/// Everybody's picture, for everybody who is signed in: by the person, whatever picture that is at the time.
package struct PictureRoutes: Sendable {
    private static let size = 192

    private let accounts: AccountService
    private let artwork: ArtworkService

    package init(accounts: AccountService, artwork: ArtworkService) {
        self.accounts = accounts
        self.artwork = artwork
    }

    package var endpoints: [Endpoint] {
        [
            Endpoint(
                .get, "/api/v1/users/{id}/picture", .requires(.browse), tag: "users",
                "Somebody's picture, or a drawing made from the name",
                parameters: [Endpoint.Parameter("size", .integer, "As of images, by default 192")],
                reply: .bytes(mediaType: "image/*"), handler: show)
        ]
    }

    @Sendable private func show(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let caller = try context.principal()
        guard let size = Int(try request.text("size") ?? "\(Self.size)").flatMap({ RenditionSize(atLeast: $0) }) else {
            throw DomainError.invalid("size must be a whole number from 64 to 1200", field: "size")
        }
        let person = try await accounts.person(context.id("id"), as: caller)
        let made =
            if let picture = person.picture {
                try await artwork.rendition(
                    of: picture.hex, orDrawing: person.name, size: size, format: .jpeg, as: caller)
            } else {
                try await artwork.drawing(for: person.name, size: size, format: .jpeg, as: caller)
            }
        return RenditionReply.response(made, to: request, context, fields: [.cacheControl: "private, no-cache"])
    }
}
