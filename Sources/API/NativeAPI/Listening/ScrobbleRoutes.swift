import Accounts
package import HTTPSupport
import Hummingbird
package import Listening
import Primitives

/// The caller's account at the server in ListenBrainz's shape that plays are handed on to. Its token is taken and never
/// shown.
package struct ScrobbleRoutes: Sendable {
    private static let token = Input<String>("token", .text(upTo: 1024))

    private let scrobbles: ScrobbleService
    private let tokens: ScrobbleTokenService

    package init(scrobbles: ScrobbleService, tokens: ScrobbleTokenService) {
        self.scrobbles = scrobbles
        self.tokens = tokens
    }

    package var endpoints: [Endpoint] { account.endpoints + own }

    private var account: ScrobbleAccountRows {
        ScrobbleAccountRows(
            scrobbles: scrobbles, path: "/api/v1/me/scrobbling",
            summary:
                "The caller's account at the server that plays are handed on to. server: absent where it is switched off; pause: the reason why nothing is handed on until the caller connects again; elsewhere: the token was given for another server; failure and retriesAt: the trouble since the last success",
            disconnecting: "Disconnect the account. Its token and the plays that wait are deleted",
            importing:
                "Import the listens that the account has there, in the background, the newest first; one that was stopped goes on where it was. Existing plays stay as they are, so doing it again duplicates nothing"
        )
    }

    @TableBuilder<Endpoint> private var own: [Endpoint] {
        let path = account.path
        Endpoint(
            .put, path, .requires(.manageOwnAccount), tag: "me",
            "Connect the account whose token this is: every play that is counted from now on is handed on. The server is asked whose token it is",
            credentials: true, body: Self.token.schema, reply: ScrobblingBody.self
        ) { request, context in
            let token = try await request.read(Self.token, upTo: 4096)
            try await tokens.connect(token, as: context.principal(), by: context.caller().actor)
            return try await account.body(context)
        }
        Endpoint(
            .put, path + "/history", .requires(.manageOwnAccount), tag: "me",
            "Hand on what was played before the connection too, in the background, the newest first; one that was stopped goes on where it was",
            credentials: true, reply: ScrobblingBody.self
        ) { _, context in
            try await scrobbles.startHistory(as: context.principal(), by: context.caller().actor)
            return try await account.body(context)
        }
        Endpoint(
            .delete, path + "/history", .requires(.manageOwnAccount), tag: "me",
            "Stop handing on what was played before", reply: ScrobblingBody.self
        ) { _, context in
            try await scrobbles.stopHistory(as: context.principal(), by: context.caller().actor)
            return try await account.body(context)
        }
    }
}

/// The rows of the caller's account at a service that plays are handed on to, whichever it is: show it, disconnect it,
/// and import from it.
struct ScrobbleAccountRows: Sendable {
    let scrobbles: ScrobbleService
    let path: String
    let summary: String
    let disconnecting: String
    let importing: String
    /// The page where the caller's consent is waited for.
    var consent: @Sendable (Principal) -> String? = { _ in nil }

    @TableBuilder<Endpoint> var endpoints: [Endpoint] {
        Endpoint(
            .get, path, .requires(.manageOwnAccount), tag: "me", summary, reply: ScrobblingBody.self
        ) { _, context in try await body(context) }
        Endpoint(
            .delete, path, .requires(.manageOwnAccount), tag: "me", disconnecting, credentials: true
        ) { _, context in try await scrobbles.disconnect(as: context.principal(), by: context.caller().actor) }
        Endpoint(
            .put, path + "/import", .requires(.manageOwnAccount), tag: "me", importing, reply: ScrobblingBody.self
        ) { _, context in
            try await scrobbles.startImport(as: context.principal(), by: context.caller().actor)
            return try await body(context)
        }
        Endpoint(
            .delete, path + "/import", .requires(.manageOwnAccount), tag: "me", "Stop the import. Imported plays stay",
            reply: ScrobblingBody.self
        ) { _, context in
            try await scrobbles.stopImport(as: context.principal(), by: context.caller().actor)
            return try await body(context)
        }
    }

    /// The account as it is now.
    func body(_ context: GatewayContext) async throws -> ScrobblingBody {
        let caller = try context.principal()
        return ScrobblingBody(state: try await scrobbles.state(as: caller), consent: consent(caller))
    }
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
        Field("history", ifPresent: { $0.state.link?.history }) {
            Field("state") { $0.state }
            Field("total") { $0.total }
            Field("done") { $0.done }
        }
        Field("import", ifPresent: { $0.state.link?.listens }) {
            Field("state") { $0.state }
            Field("read") { $0.read }
            Field("added") { $0.added }
            Field("unmatched") { $0.unmatched }
        }
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
    let consent: String?
}
