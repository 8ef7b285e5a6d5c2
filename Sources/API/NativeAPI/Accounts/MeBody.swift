import Accounts
import HTTPSupport
import Primitives

/// The caller's own account.
struct MeBody: JSONWritable {
    let user: User
    let session: ID<Session>?

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("id", user.id.rawValue)
            json.field("username", user.username.text)
            json.field("displayName", user.displayName)
            json.field("email", user.email?.text)
            json.field("role", user.role.rawValue)
            json.field("permissions", user.role.permissions.map(\.rawValue).sorted())
            json.field("locale", user.locale.rawValue)
            json.field("theme", user.theme.rawValue)
            json.field("picture", user.picture.map(ImagePath.text))
            json.field("createdAt", user.createdAt)
            json.field("twoFactor", user.hasTwoFactor)
            json.field("downloads", user.terms.limits.allowsDownloads)
            json.field("sessionId", session?.rawValue)
        }
    }

    static let schema = Schema.object(
        required: [
            ("id", .text), ("username", .text), ("displayName", .text),
            ("role", .choice(Role.assignable.map(\.rawValue))),
            ("permissions", .array(.choice(Permission.allCases.map(\.rawValue)))),
            ("locale", .choice(LocalePreference.allCases.map(\.rawValue))),
            ("theme", .choice(Theme.allCases.map(\.rawValue))),
            ("createdAt", .instant), ("twoFactor", .flag), ("downloads", .flag),
        ],
        optional: [("email", .text), ("picture", .text), ("sessionId", .text)])
}
