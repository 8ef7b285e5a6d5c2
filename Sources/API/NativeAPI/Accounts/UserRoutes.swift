package import Accounts
package import HTTPSupport
import HTTPTypes
package import Hummingbird
import Primitives

/// All accounts, for admins.
package struct UserRoutes: Sendable {
    private let users: UserAdministrationService
    /// The server's own address as browsers reach it, like `https://localhost:8443`.
    private let origin: @Sendable (Request) -> String

    package init(users: UserAdministrationService, origin: @escaping @Sendable (Request) -> String) {
        self.users = users
        self.origin = origin
    }

    package var endpoints: [Endpoint] {
        [
            Endpoint(
                .get, "/api/v1/users", .requires(.manageUsers), tag: "users", "Accounts by user name",
                parameters: [Endpoint.Parameter("q", .text, "Part of a user name, display name or email address")]
                    + .paging,
                reply: .json(.ok, .page(of: .named("User"))), handler: list),
            Endpoint(
                .post, "/api/v1/users", .requiresConfirmed(.manageUsers), tag: "users",
                "Create an account; without a password the reply has a link to hand out. libraries: those that it sees, null for all; explicit: whether it sees explicit music",
                credentials: true, body: UserDraftBody().schema, reply: .json(.created, CreatedUserBody.schema),
                handler: create),
            Endpoint(
                .get, "/api/v1/users/{id}", .requires(.manageUsers), tag: "users", "One account",
                reply: .json(.ok, .named("User")), handler: show),
            Endpoint(
                .patch, "/api/v1/users/{id}", .requiresConfirmed(.manageUsers), tag: "users",
                "Change an account; a new role or disabling ends its sessions. libraries: those that it sees, null for all; explicit: whether it sees explicit music; plan: null for the default one; maximumBitrate: kbit/s, 32 to 10000, in place of the plan's limit, null for the plan's",
                credentials: true, body: UserChangeBody().schema, reply: .json(.ok, .named("User")), handler: edit),
            Endpoint(
                .delete, "/api/v1/users/{id}", .requiresConfirmed(.manageUsers), tag: "users",
                "Delete another user's account with its history, playlists, likes, ratings, shares, posts and comments",
                credentials: true,
                parameters: [
                    Endpoint.Parameter(
                        "keep", .choice(["shared"]),
                        "Posts, comments, reactions, playlists that are not private and wishes that others back stay, as a former member's"
                    )
                ],
                reply: .empty(.noContent), handler: delete),
            Endpoint(
                .post, "/api/v1/users/{id}/link", .requiresConfirmed(.manageUsers), tag: "users",
                "A single-use link to choose a new password", credentials: true, reply: .json(.created, .named("Link")),
                handler: createLink),
            Endpoint(
                .get, "/api/v1/users/{id}/sessions", .requires(.manageUsers), tag: "users",
                "A user's signed-in browsers",
                reply: .json(.ok, .list(of: .named("Session"))), handler: sessions),
            Endpoint(
                .delete, "/api/v1/users/{id}/sessions", .requiresConfirmed(.manageUsers), tag: "users",
                "Sign a user out everywhere", credentials: true,
                reply: .empty(.noContent), handler: endSessions),
            Endpoint(
                .delete, "/api/v1/users/{id}/sessions/{session}", .requiresConfirmed(.manageUsers), tag: "users",
                "Sign one of a user's browsers out", credentials: true, reply: .empty(.noContent), handler: endSession
            ),
        ]
    }

    @Sendable private func list(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let page = try await users.list(
            matching: request.text("q", upTo: 400), request.pageRequest(), as: context.caller())
        return .json(PageBody(page.map(UserBody.init)))
    }

    @Sendable private func create(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let draft = try await UserDraftBody().read(request)
        let (user, link) = try await users.create(draft, as: context.caller())
        return .json(
            CreatedUserBody(user: user, link: link.map { LinkedBody(link: $0, origin: origin(request)) }),
            status: .created)
    }

    @Sendable private func show(_ request: Request, _ context: GatewayContext) async throws -> Response {
        .json(UserBody(user: try await users.get(context.id("id"), as: context.caller())))
    }

    @Sendable private func edit(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let change = try await UserChangeBody().read(request)
        return .json(UserBody(user: try await users.edit(context.id("id"), change, as: context.caller())))
    }

    @Sendable private func delete(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let keeps = try request.choice("keep", of: RetainedContent.self) == .shared
        try await users.delete(context.id("id"), keepingShared: keeps, as: context.caller())
        return .empty()
    }

    @Sendable private func createLink(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let link = try await users.createLink(for: context.id("id"), as: context.caller())
        return .json(LinkedBody(link: link, origin: origin(request)), status: .created)
    }

    @Sendable private func sessions(_ request: Request, _ context: GatewayContext) async throws -> Response {
        .json(ListBody(try await users.sessions(of: context.id("id"), as: context.caller()).map(SessionBody.init)))
    }

    @Sendable private func endSession(_ request: Request, _ context: GatewayContext) async throws -> Response {
        try await users.endSession(context.id("session"), of: context.id("id"), as: context.caller())
        return .empty()
    }

    @Sendable private func endSessions(_ request: Request, _ context: GatewayContext) async throws -> Response {
        try await users.endSessions(of: context.id("id"), as: context.caller())
        return .empty()
    }
}

/// The data of a deleted account that is retained.
private enum RetainedContent: String, CaseIterable {
    case shared
}

extension [Endpoint.Parameter] {
    /// The parameters `limit` and `cursor`.
    static var paging: Self {
        [
            Endpoint.Parameter("limit", .integer, "Items on a page, 1 to 500; 50 by default"),
            Endpoint.Parameter("cursor", .text, "nextCursor of the previous page"),
        ]
    }
}
