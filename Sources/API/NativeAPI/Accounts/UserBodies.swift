import Accounts
import HTTPSupport
import Hummingbird
import Primitives

/// A new account. Without a role it is a contributor's.
struct UserDraftBody: InputBody {
    let username = Input<String>("username", .text())
    let displayName = Input<String?>("displayName", .text())
    let email = Input<String?>("email", .text())
    let role = Input<Role?>("role", .choice(among: Role.assignable))
    let password = Input<String?>("password", .password)
    let plan = Input<ID<Plan>?>("plan", .id())
    let libraries = Input<Patch<[String]>>("libraries", .libraries)
    let includesExplicit = Input<Bool?>("explicit", .flag)

    func read(_ request: Request) async throws -> UserDraft {
        try await request.read(self, upTo: 16 * 1024) { fields in
            try UserDraft(
                username: fields.read(\.username), displayName: fields.read(\.displayName), email: fields.read(\.email),
                role: fields.read(\.role) ?? .contributor, password: fields.read(\.password),
                libraries: (fields.read(\.libraries).scope ?? .everything).including(
                    explicit: fields.read(\.includesExplicit) ?? true), plan: fields.read(\.plan))
        }
    }
}

/// A change of an account.
struct UserChangeBody: InputBody {
    let role = Input<Role?>("role", .choice(among: Role.assignable))
    let disabled = Input<Bool?>("disabled", .flag)
    let displayName = Input<String?>("displayName", .text())
    let email = Input<String?>("email", .text())
    let libraries = Input<Patch<[String]>>("libraries", .libraries)
    let maximumBitrate = Input<Patch<Int>>("maximumBitrate", .integer(in: 0...1_000_000))
    let plan = Input<Patch<ID<Plan>>>("plan", .id())
    let includesExplicit = Input<Bool?>("explicit", .flag)

    func read(_ request: Request) async throws -> UserChange {
        try await request.read(self) { fields in
            try UserChange(
                role: fields.read(\.role), disabled: fields.read(\.disabled), displayName: fields.read(\.displayName),
                email: fields.read(\.email), libraries: fields.read(\.libraries).scope,
                includesExplicit: fields.read(\.includesExplicit), maximumBitrate: fields.read(\.maximumBitrate).nested,
                plan: fields.read(\.plan).nested)
        }
    }
}

extension InputKind where Value == [String] {
    /// The libraries that an account sees.
    static var libraries: Self { .texts(upTo: 1000) }
}

extension Patch where Value == [String] {
    /// Nil when the field is absent; null stands for all libraries.
    fileprivate var scope: LibraryScope? {
        switch self {
        case .absent: nil
        case .null: .everything
        case .value(let libraries): .only(Set(libraries))
        }
    }
}

/// An account as admins see it.
struct UserBody: ObjectBody {
    static let component: String? = "User"
    static let fields = Fields<Self> {
        Field("id") { $0.user.id.rawValue }
        Field("username") { $0.user.username.text }
        Field("displayName") { $0.user.displayName }
        Field("email") { $0.user.email?.text }
        Field("role", .choice(Role.assignable.map(\.rawValue))) { $0.user.role.rawValue }
        Field("disabled") { $0.user.disabled }
        Field("picture") { $0.user.picture.map(ImagePath.text) }
        Field("createdAt") { $0.user.createdAt }
        Field("lastSeenAt") { $0.user.lastSeenAt }
        Field("passwordSet") { $0.user.passwordHash != nil }
        Field("twoFactor") { $0.user.hasTwoFactor }
        Field("libraries") { $0.user.libraries }
        Field("explicit") { $0.user.libraries.includesExplicit }
        Field("maximumBitrate") { $0.user.maximumBitrate }
        Field("planId") { $0.user.plan?.rawValue }
        Field("plan") { $0.user.terms.name }
    }

    let user: User
}

/// An account link's address, shown only once.
struct LinkedBody: ObjectBody {
    static let component: String? = "Link"
    static let fields = Fields<Self> {
        Field("url") { "\($0.origin)/welcome#\($0.link.token)" }
        Field("expiresAt") { $0.link.link.expiresAt }
    }

    let link: IssuedLink
    let origin: String
}

struct CreatedUserBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("user") { UserBody(user: $0.user) }
        Field("link") { $0.link }
    }

    let user: User
    let link: LinkedBody?
}
