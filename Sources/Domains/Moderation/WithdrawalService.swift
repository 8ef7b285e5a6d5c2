package import Catalog
package import Journal
package import Primitives

/// Withdraws published music from the catalog, and restores it.
package struct WithdrawalService: Sendable {
    private let store: any WithdrawalStore
    private let clock: any WallClock
    private let changed: @Sendable () -> Void
    private let ended: @Sendable (Set<ID<Track>>) -> Void

    /// - Parameters:
    ///   - changed: called when files have to be moved.
    ///   - ended: called with the songs that nobody may hear any more.
    package init(
        store: any WithdrawalStore, clock: any WallClock, changed: @escaping @Sendable () -> Void,
        ended: @escaping @Sendable (Set<ID<Track>>) -> Void
    ) {
        self.store = store
        self.clock = clock
        self.changed = changed
        self.ended = ended
    }

    /// The withdrawals, newest first.
    package func withdrawals(
        _ list: WithdrawalList, matching text: String, _ page: PageRequest, as caller: Principal
    ) async throws -> Page<Withdrawal> {
        try caller.require(.moderate)
        return try await store.withdrawals(list, matching: text, in: caller.libraries, page)
    }

    /// Hides the songs everywhere at once. Their files are moved to the bin soon after.
    package func withdraw(
        _ target: WithdrawalTarget, because reason: String, as caller: Principal, from origin: String
    ) async throws -> [Withdrawal] {
        try caller.require(.moderate)
        let reason = try ModerationReason(reason)
        let now = clock.now()
        let (ids, tracks) = try await store.edit { state in
            try WithdrawalDecisions.withdraw(
                target, because: reason, by: .init(caller, from: origin), as: caller, at: now, state)
        }
        // At once: whatever fails from here on, the songs are withdrawn.
        ended(Set(tracks))
        changed()
        return try await store.withdrawals(ids, in: caller.libraries)
    }

    /// Restores a song. Its file is still on its way back when this returns.
    package func restore(
        _ id: ID<Withdrawal>, as caller: Principal, from origin: String
    ) async throws -> Withdrawal {
        try caller.require(.moderate)
        let now = clock.now()
        try await store.edit { state in
            try WithdrawalDecisions.restore(id, by: .init(caller, from: origin), as: caller, at: now, state)
        }
        changed()
        return try await store.withdrawal(id, in: caller.libraries)
    }
}

extension DomainError {
    static func nothingToWithdraw(_ target: WithdrawalTarget) -> DomainError {
        switch target {
        case .track: notFound("There is no such track")
        case .album: notFound("There is no such album")
        }
    }

    package static let noWithdrawal = notFound("There is no such withdrawn song")
    package static let withdrawalEnded = DomainError(
        .conflict, "This song was restored already, or its file was removed for good", reason: "withdrawal_ended")
    package static let withdrawnLibraryRemoved = DomainError(
        .conflict, "The library of this song was removed. Add its folder again first", reason: "library_not_found")
}

/// Stores withdrawals. Every method is one transaction.
package protocol WithdrawalStore: ChangeStore where State == any WithdrawalState, Write == WithdrawalWrite {
    /// The withdrawals, newest first.
    func withdrawals(
        _ list: WithdrawalList, matching text: String, in scope: LibraryScope, _ page: PageRequest
    ) async throws -> Page<Withdrawal>
    /// Throws `notFound` for a song of a library that the caller does not see.
    func withdrawal(_ id: ID<Withdrawal>, in scope: LibraryScope) async throws -> Withdrawal

    /// The withdrawals with these ids, in their order.
    func withdrawals(_ ids: [ID<Withdrawal>], in scope: LibraryScope) async throws -> [Withdrawal]

    /// The files that have to be moved, oldest first, at most some hundred.
    func underway() async throws -> [WithdrawnFile]
    /// Records the new state after a move. Writes nothing if the state is no longer the one in `file`: a moderator may
    /// have restored the song while its file was moved.
    ///
    /// - Parameter failure: a sentence for moderators; nil for success.
    func settle(_ file: WithdrawnFile, in state: Withdrawal.State, failure: String?) async throws
    /// Records another destination for a file that is restored.
    func retarget(_ id: ID<Withdrawal>, to path: LibraryPath) async throws
    /// The ids whose file is still on its way back.
    func returning(_ ids: [ID<Withdrawal>]) async throws -> [ID<Withdrawal>]

    /// The withdrawals in the bin from before `instant`, and the number of all in the bin.
    func expired(before instant: Timestamp) async throws -> ExpiredWithdrawals
    /// Starts the removal of those of `ids` that are in the bin and were withdrawn before `instant`. Returns their
    /// files, and those of earlier removals that did not finish.
    func beginRemoval(_ ids: [ID<Withdrawal>], before instant: Timestamp) async throws -> [WithdrawnFile]
}

extension WithdrawalStore {
    /// Records that the file was deleted for good.
    func endRemoval(_ id: ID<Withdrawal>, at instant: Timestamp) async throws {
        try await edit { try WithdrawalDecisions.endRemoval(id, at: instant, $0) }
    }
}
