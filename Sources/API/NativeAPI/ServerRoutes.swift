package import Accounts
package import Administration
package import HTTPSupport
import Hummingbird

/// The public information about the server.
package enum ServerRoutes {
    /// - Parameter sendsMail: whether the server sends mail.
    @TableBuilder<Endpoint>
    package static func endpoints(
        setup: SetupService, rules: PasswordRules, settings: SettingsService, provider: IdentityProviderService,
        version: String, sendsMail: Bool
    ) -> [Endpoint] {
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
            ], reply: PrivacyPolicy.self
        ) { request, _ in
            let locale = try request.choice("locale", of: LocalePreference.self) ?? .english
            return try await settings.privacyPolicy(in: locale.language)
        }
    }
}

private struct HealthBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("status") { _ in "ok" }
    }
}

extension PrivacyPolicy: ObjectBody {
    package static let fields = Fields<Self> {
        Field("text") { $0.text }
        Field("standard") { $0.isStandard }
    }
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
