package import Accounts
package import Administration
package import HTTPSupport
import Hummingbird

/// The public information about the server.
package struct ServerRoutes: Sendable {
    private let setup: SetupService
    private let rules: PasswordRules
    private let settings: SettingsService
    private let provider: IdentityProviderService
    private let version: String
    /// Whether the server sends mail.
    private let sendsMail: Bool

    package init(
        setup: SetupService, rules: PasswordRules, settings: SettingsService, provider: IdentityProviderService,
        version: String, sendsMail: Bool
    ) {
        self.setup = setup
        self.provider = provider
        self.settings = settings
        self.rules = rules
        self.version = version
        self.sendsMail = sendsMail
    }

    @TableBuilder<Endpoint> package var endpoints: [Endpoint] {
        Endpoint(
            .get, "/health", .anyone, tag: "server", "Whether the server answers", reply: HealthBody.self
        ) { _, _ in HealthBody() }
        Endpoint(
            .get, "/api/v1/server", .anyone, tag: "server", "Name, version and what a sign-in page needs",
            reply: ServerBody.self
        ) { _, context in
            ServerBody(
                settings: try await settings.current(), version: version, setupRequired: try await setup.isRequired(),
                rules: rules, sendsMail: sendsMail, proxyUser: context.origin.proxyUser,
                openID: try await provider.publicName())
        }
        Endpoint(
            .get, "/api/v1/privacy", .anyone, tag: "server",
            "The privacy policy: the admin's own, else the standard one. Paragraphs are separated by empty lines",
            parameters: [
                Endpoint.Parameter(
                    "locale", .choice(of: LocalePreference.self),
                    "The language of the standard one; en by default")
            ], reply: PrivacyBody.self
        ) { request, _ in
            let locale = try request.choice("locale", of: LocalePreference.self) ?? .english
            return PrivacyBody(policy: try await settings.privacyPolicy(in: locale.language))
        }
    }
}

private struct HealthBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("status") { _ in "ok" }
    }
}

private struct PrivacyBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("text") { $0.policy.text }
        Field("standard") { $0.policy.isStandard }
    }

    let policy: PrivacyPolicy
}

private struct ServerBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("name") { $0.settings.name }
        Field("version") { $0.version }
        Field("setupRequired") { $0.setupRequired }
        Field("registrationOpen") { $0.settings.isRegistrationOpen && !$0.setupRequired }
        Field("passwordMinLength") { $0.rules.minimumLength }
        Field("passwordMaxLength") { _ in PasswordRules.maximumLength }
        Field("sendsMail") { $0.sendsMail }
        Field("podcasts") { $0.settings.podcasts.isOn }
        Field("proxyUser") { $0.proxyUser }
        Field("openID") { $0.openID }
    }

    let settings: ServerSettings
    let version: String
    let setupRequired: Bool
    let rules: PasswordRules
    let sendsMail: Bool
    let proxyUser: String?
    /// The name of the OpenID provider, where it signs users in.
    let openID: String?
}
