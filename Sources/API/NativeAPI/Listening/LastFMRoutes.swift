import Accounts
package import HTTPSupport
import HTTPTypes
import Hummingbird
package import Listening
import Primitives

/// The caller's account at Last.fm, or at a server that speaks its API, and the server's registration there, for admins.
/// No session key and no secret is ever shown.
package struct LastFMRoutes: Sendable {
    private let scrobbles: ScrobbleService
    private let consents: ScrobbleConsentService
    private let application: ScrobbleApplicationService

    package init(
        scrobbles: ScrobbleService, consents: ScrobbleConsentService, application: ScrobbleApplicationService
    ) {
        self.scrobbles = scrobbles
        self.consents = consents
        self.application = application
    }

    package var endpoints: [Endpoint] {
        let (root, settings) = ("/api/v1/me/scrobbling/lastfm", "/api/v1/settings/lastfm")
        let reply = Endpoint.Reply.json(.ok, .named("Scrobbling"))
        return [
            Endpoint(
                .get, root, .requires(.manageOwnAccount), tag: "me",
                "The caller's account at Last.fm, as that at the other server. consentURL: the page where the caller's consent is waited for, until an hour after it was asked for",
                reply: reply, handler: show),
            Endpoint(
                .post, root + "/consent", .requires(.manageOwnAccount), tag: "me",
                "Ask for the caller's consent. They give it at consentURL, and connect then", credentials: true,
                reply: reply, handler: begin),
            Endpoint(
                .put, root, .requires(.manageOwnAccount), tag: "me",
                "Connect the account that has given the consent: every play that is counted from now on is handed on",
                credentials: true, reply: reply, handler: connect),
            Endpoint(
                .delete, root, .requires(.manageOwnAccount), tag: "me",
                "Disconnect the account. Its session and the plays that wait are deleted", credentials: true,
                reply: .empty(.noContent), handler: disconnect),
            Endpoint(
                .put, root + "/import", .requires(.manageOwnAccount), tag: "me",
                "Import the plays that the account has there, in the background, the newest first; one that was stopped goes on where it was. Existing plays stay as they are",
                reply: reply, handler: startImport),
            Endpoint(
                .delete, root + "/import", .requires(.manageOwnAccount), tag: "me",
                "Stop the import. Imported plays stay", reply: reply, handler: stopImport),
            Endpoint(
                .get, settings, .requires(.administer), tag: "administration",
                "The server's registration at Last.fm, without its secret. failure: application where the server refuses the key or the secret, secret_lost where the secret can no longer be read",
                reply: .json(.ok, LastFMSettingsBody.schema), handler: showSettings),
            Endpoint(
                .patch, settings, .requiresConfirmed(.administer), tag: "administration",
                "Change the registration. While it is on, the server is asked whether it accepts it. With a new url the secret is given again; null removes it",
                credentials: true, body: LastFMSettingsChangeBody().schema,
                reply: .json(.ok, LastFMSettingsBody.schema), handler: editSettings),
        ]
    }

    @Sendable private func show(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let caller = try context.principal()
        return .json(
            ScrobblingBody(state: try await scrobbles.state(as: caller), consent: consents.page(for: caller)))
    }

    @Sendable private func begin(_ request: Request, _ context: GatewayContext) async throws -> Response {
        _ = try await consents.begin(as: context.principal())
        return try await show(request, context)
    }

    @Sendable private func connect(_ request: Request, _ context: GatewayContext) async throws -> Response {
        try await consents.connect(as: context.principal(), by: context.caller().actor)
        return try await show(request, context)
    }

    @Sendable private func disconnect(_ request: Request, _ context: GatewayContext) async throws -> Response {
        try await scrobbles.disconnect(as: context.principal(), by: context.caller().actor)
        return .empty()
    }

    @Sendable private func startImport(_ request: Request, _ context: GatewayContext) async throws -> Response {
        try await scrobbles.startImport(as: context.principal(), by: context.caller().actor)
        return try await show(request, context)
    }

    @Sendable private func stopImport(_ request: Request, _ context: GatewayContext) async throws -> Response {
        try await scrobbles.stopImport(as: context.principal(), by: context.caller().actor)
        return try await show(request, context)
    }

    @Sendable private func showSettings(_ request: Request, _ context: GatewayContext) async throws -> Response {
        .json(LastFMSettingsBody(state: try await application.state(as: context.principal())))
    }

    @Sendable private func editSettings(_ request: Request, _ context: GatewayContext) async throws -> Response {
        var fields = try await request.input(LastFMSettingsChangeBody())
        let change = ScrobbleApplicationChange(
            isOn: try fields.read(\.isOn), root: try fields.read(\.url), page: try fields.read(\.page),
            key: try fields.read(\.key), secret: try fields.read(\.secret).nested)
        try fields.end()
        try await application.edit(change, as: context.principal(), by: context.caller().actor)
        return try await showSettings(request, context)
    }
}

private struct LastFMSettingsChangeBody: InputBody {
    let isOn = Input<Bool?>("enabled", .flag)
    let url = Input<String?>("url", .text())
    let page = Input<String?>("page", .text())
    let key = Input<String?>("key", .text(upTo: 400))
    let secret = Input<Patch<String>>("secret", .text(upTo: 400))
}

/// The registration without its secret.
private struct LastFMSettingsBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("enabled") { $0.state.application.isOn }
        Field("url") { $0.state.application.root }
        Field("page") { $0.state.application.page }
        Field("key") { $0.state.application.key }
        Field("hasSecret") { $0.state.application.sealedSecret != nil }
        Field("failure") { $0.state.trouble }
    }

    let state: ScrobbleApplicationState
}
