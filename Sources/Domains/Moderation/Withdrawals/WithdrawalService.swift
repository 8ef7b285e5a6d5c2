package import Catalog
import Journal
package import Primitives

/// Taking published music out of the catalogue, and bringing it back.
package struct WithdrawalService: Sendable {
    private let store: any WithdrawalStore
    private let clock: any WallClock
    private let changed: @Sendable () -> Void
    private let ended: @Sendable (Set<ID<Track>>) -> Void

    /// - Parameters:
    ///   - changed: is called when files are to be moved.
    ///   - ended: is called with songs that nobody may hear any more.
    package init(
        store: any WithdrawalStore, clock: any WallClock, changed: @escaping @Sendable () -> Void,
        ended: @escaping @Sendable (Set<ID<Track>>) -> Void
    ) {
        self.store = store
        self.clock = clock
        self.changed = changed
        self.ended = ended
    }

    /// Newest first.
    package func withdrawals(
        _ list: WithdrawalList, matching text: String, _ page: PageRequest, as caller: Principal
    ) async throws -> Page<Withdrawal> {
        try caller.require(.moderate)
        return try await store.withdrawals(list, matching: text, in: caller.libraries, page)
    }

    /// Hides the songs at once, wherever people come across music; their files are put aside soon after.
    package func withdraw(
        _ target: WithdrawalTarget, because reason: String, as caller: Principal, from origin: String
    ) async throws -> [Withdrawal] {
        try caller.require(.moderate)
        let reason = try ModerationReason(reason)
        let withdrawn = try await store.withdraw(
            target, because: reason, by: caller, at: clock.now(), .init(user: caller.user, origin: origin))
        ended(Set(withdrawn.map(\.track)))
        changed()
        return withdrawn
    }

    /// Decides that the song comes back; its file is on its way when this returns.
    package func restore(
        _ id: ID<Withdrawal>, as caller: Principal, from origin: String
    ) async throws -> Withdrawal {
        try caller.require(.moderate)
        let restored = try await store.restore(
            id, by: caller, at: clock.now(), .init(user: caller.user, origin: origin))
        changed()
        return restored
    }
}

extension DomainError {
    package static let noWithdrawal = notFound("There is no such withdrawn song")
    package static let withdrawalEnded = DomainError(
        .conflict, "This song is back already, or its file has been removed for good", reason: "withdrawal_ended")
    package static let withdrawnLibraryRemoved = DomainError(
        .conflict, "The library of this song was removed; add its folder again first", reason: "library_not_found")
}
