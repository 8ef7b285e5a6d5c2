package import Administration
package import HTTPSupport
import Hummingbird
import Primitives
import Submissions

/// The settings that admins change while the server runs, beside those of the operator.
package struct SettingsRoutes: Sendable {
    /// The operator's settings by flag, environment or file; changing one takes a restart.
    package typealias Configuration = [(key: String, value: String?, help: String)]

    private let settings: SettingsService
    private let configuration: Configuration

    package init(settings: SettingsService, configuration: Configuration) {
        self.settings = settings
        self.configuration = configuration
    }

    package var endpoints: [Endpoint] {
        let roles = Schema.choice([Role.listener, .contributor].map(\.rawValue))
        return [
            Endpoint(
                .get, "/api/v1/settings", .requires(.administer), tag: "administration",
                "What can be set while the server runs, and what the operator has set",
                reply: .json(.ok, SettingsBody.schema), handler: show),
            Endpoint(
                .patch, "/api/v1/settings", .requiresConfirmed(.administer), tag: "administration",
                "Change settings. journalDays: for how long the journal is kept, at least 30, null for good; sharingDays: how long a share lasts at most, null for no bound; linksOpen: whether people may import by link; linkHosts: from these hosts alone (example.org, *.example.org, example.org:8443), none for all that are public; linkNetworks: addresses that are reached although they are not public (192.168.1.0/24, 192.168.1.5:8080); splitArtists: whether names in tags that stand for several artists become these; privacyPolicy: the text, empty for the standard one",
                body: .object(
                    required: [],
                    optional: [
                        ("name", .text), ("registrationOpen", .flag), ("registrationRole", roles),
                        ("journalDays", .nullable(.integer)), ("sharingOpen", .flag),
                        ("sharingDays", .nullable(.integer)),
                        ("linksOpen", .flag), ("linkHosts", .array(.text)),
                        ("linkNetworks", .array(.text)), ("splitArtists", .flag), ("privacyPolicy", .text),
                    ]),
                reply: .json(.ok, SettingsBody.schema), handler: edit),
        ]
    }

    @Sendable private func show(_ request: Request, _ context: GatewayContext) async throws -> Response {
        .json(SettingsBody(settings: try await settings.get(as: context.caller()), configuration: configuration))
    }

    @Sendable private func edit(_ request: Request, _ context: GatewayContext) async throws -> Response {
        var fields = try await request.jsonFields(upTo: 256 * 1024)
        var change = SettingsChange(
            name: try fields.optionalText("name"), isRegistrationOpen: try fields.optionalFlag("registrationOpen"),
            registrationRole: try fields.optionalChoice("registrationRole", of: Role.self))
        switch fields.presence(of: "journalDays") {
        case .absent: break
        case .null: change.journalDays = .some(nil)
        case .value: change.journalDays = Int(try fields.integer("journalDays", in: GatewaySettings.journalDays))
        }
        change.isSharingOpen = try fields.optionalFlag("sharingOpen")
        switch fields.presence(of: "sharingDays") {
        case .absent: break
        case .null: change.sharingDays = .some(nil)
        case .value: change.sharingDays = Int(try fields.integer("sharingDays", in: GatewaySettings.sharingDays))
        }
        change.areLinksOpen = try fields.optionalFlag("linksOpen")
        change.linkHosts = try lines("linkHosts", &fields)
        change.linkNetworks = try lines("linkNetworks", &fields)
        change.splitsArtists = try fields.optionalFlag("splitArtists")
        change.privacyPolicy = try fields.optionalText("privacyPolicy", upTo: PrivacyPolicy.limit * 4)
        try fields.end()
        return .json(
            SettingsBody(settings: try await settings.edit(change, as: context.caller()), configuration: configuration))
    }

    private func lines(_ name: String, _ fields: inout JSONFields) throws(DomainError) -> [String]? {
        guard fields.presence(of: name) == .value else { return nil }
        return try fields.texts(name, count: LinkRules.longest, eachUpTo: 300)
    }
}

private struct SettingsBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("name") { $0.settings.name }
        Field("registrationOpen") { $0.settings.isRegistrationOpen }
        Field("registrationRole", .choice(Role.assignable.map(\.rawValue))) { $0.settings.registrationRole.rawValue }
        Field(nullable: "journalDays") { $0.settings.journalDays }
        Field("sharingOpen") { $0.settings.isSharingOpen }
        Field(nullable: "sharingDays") { $0.settings.sharingDays }
        Field("linksOpen") { $0.settings.links.isEnabled }
        Field("linkHosts") { $0.settings.links.hosts.map(\.text) }
        Field("linkNetworks") { $0.settings.links.networks.map(\.text) }
        Field("splitArtists") { $0.settings.splitsArtists }
        Field("privacyPolicy") { $0.settings.privacyPolicy }
        Field("configuration", each: { $0.configuration }) {
            Field("key") { $0.key }
            Field("value") { $0.value }
            Field("help") { $0.help }
        }
    }

    let settings: GatewaySettings
    let configuration: SettingsRoutes.Configuration
}

/// Lets admins accept the machine's clock and allow stopped cleanups.
package struct UpkeepRoutes: Sendable {
    private let upkeep: UpkeepService

    package init(upkeep: UpkeepService) {
        self.upkeep = upkeep
    }

    package var endpoints: [Endpoint] {
        [
            Endpoint(
                .post, "/api/v1/clock/acceptance", .requiresConfirmed(.administer), tag: "administration",
                "Take the machine's clock for right after a leap: days, expiries and cleanups follow it from then on",
                reply: .empty(.noContent), handler: acceptClock),
            Endpoint(
                .post, "/api/v1/cleanups/{id}/allowance", .requiresConfirmed(.administer), tag: "administration",
                "Let the next runs of a cleanup that was stopped remove as much as they find",
                reply: .empty(.noContent), handler: allowCleanup),
        ]
    }

    @Sendable private func acceptClock(_ request: Request, _ context: GatewayContext) async throws -> Response {
        try await upkeep.acceptClock(as: context.caller())
        return .empty()
    }

    @Sendable private func allowCleanup(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let name: ID<CleanupKind> = try context.id("id")
        guard let kind = CleanupKind(rawValue: name.rawValue) else {
            throw DomainError.notFound("There is no such cleanup")
        }
        try await upkeep.allowCleanup(kind, as: context.caller())
        return .empty()
    }
}
