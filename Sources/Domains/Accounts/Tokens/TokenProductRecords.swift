package import Primitives

/// The record that tokens or device keys are the sources of a product.
package struct TokenProductRecord: Sendable, Equatable {
    package let kind: TokenProduct.Kind
    /// The id of the account, link, invitation, session or share.
    package let product: String
    /// The ids of tokens and device keys.
    package let sources: Set<String>
    /// The earlier value, as the account's row stores it, for changes that can be reverted.
    package let former: String?
    package let at: Timestamp
}

extension AccountState {
    /// The sources of an act of `maker`: the token or key of the request, and those that gave the account its
    /// existence, password, role or enabled state. A product of an account that itself came from a source is recorded
    /// under that same source, so that revoking the source ends all generations at once.
    package func sources(of maker: Maker) throws -> Set<String> {
        var found: Set<String> = []
        switch maker.credential {
        case .token(let id): found.insert(id.rawValue)
        case .deviceKey(let id): found.insert(id.rawValue)
        case .session, nil: break
        }
        guard let user = maker.user else { return found }
        return found.union(try sources(of: [.account, .password, .role, .enabled], user.rawValue))
    }
}

/// Decides which products are recorded, and under which sources. Products without a source are not recorded.
struct TokenProductRecords {
    let sources: Set<String>

    func record(
        _ kind: TokenProduct.Kind, _ product: String, former: String? = nil, at now: Timestamp
    ) -> [AccountWrite] {
        guard !sources.isEmpty else { return [] }
        return [
            .recordProduct(TokenProductRecord(kind: kind, product: product, sources: sources, former: former, at: now))
        ]
    }

    /// Records a new link for choosing a password. A source that set the account's address counts too, because its
    /// owner may read email there.
    ///
    /// - Parameter isEmailForgotten: whether the same change clears the sources of the address.
    func made(
        _ link: AccountLink, isEmailForgotten: Bool = false, in accounts: some AccountState
    ) throws -> [AccountWrite] {
        var all = sources
        if let user = link.user, !isEmailForgotten { all.formUnion(try accounts.sources(of: [.email], user.rawValue)) }
        return TokenProductRecords(sources: all).record(.link, link.id.rawValue, at: link.createdAt)
    }

    /// Records that a password was chosen with a link. The password now has the link's sources and no earlier ones.
    static func used(
        _ link: AccountLink, by user: ID<Person>, session: ID<Session>?, at now: Timestamp,
        in accounts: some AccountState
    ) throws -> [AccountWrite] {
        let records = TokenProductRecords(sources: try accounts.sources(of: [.link], link.id.rawValue))
        var writes: [AccountWrite] = [.forgetProduct(.password, user.rawValue)]
        writes += records.record(.password, user.rawValue, at: now)
        if let session { writes += records.record(.session, session.rawValue, at: now) }
        return writes
    }

    /// Records a raised role, an enabled account and a changed address. A change by a user without a source clears the
    /// earlier records.
    static func changed(
        from before: User, to after: User, by maker: Maker, at now: Timestamp, in accounts: some AccountState
    ) throws -> [AccountWrite] {
        var changes: [(kind: TokenProduct.Kind, former: String?, isRecorded: Bool)] = []
        if after.role != before.role {
            let isRaised = !after.role.permissions.isSubset(of: before.role.permissions)
            changes.append((.role, before.role.rawValue, isRaised))
        }
        if after.disabled != before.disabled { changes.append((.enabled, nil, !after.disabled)) }
        if after.email?.key != before.email?.key { changes.append((.email, before.email?.text, true)) }
        guard !changes.isEmpty else { return [] }
        let records = TokenProductRecords(sources: try accounts.sources(of: maker))
        return changes.flatMap { change -> [AccountWrite] in
            guard !records.sources.isEmpty else { return [.forgetProduct(change.kind, after.id.rawValue)] }
            guard change.isRecorded else { return [] }
            return records.record(change.kind, after.id.rawValue, former: change.former, at: now)
        }
    }

    /// The write that ends a link, invitation, session or share; nil for a state of an account.
    static func ending(_ kind: TokenProduct.Kind, _ id: String) -> AccountWrite? {
        switch kind {
        case .link: .endLink(ID(id))
        case .invitation: .endInvitation(ID(id))
        case .session: .endSessions([ID(id)])
        case .share: .endShare(id)
        case .account, .password, .role, .enabled, .email: nil
        }
    }
}
