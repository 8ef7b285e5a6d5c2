package import Accounts
package import HTTPSupport
import HTTPTypes
package import Hummingbird
package import Messaging
package import Primitives

/// Ways to register: invitations, and open registration where it is allowed.
package struct InvitationRoutes: Sendable {
    private let invitations: InvitationService
    private let mail: MailService
    private let clock: any WallClock
    /// The server's own address as browsers reach it.
    private let origin: @Sendable (Request) -> String

    package init(
        invitations: InvitationService, mail: MailService, clock: any WallClock,
        origin: @escaping @Sendable (Request) -> String
    ) {
        self.invitations = invitations
        self.mail = mail
        self.clock = clock
        self.origin = origin
    }

    package var endpoints: [Endpoint] {
        let newcomer: [(String, Schema)] = [("username", .text), ("password", .text)]
        let more: [(String, Schema)] = [("displayName", .text), ("email", .text)]
        return [
            Endpoint(
                .get, "/api/v1/invitations", .requires(.manageUsers), tag: "users", "Invitations, newest first",
                parameters: .paging, reply: .json(.ok, .page(of: .named("Invitation"))), handler: list),
            Endpoint(
                .post, "/api/v1/invitations", .requiresConfirmed(.manageUsers), tag: "users",
                "Invite a user: a link, shown this once, by which they make an account for themselves. libraries: what they will see, null for all; explicit: whether that includes what is explicit; email: where the link is sent too, if the server sends mail",
                credentials: true,
                body: .object(
                    required: [],
                    optional: [
                        ("label", .text), ("role", .choice(Role.assignable.map(\.rawValue))), ("plan", .text),
                        ("libraries", .nullable(.array(.text))), ("explicit", .flag), ("expiresInDays", .integer),
                        ("email", .text),
                    ]),
                reply: .json(.created, .named("Invitation")), handler: create),
            Endpoint(
                .delete, "/api/v1/invitations/{id}", .requiresConfirmed(.manageUsers), tag: "users",
                "Revoke an invitation, or forget one that was used", credentials: true, reply: .empty(.noContent),
                handler: revoke),
            Endpoint(
                .post, "/api/v1/invitations/check", .anyone, tag: "session", "Whether an invitation can be taken",
                body: .object(required: [("token", .text)], optional: []),
                reply: .json(.ok, EndBody.schema), handler: check),
            Endpoint(
                .post, "/api/v1/invitations/acceptance", .anyone, tag: "session",
                "Make an account by an invitation, and sign in",
                body: .object(required: [("token", .text)] + newcomer, optional: more),
                reply: .json(.created, .named("Me")), handler: accept),
            Endpoint(
                .post, "/api/v1/registration", .anyone, tag: "session",
                "Make an account without an invitation, where the admin has opened that, and sign in",
                body: .object(required: newcomer, optional: more), reply: .json(.created, .named("Me")),
                handler: register),
        ]
    }

    @Sendable private func list(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let now = clock.now()
        let page = try await invitations.list(request.pageRequest(), as: context.caller())
        return .json(PageBody(page.map { InvitationBody(listed: $0, now: now) }))
    }

    @Sendable private func create(_ request: Request, _ context: GatewayContext) async throws -> Response {
        var fields = try await request.jsonFields()
        var draft = InvitationDraft(label: try fields.optionalText("label") ?? "")
        if let role = try fields.assignableRole() { draft.role = role }
        draft.plan = try fields.optionalText("plan", upTo: 64).map { ID($0) }
        if case .value = fields.presence(of: "libraries") {
            draft.libraries = .only(Set(try fields.texts("libraries", count: 1000)))
        }
        if let explicit = try fields.optionalFlag("explicit") {
            draft.libraries = draft.libraries.including(explicit: explicit)
        }
        if let days = try fields.optionalInteger("expiresInDays", in: 1...90) { draft.expiresInDays = Int(days) }
        let email = try fields.optionalText("email") ?? ""
        try fields.end()
        let caller = try context.caller()
        let (invitation, token) =
            email.isEmpty
            ? try await invitations.create(draft, as: caller)
            : try await mail.invite(draft, to: email, as: caller, using: invitations)
        let listed = ListedInvitation(invitation: invitation, madeBy: nil, usedBy: nil, planName: nil)
        return .json(
            InvitationBody(listed: listed, now: clock.now(), url: "\(origin(request))/join#\(token)"),
            status: .created)
    }

    @Sendable private func revoke(_ request: Request, _ context: GatewayContext) async throws -> Response {
        try await invitations.revoke(context.id("id"), as: context.caller())
        return .empty()
    }

    @Sendable private func check(_ request: Request, _ context: GatewayContext) async throws -> Response {
        var fields = try await request.jsonFields()
        let token = try fields.text("token", upTo: 256)
        try fields.end()
        return .json(EndBody(expiresAt: try await invitations.check(token: token)))
    }

    @Sendable private func accept(_ request: Request, _ context: GatewayContext) async throws -> Response {
        var fields = try await request.jsonFields(upTo: 16 * 1024)
        let token = try fields.text("token", upTo: 256)
        let newcomer = try fields.newcomer()
        try fields.end()
        let signedIn = try await invitations.accept(
            token: token, newcomer, in: SessionCookies.browser(of: request, context))
        return SessionCookies.signedIn(signedIn, status: .created, now: clock.now())
    }

    @Sendable private func register(_ request: Request, _ context: GatewayContext) async throws -> Response {
        var fields = try await request.jsonFields(upTo: 16 * 1024)
        let newcomer = try fields.newcomer()
        try fields.end()
        let signedIn = try await invitations.register(newcomer, in: SessionCookies.browser(of: request, context))
        return SessionCookies.signedIn(signedIn, status: .created, now: clock.now())
    }
}

extension JSONFields {
    fileprivate mutating func newcomer() throws(DomainError) -> Registration {
        Registration(
            username: try text("username", upTo: 1024), displayName: try optionalText("displayName"),
            email: try optionalText("email"), password: try text("password", upTo: 4096))
    }
}

struct EndBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("expiresAt") { $0.expiresAt }
    }

    let expiresAt: Timestamp
}

/// An invitation as admins see it; its address is shown only once.
package struct InvitationBody: ObjectBody {
    package static let component: String? = "Invitation"
    package static let fields = Fields<Self> {
        Field("id") { $0.listed.invitation.id }
        Field("label") { $0.listed.invitation.label }
        Field("role", .choice(Role.assignable.map(\.rawValue))) { $0.listed.invitation.role.rawValue }
        Field("state") { $0.state }
        Field("planId") { $0.listed.invitation.plan }
        Field("plan") { $0.listed.planName }
        Field("libraries") { $0.listed.invitation.libraries }
        Field("explicit") { $0.listed.invitation.libraries.includesExplicit }
        Field("createdAt") { $0.listed.invitation.createdAt }
        Field("expiresAt") { $0.listed.invitation.expiresAt }
        Field("usedAt") { $0.listed.invitation.usedAt }
        Field("madeBy") { $0.listed.madeBy }
        Field("usedBy") { $0.listed.usedBy }
        Field("url") { $0.url }
    }

    package enum State: String, Sendable, CaseIterable {
        case open, used, expired
    }

    private let listed: ListedInvitation
    private let now: Timestamp
    private let url: String?

    package init(listed: ListedInvitation, now: Timestamp, url: String? = nil) {
        self.listed = listed
        self.now = now
        self.url = url
    }

    private var state: State {
        listed.invitation.usedAt != nil ? .used : listed.invitation.isOpen(at: now) ? .open : .expired
    }
}
