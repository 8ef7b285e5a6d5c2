package import Accounts
package import HTTPSupport
package import Hummingbird
import Primitives

/// All accounts, for admins.
package enum UserRoutes {
    /// - Parameter origin: the server's own address as browsers reach it, like `https://localhost:8443`.
    @TableBuilder<Endpoint>
    package static func endpoints(
        users: UserAdministrationService, origin: @escaping @Sendable (Request) -> String
    ) -> [Endpoint] {
        Endpoint(
            .get, "/api/v1/users", .requires(.manageUsers), tag: "users", "Accounts by user name",
            parameters: [Endpoint.Parameter("q", .text, "Part of a user name, display name or email address")]
                + .paging, reply: Page<UserBody>.self
        ) { request, context in
            let page = try await users.list(
                matching: request.text("q", upTo: 400), request.pageRequest(), as: context.caller())
            return page.map(UserBody.init)
        }
        Endpoint(
            .post, "/api/v1/users", .requiresConfirmed(.manageUsers), tag: "users",
            "Create an account; without a password the reply has a link to hand out. libraries: those that it sees, null for all; explicit: whether it sees explicit music",
            credentials: true, body: UserDraftBody().schema, reply: CreatedUserBody.self, status: .created
        ) { request, context in
            let draft = try await UserDraftBody().read(request)
            let (user, link) = try await users.create(draft, as: context.caller())
            return CreatedUserBody(user: user, link: link.map { LinkedBody(link: $0, origin: origin(request)) })
        }
        Endpoint(
            .get, "/api/v1/users/{id}", .requires(.manageUsers), tag: "users", "One account", reply: UserBody.self
        ) { _, context in UserBody(user: try await users.get(context.id("id"), as: context.caller())) }
        Endpoint(
            .patch, "/api/v1/users/{id}", .requiresConfirmed(.manageUsers), tag: "users",
            "Change an account; a new role or disabling ends its sessions. libraries: those that it sees, null for all; explicit: whether it sees explicit music; plan: null for the default one; maximumBitrate: kbit/s, 32 to 10000, in place of the plan's limit, null for the plan's",
            credentials: true, body: UserChangeBody().schema, reply: UserBody.self
        ) { request, context in
            let change = try await UserChangeBody().read(request)
            return UserBody(user: try await users.edit(context.id("id"), change, as: context.caller()))
        }
        Endpoint(
            .delete, "/api/v1/users/{id}", .requiresConfirmed(.manageUsers), tag: "users",
            "Delete another user's account with its history, playlists, likes, ratings, shares, posts and comments",
            credentials: true,
            parameters: [
                Endpoint.Parameter(
                    "keep", .choice(["shared"]),
                    "Posts, comments, reactions, playlists that are not private and wishes that others back stay, as a former member's"
                )
            ]
        ) { request, context in
            let keeps = try request.choice("keep", of: RetainedContent.self) == .shared
            try await users.delete(context.id("id"), keepingShared: keeps, as: context.caller())
        }
        Endpoint(
            .post, "/api/v1/users/{id}/link", .requiresConfirmed(.manageUsers), tag: "users",
            "A single-use link to choose a new password", credentials: true, reply: LinkedBody.self, status: .created
        ) { request, context in
            let link = try await users.createLink(for: context.id("id"), as: context.caller())
            return LinkedBody(link: link, origin: origin(request))
        }
        Endpoint(
            .get, "/api/v1/users/{id}/sessions", .requires(.manageUsers), tag: "users", "A user's signed-in browsers",
            reply: ListBody<ListedSession>.self
        ) { _, context in ListBody(try await users.sessions(of: context.id("id"), as: context.caller())) }
        Endpoint(
            .delete, "/api/v1/users/{id}/sessions", .requiresConfirmed(.manageUsers), tag: "users",
            "Sign a user out everywhere", credentials: true
        ) { _, context in try await users.endSessions(of: context.id("id"), as: context.caller()) }
        Endpoint(
            .delete, "/api/v1/users/{id}/sessions/{session}", .requiresConfirmed(.manageUsers), tag: "users",
            "Sign one of a user's browsers out", credentials: true
        ) { _, context in
            try await users.endSession(context.id("session"), of: context.id("id"), as: context.caller())
        }
    }
}

/// The data of a deleted account that is retained.
private enum RetainedContent: String, CaseIterable {
    case shared
}
