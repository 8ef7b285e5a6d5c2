import Journal
import Primitives

/// Collects the changes that end the products of a revoked token or device key, one product after the other. It follows
/// the changes that are not written yet, as far as later products depend on them.
struct TokenProductEnding {
    let source: String
    /// The entry about the revocation.
    let entry: JournalEntry
    let accounts: any AccountState
    /// The users who can still administer after the changes.
    var ableAdmins: Set<ID<Person>>
    var changes: Changes<AccountWrite>
    /// The addresses that the changes give to accounts; nil where they remove the address.
    private(set) var emails: [ID<Person>: EmailAddress?] = [:]

    mutating func end(_ product: TokenProduct) throws {
        let account = ID<Person>(product.id)
        switch product.kind {
        case .link, .invitation, .session, .share:
            if let write = TokenProductRecords.ending(product.kind, product.id) { changes.writes.append(write) }
        case .account, .enabled:
            changes.writes.append(.disable(account))
            lock(account)
            append("user.disable", on: account)
        case .password:
            changes.writes.append(.removePassword(account))
            lock(account)
            append("user.password", on: account)
        case .role:
            try restoreRole(of: account, product)
        case .email:
            try restoreEmail(of: account, product)
            append("user.edit", on: account, ["fields": "email"])
        }
    }

    /// Ends everything that gives access to the account, or that the account gave others.
    private mutating func lock(_ account: ID<Person>) {
        changes.writes += [
            .endAllSessions(of: account, except: nil), .endAllTokens(of: account, except: nil),
            .endAllDeviceKeys(of: account),
        ]
        endInvitations(by: account)
        ableAdmins.remove(account)
    }

    private mutating func endInvitations(by account: ID<Person>) {
        changes.writes += [.endInvitationsMade(by: account), .endLinksMade(by: account, except: nil)]
    }

    private mutating func restoreRole(of account: ID<Person>, _ product: TokenProduct) throws {
        let before = try accounts.user(account)?.role
        let former = try accounts.formerValue(of: product, by: source)?.text.flatMap(Role.init(rawValue:))
        if let former { changes.writes.append(.setRole(former, of: account)) }
        changes.writes.append(.endAllSessions(of: account, except: nil))
        endInvitations(by: account)
        if former != .admin { ableAdmins.remove(account) }
        append("user.role", on: account, ["from": before?.rawValue ?? "", "to": former?.rawValue ?? ""])
    }

    /// Restores the address that the source replaced, or removes it if another account now uses the former one. Also
    /// undoes later replacements by other sources.
    private mutating func restoreEmail(of account: ID<Person>, _ product: TokenProduct) throws {
        guard let former = try accounts.formerValue(of: product, by: source), try accounts.user(account) != nil else {
            return
        }
        var email = try former.text.map { try EmailAddress($0) }
        if let wanted = email, try isTaken(wanted, besides: account) { email = nil }
        emails.updateValue(email, forKey: account)
        changes.writes += [.setEmail(email, of: account), .forgetEmails(of: account, since: former.at)]
    }

    private func isTaken(_ email: EmailAddress, besides account: ID<Person>) throws -> Bool {
        if emails.contains(where: { $0.key != account && $0.value?.key == email.key }) { return true }
        if let holder = try accounts.holder(of: email), holder != account, !emails.keys.contains(holder) {
            return true
        }
        return try accounts.isRestorable(email, besides: account)
    }

    private mutating func append(_ action: String, on account: ID<Person>, _ details: [String: String] = [:]) {
        let origin = entry.details.filter { ["token", "key"].contains($0.key) }
        changes.journal.append(
            entry.actor.entry(
                action, on: account, at: entry.at,
                details: ["reason": entry.action].merging(origin) { stated, _ in stated }.merging(details) { $1 }))
    }
}
