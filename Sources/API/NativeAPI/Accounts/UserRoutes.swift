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
        let roles = Schema.choice(Role.assignable.map(\.rawValue))
        return [
            Endpoint(
                .get, "/api/v1/users", .requires(.manageUsers), tag: "users", "Accounts by user name",
                parameters: [Endpoint.Parameter("q", .text, "Part of a user name, display name or e-mail address")]
                    + .paging,
                reply: .json(.ok, .page(of: .named("User"))), handler: list),
            Endpoint(
                .post, "/api/v1/users", .requiresConfirmed(.manageUsers), tag: "users",
                "Make an account; without a password there is a link to hand out. libraries: what it sees, null for all of them; explicit: whether that includes what is explicit",
                credentials: true,
                body: .object(
                    required: [("username", .text)],
                    optional: [
                        ("displayName", .text), ("email", .text), ("role", roles), ("password", .text), ("plan", .text),
                        ("libraries", .nullable(.array(.text))), ("explicit", .flag),
                    ]),
                reply: .json(.created, CreatedUserBody.schema),
                handler: create),
            Endpoint(
                .get, "/api/v1/users/{id}", .requires(.manageUsers), tag: "users", "One account",
                reply: .json(.ok, .named("User")), handler: show),
            Endpoint(
                .patch, "/api/v1/users/{id}", .requiresConfirmed(.manageUsers), tag: "users",
                "Change an account; a new role and disabling end its sessions. libraries: what it sees, null for all of them; explicit: whether that includes what is explicit; plan: null for the default one; maximumBitrate: kbit/s, 32 to 10000, in place of what the plan says, null for that",
                credentials: true,
                body: .object(
                    required: [],
                    optional: [
                        ("role", roles), ("disabled", .flag), ("displayName", .text), ("email", .text),
                        ("libraries", .nullable(.array(.text))), ("maximumBitrate", .nullable(.integer)),
                        ("plan", .nullable(.text)), ("explicit", .flag),
                    ]),
                reply: .json(.ok, .named("User")), handler: edit),
            Endpoint(
                .delete, "/api/v1/users/{id}", .requiresConfirmed(.manageUsers), tag: "users",
                "Delete an account, not one's own, with its history, playlists, likes, ratings, shares, posts and comments",
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
                "Somebody's signed-in browsers",
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
        var fields = try await request.jsonFields(upTo: 16 * 1024)
        let draft = UserDraft(
            username: try fields.text("username"), displayName: try fields.optionalText("displayName"),
            email: try fields.optionalText("email"), role: try fields.assignableRole() ?? .contributor,
            password: try fields.optionalText("password", upTo: 4096),
            libraries: (try fields.libraries() ?? .everything).including(
                explicit: try fields.optionalFlag("explicit") ?? true),
            plan: try fields.optionalText("plan", upTo: 64).map { ID($0) })
        try fields.end()
        let (user, link) = try await users.create(draft, as: context.caller())
        return .json(
            CreatedUserBody(user: user, link: link.map { LinkedBody(link: $0, origin: origin(request)) }),
            status: .created)
    }

    @Sendable private func show(_ request: Request, _ context: GatewayContext) async throws -> Response {
        .json(UserBody(user: try await users.get(context.id("id"), as: context.caller())))
    }

    @Sendable private func edit(_ request: Request, _ context: GatewayContext) async throws -> Response {
        var fields = try await request.jsonFields()
        let change = UserChange(
            role: try fields.assignableRole(), disabled: try fields.optionalFlag("disabled"),
            displayName: try fields.optionalText("displayName"), email: try fields.optionalText("email"),
            libraries: try fields.libraries(), includesExplicit: try fields.optionalFlag("explicit"),
            maximumBitrate: try fields.maximumBitrate(),
            plan: try fields.plan())
        try fields.end()
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

extension JSONFields {
    /// Nil when absent; null stands for the default plan.
    fileprivate mutating func plan() throws(DomainError) -> ID<Plan>?? {
        switch presence(of: "plan") {
        case .absent: nil
        case .null: .some(nil)
        case .value: .some(ID(try text("plan", upTo: 64)))
        }
    }

    /// Nil when absent; null stands for the plan's own value.
    fileprivate mutating func maximumBitrate() throws(DomainError) -> Int?? {
        switch presence(of: "maximumBitrate") {
        case .absent: nil
        case .null: .some(nil)
        case .value: Int(try integer("maximumBitrate", in: 0...1_000_000))
        }
    }

    /// Nil when absent; null stands for all libraries.
    fileprivate mutating func libraries() throws(DomainError) -> LibraryScope? {
        switch presence(of: "libraries") {
        case .absent: nil
        case .null: .everything
        case .value: .only(Set(try texts("libraries", count: 1000)))
        }
    }

    /// A role that an account can have.
    mutating func assignableRole() throws(DomainError) -> Role? {
        guard let text = try optionalText("role") else { return nil }
        guard let role = Role(rawValue: text), Role.assignable.contains(role) else {
            let names = Role.assignable.map(\.rawValue).joined(separator: ", ")
            throw .invalid("role must be one of \(names)", field: "role")
        }
        return role
    }
}

extension [Endpoint.Parameter] {
    /// The parameters `limit` and `cursor`.
    static var paging: Self {
        [
            Endpoint.Parameter("limit", .integer, "Items on a page, 1 to 500, else 50"),
            Endpoint.Parameter("cursor", .text, "nextCursor of the page before"),
        ]
    }
}

/// An account as admins see it.
struct UserBody: ObjectBody {
    static let component: String? = "User"
    static let fields = Fields<Self> {
        Field("id") { $0.user.id.rawValue }
        Field("username") { $0.user.username.text }
        Field("displayName") { $0.user.displayName }
        Field("email") { $0.user.email?.text }
        Field("role", .choice(Role.assignable.map(\.rawValue))) { $0.user.role.rawValue }
        Field("disabled") { $0.user.disabled }
        Field("picture") { $0.user.picture.map(ImagePath.text) }
        Field("createdAt") { $0.user.createdAt }
        Field("lastSeenAt") { $0.user.lastSeenAt }
        Field("passwordSet") { $0.user.passwordHash != nil }
        Field("twoFactor") { $0.user.hasTwoFactor }
        Field("libraries") { $0.user.libraries }
        Field("explicit") { $0.user.libraries.includesExplicit }
        Field("maximumBitrate") { $0.user.maximumBitrate }
        Field("planId") { $0.user.plan?.rawValue }
        Field("plan") { $0.user.terms.name }
    }

    let user: User
}

/// An account link's address, shown only once.
struct LinkedBody: ObjectBody {
    static let component: String? = "Link"
    static let fields = Fields<Self> {
        Field("url") { "\($0.origin)/welcome#\($0.link.token)" }
        Field("expiresAt") { $0.link.link.expiresAt }
    }

    let link: IssuedLink
    let origin: String
}

struct CreatedUserBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("user") { UserBody(user: $0.user) }
        Field("link") { $0.link }
    }

    let user: User
    let link: LinkedBody?
}
