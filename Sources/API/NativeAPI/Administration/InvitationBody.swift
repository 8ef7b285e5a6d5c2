package import Accounts
package import HTTPSupport
package import Primitives

/// An invitation as admins see it; its address is told once.
package struct InvitationBody: JSONWritable {
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

    package func write(to json: inout JSONWriter) {
        let invitation = listed.invitation
        let state: State = invitation.usedAt != nil ? .used : invitation.isOpen(at: now) ? .open : .expired
        json.object { json in
            json.field("id", invitation.id.rawValue)
            json.field("label", invitation.label)
            json.field("role", invitation.role.rawValue)
            json.field("state", state.rawValue)
            json.field("planId", invitation.plan?.rawValue)
            json.field("plan", listed.planName)
            json.field("libraries", invitation.libraries)
            json.field("explicit", invitation.libraries.includesExplicit)
            json.field("createdAt", invitation.createdAt)
            json.field("expiresAt", invitation.expiresAt)
            json.field("usedAt", invitation.usedAt)
            json.field("madeBy", listed.madeBy)
            json.field("usedBy", listed.usedBy)
            json.field("url", url)
        }
    }

    static let schema = Schema.object(
        required: [
            ("id", .text), ("label", .text), ("role", .choice(Role.assignable.map(\.rawValue))),
            ("state", .choice(State.allCases.map(\.rawValue))), ("libraries", .nullable(.array(.text))),
            ("explicit", .flag),
            ("createdAt", .instant), ("expiresAt", .instant),
        ],
        optional: [
            ("planId", .text), ("plan", .text), ("usedAt", .instant), ("madeBy", .text), ("usedBy", .text),
            ("url", .text),
        ])
}
