package import Accounts
import HTTPSupport
import Primitives

/// The page of the provider that the browser goes to.
extension BegunVisit: ObjectBody {
    package static let fields = Fields<Self> {
        Field("address") { $0.address }
    }
}

/// The fields with which the provider sends a browser back.
struct ProviderAnswerBody: InputBody {
    let state = Input<String>("state", .text(upTo: 256))
    let code = Input<String?>("code", .text(upTo: 4096))
    let issuer = Input<String?>("iss", .text())
}

/// A user of the provider who may sign in to the account.
extension IdentityLink: ObjectBody {
    package static let component: String? = "IdentityLink"
    package static let fields = Fields<Self> {
        Field("id") { $0.id.rawValue }
        Field("issuer") { $0.issuer }
        Field("name") { $0.label }
        Field("createdAt") { $0.createdAt }
        Field("lastUsedAt") { $0.lastUsedAt }
    }
}

/// The provider's settings, without the secret.
struct IdentityProviderBody: ObjectBody {
    private static let role = Schema.choice(Role.assignable.map(\.rawValue))
    static let fields = Fields<Self> {
        Field("enabled") { $0.provider.isOn }
        Field("name") { $0.provider.name }
        Field("issuer") { $0.provider.issuer }
        Field("clientId") { $0.provider.clientID }
        Field("hasSecret") { $0.provider.sealedSecret != nil }
        Field("secretLost") { $0.state.isSecretLost }
        Field("scopes") { $0.provider.scopes }
        Field("groupsClaim") { $0.provider.groupsClaim }
        Field("makesAccounts") { $0.provider.makesAccounts }
        Field("linksByEmail") { $0.provider.linksByEmail }
        Field("trustsSecondFactor") { $0.provider.trustsSecondFactor }
        Field("role", .nullable(role)) { $0.provider.role?.rawValue }
        Field("groups", each: { $0.provider.groups }) {
            Field("group") { $0.group }
            Field("role", .nullable(.choice(Role.assignable.map(\.rawValue)))) { $0.role?.rawValue }
            Field("libraries") { $0.libraries?.sorted() }
        }
        Field("rolesWithoutPassword", .array(role)) {
            $0.provider.rolesWithoutPassword.map(\.rawValue).sorted()
        }
        Field("returnURL") { $0.origin + OpenIDRoutes.page }
        Field("logoutURL") { $0.origin + "/api/v1/session/openid/logout" }
    }

    let state: IdentityProviderState
    /// The address of this server.
    let origin: String

    private var provider: IdentityProvider { state.provider }
}

private struct GroupRuleInput: InputBody {
    let group = Input<String>("group", .text())
    let role = Input<Role?>("role", .choice(among: Role.assignable))
    let libraries = Input<[String]?>("libraries", .texts(upTo: 1000))
}

/// An admin's changes of the provider.
struct IdentityProviderChangeBody: InputBody {
    let isOn = Input<Bool?>("enabled", .flag)
    let name = Input<String?>("name", .text())
    let issuer = Input<String?>("issuer", .text())
    let clientID = Input<String?>("clientId", .text())
    let secret = Input<Patch<String>>("secret", .text())
    let scopes = Input<[String]?>("scopes", .texts(upTo: 100, eachUpTo: 1024))
    let groupsClaim = Input<String?>("groupsClaim", .text())
    let makesAccounts = Input<Bool?>("makesAccounts", .flag)
    let linksByEmail = Input<Bool?>("linksByEmail", .flag)
    let trustsSecondFactor = Input<Bool?>("trustsSecondFactor", .flag)
    let role = Input<Patch<Role>>("role", .choice(among: Role.assignable))
    private let groups = Input<[InputFields<GroupRuleInput>]?>("groups", .objects(of: GroupRuleInput(), upTo: 1000))
    let rolesWithoutPassword = Input<[String]?>(
        "rolesWithoutPassword", .texts(upTo: Role.allCases.count, as: .choice(Role.assignable.map(\.rawValue))))

    static func read(_ fields: inout InputFields<Self>) throws(DomainError) -> IdentityProviderChange {
        var change = IdentityProviderChange(isOn: try fields.read(\.isOn))
        change.name = try fields.read(\.name)
        change.issuer = try fields.read(\.issuer)
        change.clientID = try fields.read(\.clientID)
        change.secret = try fields.read(\.secret).nested
        change.scopes = try fields.read(\.scopes)
        change.groupsClaim = try fields.read(\.groupsClaim)
        change.makesAccounts = try fields.read(\.makesAccounts)
        change.linksByEmail = try fields.read(\.linksByEmail)
        change.trustsSecondFactor = try fields.read(\.trustsSecondFactor)
        change.role = try fields.read(\.role).nested
        if let rules = try fields.read(\.groups) {
            var groups: [GroupRule] = []
            for var rule in rules {
                groups.append(
                    GroupRule(
                        group: try rule.read(\.group), role: try rule.read(\.role),
                        libraries: try rule.read(\.libraries).map(Set.init)))
                try rule.end()
            }
            change.groups = groups
        }
        change.rolesWithoutPassword = try fields.read(\.rolesWithoutPassword).map { names throws(DomainError) in
            try Role.named(names, field: "rolesWithoutPassword")
        }
        return change
    }
}

extension Role {
    /// Throws `invalid` for a name that no role has.
    static func named(_ names: [String], field: String) throws(DomainError) -> Set<Role> {
        try Set(named: names, field: field) { _ in "There is no role of this name" }
    }
}
