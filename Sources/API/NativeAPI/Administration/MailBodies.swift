import HTTPSupport
import Messaging
import Primitives

/// An email that waits or was given up: its recipient and the mail server's answer, never its content.
struct OutboxEmailBody: ObjectBody {
    static let component: String? = "Letter"
    static let fields = Fields<Self> {
        Field("id") { $0.email.id.rawValue }
        Field("to") { $0.email.recipient }
        Field("kind") { $0.email.kind }
        Field("state") { $0.email.state }
        Field("attempts") { $0.email.attempts }
        Field("createdAt") { $0.email.createdAt }
        Field("nextAt") { $0.email.state == .waiting ? $0.email.nextAt : nil }
        Field("failure") { $0.email.failure }
    }

    let email: Email
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
