package import Accounts
import HTTPSupport
import Hummingbird
package import Primitives

/// A new invitation, and the address that its link is sent to.
struct InvitationDraftBody: InputBody {
    let label = Input<String?>("label", .text())
    let role = Input<Role?>("role", .choice(among: Role.assignable))
    let plan = Input<ID<Plan>?>("plan", .id())
    let libraries = Input<Patch<[String]>>("libraries", .libraries)
    let includesExplicit = Input<Bool?>("explicit", .flag)
    let days = Input<Int?>("expiresInDays", .integer(in: 1...90))
    let email = Input<String?>("email", .text())

    /// - Returns: the draft, and an address or an empty text.
    func read(_ request: Request) async throws -> (draft: InvitationDraft, email: String) {
        try await request.read(self) { fields in
            var draft = InvitationDraft(label: try fields.read(\.label) ?? "")
            if let role = try fields.read(\.role) { draft.role = role }
            draft.plan = try fields.read(\.plan)
            if let libraries = try fields.read(\.libraries).present { draft.libraries = .only(Set(libraries)) }
            if let explicit = try fields.read(\.includesExplicit) {
                draft.libraries = draft.libraries.including(explicit: explicit)
            }
            if let days = try fields.read(\.days) { draft.expiresInDays = days }
            let email = try fields.read(\.email) ?? ""
            return (draft, email)
        }
    }
}

/// A new user's registration.
struct RegistrationBody: InputBody {
    let username = Input<String>("username", .text())
    let password = Input<String>("password", .password)
    let displayName = Input<String?>("displayName", .text())
    let email = Input<String?>("email", .text())

    static func registration(_ fields: inout InputFields<Self>) throws(DomainError) -> Registration {
        try Registration(
            username: fields.read(\.username), displayName: fields.read(\.displayName), email: fields.read(\.email),
            password: fields.read(\.password))
    }
}

/// A registration by an invitation.
struct AcceptanceBody: InputBody {
    let token = Input<String>("token", .token)
    let newcomer = RegistrationBody()
}

struct EndBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("expiresAt") { $0.expiresAt }
    }

    let expiresAt: Timestamp
}

/// An invitation as admins see it; its address is shown only once.
package struct InvitationBody: ObjectBody {
    package static let component: String? = "Invitation"
    package static let fields = Fields<Self> {
        Field("id") { $0.listed.invitation.id }
        Field("label") { $0.listed.invitation.label }
        Field("role", .choice(Role.assignable.map(\.rawValue))) { $0.listed.invitation.role.rawValue }
        Field("state") { $0.state }
        Field("planId") { $0.listed.invitation.plan }
        Field("plan") { $0.listed.planName }
        Field("libraries") { $0.listed.invitation.libraries }
        Field("explicit") { $0.listed.invitation.libraries.includesExplicit }
        Field("createdAt") { $0.listed.invitation.createdAt }
        Field("expiresAt") { $0.listed.invitation.expiresAt }
        Field("usedAt") { $0.listed.invitation.usedAt }
        Field("madeBy") { $0.listed.madeBy }
        Field("usedBy") { $0.listed.usedBy }
        Field("url") { $0.url }
    }

    package enum State: String, Sendable, CaseIterable {
        case open, used, expired
    }

    private let listed: ListedInvitation
    private let now: Timestamp
    private let url: String?

    package init(listed: ListedInvitation, now: Timestamp, url: String? = nil) {
        self.listed = listed
        self.now = now
        self.url = url
    }

    private var state: State {
        listed.invitation.usedAt != nil ? .used : listed.invitation.isOpen(at: now) ? .open : .expired
    }
}
