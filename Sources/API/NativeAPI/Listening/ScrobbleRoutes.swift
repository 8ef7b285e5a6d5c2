import Accounts
package import HTTPSupport
import HTTPTypes
import Hummingbird
package import Listening
import Primitives

/// The caller's account at the server in ListenBrainz's shape that plays are handed on to. Its token is taken and never
/// shown.
package struct ScrobbleRoutes: Sendable {
    private let scrobbles: ScrobbleService
    private let tokens: ScrobbleTokenService

    package init(scrobbles: ScrobbleService, tokens: ScrobbleTokenService) {
        self.scrobbles = scrobbles
        self.tokens = tokens
    }

    package var endpoints: [Endpoint] {
        let root = "/api/v1/me/scrobbling"
        let reply = Endpoint.Reply.json(.ok, .named("Scrobbling"))
        return [
            Endpoint(
                .get, root, .requires(.manageOwnAccount), tag: "me",
                "The caller's account at the server that plays are handed on to. server: absent where it is switched off; pause: the reason why nothing is handed on until the caller connects again; elsewhere: the token was given for another server; failure and retriesAt: the trouble since the last success",
                reply: reply, handler: show),
            Endpoint(
                .put, root, .requires(.manageOwnAccount), tag: "me",
                "Connect the account whose token this is: every play that is counted from now on is handed on. The server is asked whose token it is",
                credentials: true, body: ScrobbleTokenBody().schema, reply: reply, handler: connect),
            Endpoint(
                .delete, root, .requires(.manageOwnAccount), tag: "me",
                "Disconnect the account. Its token and the plays that wait are deleted", credentials: true,
                reply: .empty(.noContent), handler: disconnect),
            Endpoint(
                .put, root + "/history", .requires(.manageOwnAccount), tag: "me",
                "Hand on what was played before the connection too, in the background, the newest first; one that was stopped goes on where it was",
                credentials: true, reply: reply, handler: startHistory),
            Endpoint(
                .delete, root + "/history", .requires(.manageOwnAccount), tag: "me",
                "Stop handing on what was played before", reply: reply, handler: stopHistory),
            Endpoint(
                .put, root + "/import", .requires(.manageOwnAccount), tag: "me",
                "Import the listens that the account has there, in the background, the newest first; one that was stopped goes on where it was. Existing plays stay as they are, so doing it again duplicates nothing",
                reply: reply, handler: startImport),
            Endpoint(
                .delete, root + "/import", .requires(.manageOwnAccount), tag: "me",
                "Stop the import. Imported plays stay", reply: reply, handler: stopImport),
        ]
    }

    @Sendable private func show(_ request: Request, _ context: GatewayContext) async throws -> Response {
        .json(ScrobblingBody(state: try await scrobbles.state(as: context.principal())))
    }

    @Sendable private func connect(_ request: Request, _ context: GatewayContext) async throws -> Response {
        var fields = try await request.input(ScrobbleTokenBody(), upTo: 4096)
        let token = try fields.read(\.token)
        try fields.end()
        try await tokens.connect(token, as: context.principal(), by: context.caller().actor)
        return try await show(request, context)
    }

    @Sendable private func disconnect(_ request: Request, _ context: GatewayContext) async throws -> Response {
        try await scrobbles.disconnect(as: context.principal(), by: context.caller().actor)
        return .empty()
    }

    @Sendable private func startHistory(_ request: Request, _ context: GatewayContext) async throws -> Response {
        try await scrobbles.startHistory(as: context.principal(), by: context.caller().actor)
        return try await show(request, context)
    }

    @Sendable private func stopHistory(_ request: Request, _ context: GatewayContext) async throws -> Response {
        try await scrobbles.stopHistory(as: context.principal(), by: context.caller().actor)
        return try await show(request, context)
    }

    @Sendable private func startImport(_ request: Request, _ context: GatewayContext) async throws -> Response {
        try await scrobbles.startImport(as: context.principal(), by: context.caller().actor)
        return try await show(request, context)
    }

    @Sendable private func stopImport(_ request: Request, _ context: GatewayContext) async throws -> Response {
        try await scrobbles.stopImport(as: context.principal(), by: context.caller().actor)
        return try await show(request, context)
    }
}

private struct ScrobbleTokenBody: InputBody {
    let token = Input<String>("token", .text(upTo: 1024))
}

/// The caller's link, without its token.
struct ScrobblingBody: ObjectBody {
    static let component: String? = "Scrobbling"
    static let fields = Fields<Self> {
        Field("server") { $0.state.server }
        Field("consentURL") { $0.consent }
        Field("connected") { $0.state.link != nil }
        Field("name") { $0.state.link?.name }
        Field("connectedAt") { $0.state.link?.connectedAt }
        Field("elsewhere") { $0.state.isElsewhere }
        Field("pause") { $0.state.link?.pause }
        Field("waiting") { $0.state.waiting }
        Field("handedOn") { $0.state.link?.total ?? 0 }
        Field("lastAt") { $0.state.link?.lastAt }
        Field("failure") { $0.state.link?.trouble }
        Field("retriesAt") { $0.state.link?.retryAt }
        Field("history") { $0.state.link?.history.map(ScrobbleHistoryBody.init) }
        Field("import") { $0.state.link?.listens.map(ListenImportBody.init) }
        Field("refused") { $0.state.refused }
        Field("lastRefused", each: { $0.state.lastRefused }) {
            Field("title") { $0.title }
            Field("artist") { $0.artist }
            Field("playedAt") { $0.playedAt }
            Field("reason") { $0.reason }
        }
    }

    let state: ScrobbleState
    /// The page where the caller is waited for.
    var consent: String?
}

/// The way through the plays from before the connection.
private struct ScrobbleHistoryBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("state") { $0.history.state }
        Field("total") { $0.history.total }
        Field("done") { $0.history.done }
    }

    let history: ScrobbleHistory
}

/// The import of listens.
private struct ListenImportBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("state") { $0.listens.state }
        Field("read") { $0.listens.read }
        Field("added") { $0.listens.added }
        Field("unmatched") { $0.listens.unmatched }
    }

    let listens: ListenImport
}
