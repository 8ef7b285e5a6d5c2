package import Accounts
package import HTTPSupport
import HTTPTypes
import Hummingbird
package import Journal
package import Messaging
import Primitives

/// Email: forgotten passwords, the caller's own address, and the outbox.
package struct MailRoutes: Sendable {
    private let mail: MailService
    private let users: UserAdministrationService
    private let undos: EmailUndoService

    package init(mail: MailService, users: UserAdministrationService, undos: EmailUndoService) {
        self.mail = mail
        self.users = users
        self.undos = undos
    }

    package var endpoints: [Endpoint] { open + own + administration }

    private var open: [Endpoint] {
        [
            Endpoint(
                .post, "/api/v1/password-reset", .anyone, tag: "session",
                "Request a link to choose a new password; it is sent to the account's confirmed address, if there is one. The response is always the same",
                body: PasswordResetBody().schema, reply: .empty(.accepted), handler: requestReset),
            Endpoint(
                .post, "/api/v1/email-confirmation", .anyone, tag: "session",
                "Confirm an address by the token of an email",
                body: LinkTokenBody().schema, reply: .empty(.noContent), handler: confirm),
            Endpoint(
                .post, "/api/v1/email-undo", .anyone, tag: "session",
                "Restore the previous address by the token of the email that was sent to it when it was changed: all sessions, tokens and device keys of the account end. passwordToken: for choosing a new password (/links/password), if the address had been confirmed",
                body: LinkTokenBody().schema, reply: .json(.ok, EmailUndoneBody.schema), handler: undo),
        ]
    }

    private var own: [Endpoint] {
        [
            Endpoint(
                .get, "/api/v1/me/mail", .requires(.manageOwnAccount), tag: "me",
                "Whether the caller's address is confirmed, and the notifications that are sent to it",
                reply: .json(.ok, OwnMailBody.schema), handler: settings),
            Endpoint(
                .put, "/api/v1/me/mail", .requires(.manageOwnAccount), tag: "me",
                "Have these notifications sent to the caller's address, once it is confirmed",
                body: MailChoiceBody().schema, reply: .json(.ok, OwnMailBody.schema), handler: choose),
            Endpoint(
                .post, "/api/v1/me/mail/confirmation", .requires(.manageOwnAccount), tag: "me",
                "Send an email to confirm the caller's address", credentials: true, reply: .empty(.accepted),
                handler: sendConfirmation),
        ]
    }

    /// The kinds of notifications, and for admins the daily overview.
    static let kinds = NotificationKind.allCases.map(\.rawValue) + [OverviewReader.kind]

    private var administration: [Endpoint] {
        [
            Endpoint(
                .post, "/api/v1/users/{id}/link/mail", .requiresConfirmed(.manageUsers), tag: "users",
                "Send a user a single-use link to choose a password", credentials: true, reply: .empty(.accepted),
                handler: sendLink),
            Endpoint(
                .get, "/api/v1/mail", .requires(.administer), tag: "mail",
                "Emails that wait or have failed, newest first", parameters: .paging,
                reply: .json(.ok, .page(of: .named("Letter"))), handler: outbox),
            Endpoint(
                .get, "/api/v1/mail/status", .requires(.administer), tag: "mail",
                "Whether there is a mail server, and how many emails wait", reply: .json(.ok, MailStatusBody.schema),
                handler: status),
            Endpoint(
                .post, "/api/v1/mail/test", .requiresConfirmed(.administer), tag: "mail",
                "Send a test email to the caller's address", reply: .empty(.accepted), handler: test),
            Endpoint(
                .post, "/api/v1/mail/{id}/retry", .requiresConfirmed(.administer), tag: "mail",
                "Retry an email at once", reply: .empty(.accepted), handler: retry),
            Endpoint(
                .delete, "/api/v1/mail/{id}", .requiresConfirmed(.administer), tag: "mail", "Delete an email",
                credentials: true,
                reply: .empty(.noContent), handler: delete),
        ]
    }

    @Sendable private func requestReset(_ request: Request, _ context: GatewayContext) async throws -> Response {
        var fields = try await request.input(PasswordResetBody())
        let identity = try fields.read(\.identity)
        try fields.end()
        try mail.requestReset(of: identity, from: context.remoteAddress)
        return .empty(.accepted)
    }

    @Sendable private func confirm(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let token = try await LinkTokenBody().read(request)
        try await mail.confirm(token: token, from: context.remoteAddress)
        return .empty()
    }

    @Sendable private func undo(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let token = try await LinkTokenBody().read(request)
        return .json(EmailUndoneBody(token: try await undos.undo(token: token, from: context.remoteAddress)))
    }

    @Sendable private func settings(_ request: Request, _ context: GatewayContext) async throws -> Response {
        try await own(context)
    }

    @Sendable private func choose(_ request: Request, _ context: GatewayContext) async throws -> Response {
        var fields = try await request.input(MailChoiceBody())
        let names = try fields.read(\.kinds)
        try fields.end()
        guard let unknown = names.first(where: { !Self.kinds.contains($0) }) else {
            try await mail.mail(Set(names), as: context.caller())
            return try await own(context)
        }
        throw DomainError.invalid("There is no notification \(unknown.prefix(64))", field: "kinds")
    }

    @Sendable private func sendConfirmation(_ request: Request, _ context: GatewayContext) async throws -> Response {
        try await mail.sendConfirmation(as: context.caller())
        return .empty(.accepted)
    }

    @Sendable private func sendLink(_ request: Request, _ context: GatewayContext) async throws -> Response {
        try await mail.sendLink(to: context.id("id"), as: context.caller(), using: users)
        return .empty(.accepted)
    }

    @Sendable private func outbox(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let page = try await mail.emails(request.pageRequest(), as: context.caller())
        return .json(PageBody(page.map(OutboxEmailBody.init)))
    }

    @Sendable private func status(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let counts = try await mail.counts(as: context.caller())
        return .json(MailStatusBody(isEnabled: mail.isEnabled, waiting: counts.waiting, failed: counts.failed))
    }

    @Sendable private func test(_ request: Request, _ context: GatewayContext) async throws -> Response {
        try await mail.sendTest(as: context.caller())
        return .empty(.accepted)
    }

    @Sendable private func retry(_ request: Request, _ context: GatewayContext) async throws -> Response {
        try await mail.retry(context.id("id"), as: context.caller())
        return .empty(.accepted)
    }

    @Sendable private func delete(_ request: Request, _ context: GatewayContext) async throws -> Response {
        try await mail.delete(context.id("id"), as: context.caller())
        return .empty()
    }

    private func own(_ context: GatewayContext) async throws -> Response {
        let settings = try await mail.settings(as: context.caller())
        return .json(
            OwnMailBody(
                isEnabled: mail.isEnabled, isConfirmed: settings.isConfirmed, kinds: settings.kinds.sorted()))
    }
}
