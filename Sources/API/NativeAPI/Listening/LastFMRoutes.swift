import Accounts
package import HTTPSupport
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

    package var endpoints: [Endpoint] { account.endpoints + own }

    private var account: ScrobbleAccountRows {
        ScrobbleAccountRows(
            scrobbles: scrobbles, path: "/api/v1/me/scrobbling/lastfm",
            summary:
                "The caller's account at Last.fm, as that at the other server. consentURL: the page where the caller's consent is waited for, until an hour after it was asked for",
            disconnecting: "Disconnect the account. Its session and the plays that wait are deleted",
            importing:
                "Import the plays that the account has there, in the background, the newest first; one that was stopped goes on where it was. Existing plays stay as they are",
            consent: consents.page(for:))
    }

    @TableBuilder<Endpoint> private var own: [Endpoint] {
        let (path, settings) = (account.path, "/api/v1/settings/lastfm")
        Endpoint(
            .post, path + "/consent", .requires(.manageOwnAccount), tag: "me",
            "Ask for the caller's consent. They give it at consentURL, and connect then", credentials: true,
            reply: ScrobblingBody.self
        ) { _, context in
            _ = try await consents.begin(as: context.principal())
            return try await account.body(context)
        }
        Endpoint(
            .put, path, .requires(.manageOwnAccount), tag: "me",
            "Connect the account that has given the consent: every play that is counted from now on is handed on",
            credentials: true, reply: ScrobblingBody.self
        ) { _, context in
            try await consents.connect(as: context.principal(), by: context.caller().actor)
            return try await account.body(context)
        }
        Endpoint(
            .get, settings, .requires(.administer), tag: "administration",
            "The server's registration at Last.fm, without its secret. failure: application where the server refuses the key or the secret, secret_lost where the secret can no longer be read",
            reply: ScrobbleApplicationState.self
        ) { _, context in try await application.state(as: context.principal()) }
        Endpoint(
            .patch, settings, .requiresConfirmed(.administer), tag: "administration",
            "Change the registration. While it is on, the server is asked whether it accepts it. With a new url the secret is given again; null removes it",
            credentials: true, body: LastFMSettingsChangeBody().schema, reply: ScrobbleApplicationState.self
        ) { request, context in
            let change = try await request.read(LastFMSettingsChangeBody()) { fields in
                try ScrobbleApplicationChange(
                    isOn: fields.read(\.isOn), root: fields.read(\.url), page: fields.read(\.page),
                    key: fields.read(\.key), secret: fields.read(\.secret).nested)
            }
            try await application.edit(change, as: context.principal(), by: context.caller().actor)
            return try await application.state(as: context.principal())
        }
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
extension ScrobbleApplicationState: ObjectBody {
    package static let fields = Fields<Self> {
        Field("enabled") { $0.application.isOn }
        Field("url") { $0.application.root }
        Field("page") { $0.application.page }
        Field("key") { $0.application.key }
        Field("hasSecret") { $0.application.sealedSecret != nil }
        Field("failure") { $0.trouble }
    }
}
