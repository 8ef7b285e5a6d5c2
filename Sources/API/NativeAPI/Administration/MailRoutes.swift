package import Accounts
package import HTTPSupport
import Hummingbird
import Journal
package import Messaging
import Primitives

/// Email: forgotten passwords, the caller's own address, and the outbox.
package struct MailRoutes: Sendable {
    /// The kinds of notifications, and for admins the daily overview.
    private static let kinds = NotificationKind.allCases.map(\.rawValue) + [OverviewReader.kind]
    /// The notifications that a user wants by email.
    private static let chosen = Input<[String]>("kinds", .texts(upTo: kinds.count, as: .choice(kinds)))
    /// The account whose password is forgotten: a user name or an address.
    private static let identity = Input<String>("identity", .text(upTo: 320))

    private let mail: MailService
    private let users: UserAdministrationService
    private let undos: EmailUndoService

    package init(mail: MailService, users: UserAdministrationService, undos: EmailUndoService) {
        self.mail = mail
        self.users = users
        self.undos = undos
    }

    package var endpoints: [Endpoint] { open + own + administration }

    @TableBuilder<Endpoint> private var open: [Endpoint] {
        Endpoint(
            .post, "/api/v1/password-reset", .anyone, tag: "session",
            "Request a link to choose a new password; it is sent to the account's confirmed address, if there is one. The response is always the same",
            body: Self.identity.schema, status: .accepted
        ) { request, context in
            let identity = try await request.read(Self.identity)
            try mail.requestReset(of: identity, from: context.remoteAddress)
        }
        Endpoint(
            .post, "/api/v1/email-confirmation", .anyone, tag: "session", "Confirm an address by the token of an email",
            body: LinkTokenBody().schema
        ) { request, context in
            let token = try await LinkTokenBody().read(request)
            try await mail.confirm(token: token, from: context.remoteAddress)
        }
        Endpoint(
            .post, "/api/v1/email-undo", .anyone, tag: "session",
            "Restore the previous address by the token of the email that was sent to it when it was changed: all sessions, tokens and device keys of the account end. passwordToken: for choosing a new password (/links/password), if the address had been confirmed",
            body: LinkTokenBody().schema, reply: EmailUndoneBody.self
        ) { request, context in
            let token = try await LinkTokenBody().read(request)
            return EmailUndoneBody(token: try await undos.undo(token: token, from: context.remoteAddress))
        }
    }

    @TableBuilder<Endpoint> private var own: [Endpoint] {
        Endpoint(
            .get, "/api/v1/me/mail", .requires(.manageOwnAccount), tag: "me",
            "Whether the caller's address is confirmed, and the notifications that are sent to it",
            reply: OwnMailBody.self
        ) { _, context in try await own(context) }
        Endpoint(
            .put, "/api/v1/me/mail", .requires(.manageOwnAccount), tag: "me",
            "Have these notifications sent to the caller's address, once it is confirmed", body: Self.chosen.schema,
            reply: OwnMailBody.self
        ) { request, context in
            let names = try await request.read(Self.chosen)
            guard let unknown = names.first(where: { !Self.kinds.contains($0) }) else {
                try await mail.mail(Set(names), as: context.caller())
                return try await own(context)
            }
            throw DomainError.invalid("There is no notification \(unknown.prefix(64))", field: "kinds")
        }
        Endpoint(
            .post, "/api/v1/me/mail/confirmation", .requires(.manageOwnAccount), tag: "me",
            "Send an email to confirm the caller's address", credentials: true, status: .accepted
        ) { _, context in try await mail.sendConfirmation(as: context.caller()) }
    }

    @TableBuilder<Endpoint> private var administration: [Endpoint] {
        Endpoint(
            .post, "/api/v1/users/{id}/link/mail", .requiresConfirmed(.manageUsers), tag: "users",
            "Send a user a single-use link to choose a password", credentials: true, status: .accepted
        ) { _, context in try await mail.sendLink(to: context.id("id"), as: context.caller(), using: users) }
        Endpoint(
            .get, "/api/v1/mail", .requires(.administer), tag: "mail", "Emails that wait or have failed, newest first",
            parameters: .paging, reply: Page<Email>.self
        ) { request, context in try await mail.emails(request.pageRequest(), as: context.caller()) }
        Endpoint(
            .get, "/api/v1/mail/status", .requires(.administer), tag: "mail",
            "Whether there is a mail server, and how many emails wait", reply: MailStatusBody.self
        ) { _, context in
            let counts = try await mail.counts(as: context.caller())
            return MailStatusBody(isEnabled: mail.isEnabled, waiting: counts.waiting, failed: counts.failed)
        }
        Endpoint(
            .post, "/api/v1/mail/test", .requiresConfirmed(.administer), tag: "mail",
            "Send a test email to the caller's address", status: .accepted
        ) { _, context in try await mail.sendTest(as: context.caller()) }
        Endpoint(
            .post, "/api/v1/mail/{id}/retry", .requiresConfirmed(.administer), tag: "mail", "Retry an email at once",
            status: .accepted
        ) { _, context in try await mail.retry(context.id("id"), as: context.caller()) }
        Endpoint(
            .delete, "/api/v1/mail/{id}", .requiresConfirmed(.administer), tag: "mail", "Delete an email",
            credentials: true
        ) { _, context in try await mail.delete(context.id("id"), as: context.caller()) }
    }

    private func own(_ context: GatewayContext) async throws -> OwnMailBody {
        let settings = try await mail.settings(as: context.caller())
        return OwnMailBody(isEnabled: mail.isEnabled, isConfirmed: settings.isConfirmed, kinds: settings.kinds.sorted())
    }
}
