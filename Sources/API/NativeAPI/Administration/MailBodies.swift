import HTTPSupport
package import Messaging
import Primitives

/// An email that waits or was given up: its recipient and the mail server's answer, never its content.
extension Email: ObjectBody {
    package static let component: String? = "Letter"
    package static let fields = Fields<Self> {
        Field("id") { $0.id.rawValue }
        Field("to") { $0.recipient }
        Field("kind") { $0.kind }
        Field("state") { $0.state }
        Field("attempts") { $0.attempts }
        Field("createdAt") { $0.createdAt }
        Field("nextAt") { $0.state == .waiting ? $0.nextAt : nil }
        Field("failure") { $0.failure }
    }
}

struct MailStatusBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("enabled") { $0.isEnabled }
        Field("waiting") { $0.waiting }
        Field("failed") { $0.failed }
    }

    let isEnabled: Bool
    let waiting: Int
    let failed: Int
}

/// The emails that the caller receives.
struct OwnMailBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("enabled") { $0.isEnabled }
        Field("confirmed") { $0.isConfirmed }
        Field("kinds") { $0.kinds }
    }

    let isEnabled: Bool
    let isConfirmed: Bool
    let kinds: [String]
}

struct EmailUndoneBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("passwordToken") { $0.token }
    }

    /// The token of a link to choose a new password.
    let token: String?
}
