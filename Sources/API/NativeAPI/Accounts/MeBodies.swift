import Accounts
import HTTPSupport
import Hummingbird
import Primitives

/// A change of the caller's own profile.
struct ProfileBody: InputBody {
    let displayName = Input<String?>("displayName", .text())
    let username = Input<String?>("username", .text())
    let email = Input<String?>("email", .text())
    let locale = Input<LocalePreference?>("locale", .choice())
    let theme = Input<Theme?>("theme", .choice())
    let shadingMode = Input<ShadingMode?>("shadingMode", .choice())
}

struct PasswordChangeBody: InputBody {
    let current = Input<String>("currentPassword", .password)
    let new = Input<String>("newPassword", .password)
    let endsDeviceKeys = Input<Bool?>("endDeviceKeys", .flag)
}

struct AccountDeletionBody: InputBody {
    let password = Input<String>("password", .password)
    let code = Input<String?>("code", .text())
    let keepsShared = Input<Bool?>("keepShared", .flag)
}

/// The caller's own password, typed again.
struct PasswordBody: InputBody {
    let password = Input<String>("password", .password)

    func read(_ request: Request) async throws -> String {
        try await request.read(\.password, of: self, upTo: 16 * 1024)
    }
}

/// The caller's own account.
struct MeBody: ObjectBody {
    static let component: String? = "Me"
    static let fields = Fields<Self> {
        Field("id") { $0.user.id.rawValue }
        Field("username") { $0.user.username.text }
        Field("displayName") { $0.user.displayName }
        Field("email") { $0.user.email?.text }
        Field("role", .choice(Role.assignable.map(\.rawValue))) { $0.user.role.rawValue }
        Field("permissions", .array(.choice(of: Permission.self))) {
            $0.user.role.permissions.map(\.rawValue).sorted()
        }
        Field("locale") { $0.user.locale }
        Field("theme") { $0.user.theme }
        Field("shadingMode") { $0.user.shadingMode }
        Field("picture") { $0.user.picture.map(ImagePath.text) }
        Field("createdAt") { $0.user.createdAt }
        Field("twoFactor") { $0.user.hasTwoFactor }
        Field("passkeys") { $0.user.hasPasskeys }
        Field("hasPassword") { $0.user.passwordHash != nil }
        Field("downloads") { $0.user.terms.limits.allowsDownloads }
        Field("sessionId") { $0.session?.rawValue }
    }

    let user: User
    let session: ID<Session>?
}
