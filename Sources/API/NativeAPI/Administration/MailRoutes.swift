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
                "Ask for a link to choose a new password; it goes to the account's confirmed address, if there is one. The answer is the same for everybody",
                body: .object(required: [("identity", .text)], optional: []), reply: .empty(.accepted),
                handler: requestReset),
            Endpoint(
                .post, "/api/v1/email-confirmation", .anyone, tag: "session",
                "Confirm an address by the token of an email",
                body: .object(required: [("token", .text)], optional: []), reply: .empty(.noContent),
                handler: confirm),
            Endpoint(
                .post, "/api/v1/email-undo", .anyone, tag: "session",
                "Put an address back by the token of the email that it got when it was changed: whoever is signed in to the account is signed out, its tokens and device keys end. passwordToken: of a link to choose a new password (/links/password), where the address had been confirmed",
                body: .object(required: [("token", .text)], optional: []),
                reply: .json(.ok, EmailUndoneBody.schema), handler: undo),
        ]
    }

    private var own: [Endpoint] {
        let kinds: [(String, Schema)] = [("kinds", .array(.choice(Self.kinds)))]
        return [
            Endpoint(
                .get, "/api/v1/me/mail", .requires(.manageOwnAccount), tag: "me",
                "Whether the own address is confirmed, and which notifications go there",
                reply: .json(.ok, OwnMailBody.schema), handler: settings),
            Endpoint(
                .put, "/api/v1/me/mail", .requires(.manageOwnAccount), tag: "me",
                "Have these notifications sent to the own address, once it is confirmed",
                body: .object(required: kinds, optional: []), reply: .json(.ok, OwnMailBody.schema), handler: choose),
            Endpoint(
                .post, "/api/v1/me/mail/confirmation", .requires(.manageOwnAccount), tag: "me",
                "Send an email by which the own address is confirmed", credentials: true, reply: .empty(.accepted),
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
                "Letters that wait or were given up, newest first", parameters: .paging,
                reply: .json(.ok, .page(of: .named("Letter"))), handler: outbox),
            Endpoint(
                .get, "/api/v1/mail/status", .requires(.administer), tag: "mail",
                "Whether there is a mail server, and how many emails wait", reply: .json(.ok, MailStatusBody.schema),
                handler: status),
            Endpoint(
                .post, "/api/v1/mail/test", .requiresConfirmed(.administer), tag: "mail",
                "Send an email to the own address", reply: .empty(.accepted), handler: test),
            Endpoint(
                .post, "/api/v1/mail/{id}/retry", .requiresConfirmed(.administer), tag: "mail",
                "Try an email again at once", reply: .empty(.accepted), handler: retry),
            Endpoint(
                .delete, "/api/v1/mail/{id}", .requiresConfirmed(.administer), tag: "mail", "Throw an email away",
                credentials: true,
                reply: .empty(.noContent), handler: delete),
        ]
    }

    @Sendable private func requestReset(_ request: Request, _ context: GatewayContext) async throws -> Response {
        var fields = try await request.jsonFields()
        let identity = try fields.text("identity", upTo: 320)
        try fields.end()
        try mail.requestReset(of: identity, from: context.remoteAddress)
        return .empty(.accepted)
    }

    @Sendable private func confirm(_ request: Request, _ context: GatewayContext) async throws -> Response {
        var fields = try await request.jsonFields()
        let token = try fields.text("token", upTo: 256)
        try fields.end()
        try await mail.confirm(token: token, from: context.remoteAddress)
        return .empty()
    }

    @Sendable private func undo(_ request: Request, _ context: GatewayContext) async throws -> Response {
        var fields = try await request.jsonFields()
        let token = try fields.text("token", upTo: 256)
        try fields.end()
        return .json(EmailUndoneBody(token: try await undos.undo(token: token, from: context.remoteAddress)))
    }

    @Sendable private func settings(_ request: Request, _ context: GatewayContext) async throws -> Response {
        try await own(context)
    }

    @Sendable private func choose(_ request: Request, _ context: GatewayContext) async throws -> Response {
        var fields = try await request.jsonFields()
        let names = try fields.texts("kinds", count: Self.kinds.count)
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
        let page = try await mail.letters(request.pageRequest(), as: context.caller())
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

/// An email that waits or was given up: its recipient and the mail server's answer, never its content.
struct OutboxEmailBody: ObjectBody {
    static let component: String? = "Letter"
    static let fields = Fields<Self> {
        Field("id") { $0.email.id.rawValue }
        Field("to") { $0.email.recipient }
        Field("kind") { $0.email.kind }
        Field("state") { $0.email.state }
        Field("attempts") { $0.email.attempts }
        Field("createdAt") { $0.email.createdAt }
        Field("nextAt") { $0.email.state == .waiting ? $0.email.nextAt : nil }
        Field("failure") { $0.email.failure }
    }

    let email: Email
}

struct MailStatusBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("enabled") { $0.isEnabled }
        Field("waiting") { $0.waiting }
        Field("failed") { $0.failed }
    }

    let isEnabled: Bool
    let waiting: Int
    let failed: Int
}

/// The emails that the caller receives.
struct OwnMailBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("enabled") { $0.isEnabled }
        Field("confirmed") { $0.isConfirmed }
        Field("kinds") { $0.kinds }
    }

    let isEnabled: Bool
    let isConfirmed: Bool
    let kinds: [String]
}

struct EmailUndoneBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("passwordToken") { $0.token }
    }

    /// The token of a link to choose a new password.
    let token: String?
}
