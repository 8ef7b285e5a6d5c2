import Accounts
import HTTPSupport
import Primitives

/// An account as admins see it.
struct UserBody: JSONWritable {
    let user: User

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("id", user.id.rawValue)
            json.field("username", user.username.text)
            json.field("displayName", user.displayName)
            json.field("email", user.email?.text)
            json.field("role", user.role.rawValue)
            json.field("disabled", user.disabled)
            json.field("picture", user.picture.map(ImagePath.text))
            json.field("createdAt", user.createdAt)
            json.field("lastSeenAt", user.lastSeenAt)
            json.field("passwordSet", user.passwordHash != nil)
            json.field("twoFactor", user.hasTwoFactor)
            json.field("libraries", user.libraries)
            json.field("explicit", user.libraries.includesExplicit)
            json.field("maximumBitrate", user.maximumBitrate)
            json.field("planId", user.plan?.rawValue)
            json.field("plan", user.terms.name)
        }
    }

    static let schema = Schema.object(
        required: [
            ("id", .text), ("username", .text), ("displayName", .text),
            ("role", .choice(Role.assignable.map(\.rawValue))),
            ("disabled", .flag), ("createdAt", .instant), ("passwordSet", .flag),
            ("twoFactor", .flag),
            ("libraries", .nullable(.array(.text))), ("explicit", .flag),
        ],
        optional: [
            ("email", .text), ("picture", .text), ("lastSeenAt", .instant), ("maximumBitrate", .integer),
            ("planId", .text), ("plan", .text),
        ])
}

/// A link's address, told once.
struct LinkedBody: JSONWritable {
    let link: IssuedLink
    let origin: String

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("url", "\(origin)/welcome#\(link.token)")
            json.field("expiresAt", link.link.expiresAt)
        }
    }

    static let schema = Schema.object(required: [("url", .text)], optional: [("expiresAt", .instant)])
}

struct CreatedUserBody: JSONWritable {
    let user: User
    let link: LinkedBody?

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("user", UserBody(user: user))
            if let link { json.field("link", link) }
        }
    }
}
