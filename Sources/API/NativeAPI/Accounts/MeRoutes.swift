package import Accounts
package import Catalog
package import HTTPSupport
import HTTPTypes
import Hummingbird
package import Primitives

/// The caller's own account: profile, picture, password.
package struct MeRoutes: Sendable {
    private static let pictureLimit = 5 * 1024 * 1024
    private let accounts: AccountService
    private let leaving: AccountDeletionService
    private let clock: any WallClock

    package init(accounts: AccountService, leaving: AccountDeletionService, clock: any WallClock) {
        self.accounts = accounts
        self.leaving = leaving
        self.clock = clock
    }

    package var endpoints: [Endpoint] {
        [
            Endpoint(
                .get, "/api/v1/me", .requires(.manageOwnAccount), tag: "me", "Who am I",
                reply: .json(.ok, .named("Me")), handler: show),
            Endpoint(
                .patch, "/api/v1/me", .requires(.manageOwnAccount), tag: "me", "Change the profile",
                body: ProfileBody().schema, reply: .json(.ok, .named("Me")), handler: edit),
            Endpoint(
                .post, "/api/v1/me/confirmation", .requires(.manageOwnAccount), tag: "me",
                "Type the password again, for endpoints that require it to have been typed recently", credentials: true,
                body: PasswordBody().schema, reply: .empty(.noContent), handler: confirm),
            Endpoint(
                .post, "/api/v1/me/password", .requires(.manageOwnAccount), tag: "me",
                "Change the password; all other sessions and all tokens end, and with endDeviceKeys the device keys too",
                credentials: true,
                body: PasswordChangeBody().schema, reply: .empty(.noContent), handler: changePassword),
            Endpoint(
                .post, "/api/v1/me/deletion", .requires(.manageOwnAccount), tag: "me",
                "Delete the caller's account with all its data; with keepShared its posts and public playlists stay, as a former member's",
                credentials: true,
                body: AccountDeletionBody().schema, reply: .empty(.noContent), handler: leave),
            Endpoint(
                .put, "/api/v1/me/picture", .requires(.manageOwnAccount), tag: "me",
                "Set the picture: the bytes of a JPEG, PNG or WebP file of at most 5 MiB",
                upload: Endpoint.pictures, reply: .json(.ok, .named("Me")), handler: setPicture),
            Endpoint(
                .delete, "/api/v1/me/picture", .requires(.manageOwnAccount), tag: "me", "Remove the picture",
                reply: .json(.ok, .named("Me")), handler: removePicture),
        ]
    }

    @Sendable private func show(_ request: Request, _ context: GatewayContext) async throws -> Response {
        try await reply(accounts.get(as: context.caller()), context)
    }

    @Sendable private func edit(_ request: Request, _ context: GatewayContext) async throws -> Response {
        var fields = try await request.input(ProfileBody())
        let change = ProfileChange(
            username: try fields.read(\.username), displayName: try fields.read(\.displayName),
            email: try fields.read(\.email), locale: try fields.read(\.locale), theme: try fields.read(\.theme),
            shadingMode: try fields.read(\.shadingMode))
        try fields.end()
        return try await reply(accounts.edit(change, as: context.caller()), context)
    }

    @Sendable private func confirm(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let password = try await PasswordBody().read(request)
        try await accounts.confirm(password: password, as: context.caller())
        return .empty()
    }

    @Sendable private func changePassword(_ request: Request, _ context: GatewayContext) async throws -> Response {
        var fields = try await request.input(PasswordChangeBody(), upTo: 16 * 1024)
        let current = try fields.read(\.current)
        let new = try fields.read(\.new)
        let ending = try fields.read(\.endsDeviceKeys) ?? false
        try fields.end()
        let rotated = try await accounts.changePassword(
            current: current, to: new, endingDeviceKeys: ending, as: context.caller())
        var response = Response.empty()
        if let rotated {
            SessionCookies.set(rotated.sessionToken, until: rotated.expiresAt, now: clock.now(), on: &response)
        }
        return response
    }

    @Sendable private func leave(_ request: Request, _ context: GatewayContext) async throws -> Response {
        var fields = try await request.input(AccountDeletionBody(), upTo: 16 * 1024)
        let password = try fields.read(\.password)
        let code = try fields.read(\.code)
        let keepsShared = try fields.read(\.keepsShared) ?? false
        try fields.end()
        try await leaving.leave(password: password, code: code, keepingShared: keepsShared, as: context.caller())
        var response = Response.empty()
        SessionCookies.clear(on: &response)
        return response
    }

    @Sendable private func setPicture(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let bytes = try await request.bytes(upTo: Self.pictureLimit)
        return try await reply(accounts.setPicture(Array(bytes.readableBytesView), as: context.caller()), context)
    }

    @Sendable private func removePicture(_ request: Request, _ context: GatewayContext) async throws -> Response {
        try await reply(accounts.removePicture(as: context.caller()), context)
    }

    private func reply(_ user: User, _ context: GatewayContext) throws -> Response {
        .json(MeBody(user: user, session: try context.principal().session))
    }
}

/// Serves users' pictures to every signed-in user. The address names the user, so it leads to the present picture.
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
                "A user's picture, or a drawing made from their name",
                parameters: [Endpoint.Parameter("size", .integer, "As for images; 192 by default")],
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
