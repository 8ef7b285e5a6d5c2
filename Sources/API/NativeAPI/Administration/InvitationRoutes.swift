package import Accounts
package import HTTPSupport
package import Hummingbird
package import Messaging
package import Primitives

/// Ways to register: invitations, and open registration where it is allowed.
package enum InvitationRoutes {
    /// - Parameter origin: the server's own address as browsers reach it.
    @TableBuilder<Endpoint>
    package static func endpoints(
        invitations: InvitationService, mail: MailService, clock: any WallClock,
        origin: @escaping @Sendable (Request) -> String
    ) -> [Endpoint] {
        Endpoint(
            .get, "/api/v1/invitations", .requires(.manageUsers), tag: "users", "Invitations, newest first",
            parameters: .paging, reply: Page<InvitationBody>.self
        ) { request, context in
            let now = clock.now()
            let page = try await invitations.list(request.pageRequest(), as: context.caller())
            return page.map { InvitationBody(listed: $0, now: now) }
        }
        Endpoint(
            .post, "/api/v1/invitations", .requiresConfirmed(.manageUsers), tag: "users",
            "Invite a user by a link, shown only once, with which they create their account. libraries: those that they will see, null for all; explicit: whether they will see explicit music; email: an address that the link is sent to, if the server sends mail",
            credentials: true, body: InvitationDraftBody().schema, reply: InvitationBody.self, status: .created
        ) { request, context in
            let (draft, email) = try await InvitationDraftBody().read(request)
            let caller = try context.caller()
            let (invitation, token) =
                email.isEmpty
                ? try await invitations.create(draft, as: caller)
                : try await mail.invite(draft, to: email, as: caller, using: invitations)
            let listed = ListedInvitation(invitation: invitation, madeBy: nil, usedBy: nil, planName: nil)
            return InvitationBody(listed: listed, now: clock.now(), url: "\(origin(request))/join#\(token)")
        }
        Endpoint(
            .delete, "/api/v1/invitations/{id}", .requiresConfirmed(.manageUsers), tag: "users",
            "Revoke an invitation, or delete a used one", credentials: true
        ) { _, context in try await invitations.revoke(context.id("id"), as: context.caller()) }
        Endpoint(
            .post, "/api/v1/invitations/check", .anyone, tag: "session", "Whether an invitation can be accepted",
            body: LinkTokenBody().schema, reply: EndBody.self
        ) { request, _ in
            let token = try await LinkTokenBody().read(request)
            return EndBody(expiresAt: try await invitations.check(token: token))
        }
        Endpoint(
            .post, "/api/v1/invitations/acceptance", .anyone, tag: "session",
            "Create an account by an invitation, and sign in", body: AcceptanceBody().schema,
            reply: .json(.created, MeBody.schema)
        ) { request, context in
            var fields = try await request.input(AcceptanceBody(), upTo: 16 * 1024)
            let token = try fields.read(\.token)
            let newcomer = try fields.read(part: \.newcomer, RegistrationBody.registration)
            try fields.end()
            let signedIn = try await invitations.accept(
                token: token, newcomer, in: SessionCookies.browser(of: request, context))
            return SessionCookies.signedIn(signedIn, status: .created, now: clock.now())
        }
        Endpoint(
            .post, "/api/v1/registration", .anyone, tag: "session",
            "Create an account without an invitation, if registration is open, and sign in",
            body: RegistrationBody().schema, reply: .json(.created, MeBody.schema)
        ) { request, context in
            let newcomer = try await request.read(RegistrationBody(), upTo: 16 * 1024, RegistrationBody.registration)
            let signedIn = try await invitations.register(newcomer, in: SessionCookies.browser(of: request, context))
            return SessionCookies.signedIn(signedIn, status: .created, now: clock.now())
        }
    }
}
