package import Accounts
package import Catalog
package import HTTPSupport
import Hummingbird
package import Primitives

/// The caller's own account: profile, picture, password.
package struct MeRoutes: Sendable {
    private let accounts: AccountService
    private let leaving: AccountDeletionService
    private let clock: any WallClock

    package init(accounts: AccountService, leaving: AccountDeletionService, clock: any WallClock) {
        self.accounts = accounts
        self.leaving = leaving
        self.clock = clock
    }

    @TableBuilder<Endpoint> package var endpoints: [Endpoint] {
        Endpoint(
            .get, "/api/v1/me", .requires(.manageOwnAccount), tag: "me", "Who am I", reply: MeBody.self
        ) { _, context in try await body(of: accounts.get(as: context.caller()), context) }
        Endpoint(
            .patch, "/api/v1/me", .requires(.manageOwnAccount), tag: "me", "Change the profile",
            body: ProfileBody().schema, reply: MeBody.self
        ) { request, context in
            let change = try await request.read(ProfileBody()) { fields in
                try ProfileChange(
                    username: fields.read(\.username), displayName: fields.read(\.displayName),
                    email: fields.read(\.email), locale: fields.read(\.locale), theme: fields.read(\.theme),
                    shadingMode: fields.read(\.shadingMode))
            }
            return try await body(of: accounts.edit(change, as: context.caller()), context)
        }
        Endpoint(
            .post, "/api/v1/me/confirmation", .requires(.manageOwnAccount), tag: "me",
            "Type the password again, for endpoints that require it to have been typed recently", credentials: true,
            body: PasswordBody().schema
        ) { request, context in
            let password = try await PasswordBody().read(request)
            try await accounts.confirm(password: password, as: context.caller())
        }
        Endpoint(
            .post, "/api/v1/me/password", .requires(.manageOwnAccount), tag: "me",
            "Change the password; all other sessions and all tokens end, and with endDeviceKeys the device keys too",
            credentials: true, body: PasswordChangeBody().schema, reply: .empty(.noContent)
        ) { request, context in
            let (current, new, ending) = try await request.read(
                \.current, \.new, \.endsDeviceKeys, of: PasswordChangeBody(), upTo: 16 * 1024)
            let rotated = try await accounts.changePassword(
                current: current, to: new, endingDeviceKeys: ending ?? false, as: context.caller())
            var response = Response.empty()
            if let rotated {
                SessionCookies.set(rotated.sessionToken, until: rotated.expiresAt, now: clock.now(), on: &response)
            }
            return response
        }
        Endpoint(
            .post, "/api/v1/me/deletion", .requires(.manageOwnAccount), tag: "me",
            "Delete the caller's account with all its data; with keepShared its posts and public playlists stay, as a former member's",
            credentials: true, body: AccountDeletionBody().schema, reply: .empty(.noContent)
        ) { request, context in
            let (password, code, keepsShared) = try await request.read(
                \.password, \.code, \.keepsShared, of: AccountDeletionBody(), upTo: 16 * 1024)
            try await leaving.leave(
                password: password, code: code, keepingShared: keepsShared ?? false, as: context.caller())
            var response = Response.empty()
            SessionCookies.clear(on: &response)
            return response
        }
        Endpoint(
            .put, "/api/v1/me/picture", .requires(.manageOwnAccount), tag: "me",
            "Set the picture: the bytes of a JPEG, PNG or WebP file of at most 5 MiB", upload: Endpoint.pictures,
            reply: MeBody.self
        ) { request, context in
            try await body(of: accounts.setPicture(request.picture(), as: context.caller()), context)
        }
        Endpoint(
            .delete, "/api/v1/me/picture", .requires(.manageOwnAccount), tag: "me", "Remove the picture",
            reply: MeBody.self
        ) { _, context in try await body(of: accounts.removePicture(as: context.caller()), context) }
    }

    private func body(of user: User, _ context: GatewayContext) throws -> MeBody {
        MeBody(user: user, session: try context.principal().session)
    }
}

/// Serves users' pictures to every signed-in user. The address names the user, so it leads to the present picture.
package enum PictureRoutes {
    private static let size = 192

    @TableBuilder<Endpoint>
    package static func endpoints(accounts: AccountService, artwork: ArtworkService) -> [Endpoint] {
        Endpoint(
            .get, "/api/v1/users/{id}/picture", .requires(.browse), tag: "users",
            "A user's picture, or a drawing made from their name",
            parameters: [Endpoint.Parameter("size", .integer, "As for images; 192 by default")],
            reply: .bytes(mediaType: "image/*")
        ) { request, context in
            let caller = try context.principal()
            let size = try request.renditionSize(usual: Self.size)
            let person = try await accounts.person(context.id("id"), as: caller)
            let made = try await artwork.thumbnail(of: person.picture, orDrawing: person.name, size: size, as: caller)
            return RenditionReply.response(made, to: request, context, fields: [.cacheControl: "private, no-cache"])
        }
    }
}
