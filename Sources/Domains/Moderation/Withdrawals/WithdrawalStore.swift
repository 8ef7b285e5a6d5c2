package import Catalog
package import Journal
package import Primitives

/// What withdrawing music needs from storage. Every method is one transaction, and a change appends its journal entry.
package protocol WithdrawalStore: Sendable {
    /// Newest first.
    func withdrawals(
        _ list: WithdrawalList, matching text: String, in scope: LibraryScope, _ page: PageRequest
    ) async throws -> Page<Withdrawal>
    /// Throws `notFound` for one of a library that the caller does not see.
    func withdrawal(_ id: ID<Withdrawal>, in scope: LibraryScope) async throws -> Withdrawal

    /// Takes the songs out of every list, tells who gave them, and closes what people reported about them. Throws `notFound` where there
    /// is no such song or album for the caller.
    func withdraw(
        _ target: WithdrawalTarget, because reason: ModerationReason, by caller: Principal, at instant: Timestamp,
        _ actor: JournalEntry.Actor
    ) async throws -> [Withdrawal]
    /// Decides that the song comes back. Throws `notFound`, and `conflict` where it cannot.
    func restore(
        _ id: ID<Withdrawal>, by caller: Principal, at instant: Timestamp, _ actor: JournalEntry.Actor
    ) async throws -> Withdrawal

    /// The files that are to be moved, oldest first and at most some hundred.
    func underway() async throws -> [WithdrawnFile]
    /// Notes that the file is in the bin, or why it is not.
    ///
    /// - Parameter failure: a sentence for moderators; nil when all went well.
    func settle(_ id: ID<Withdrawal>, in state: Withdrawal.State, failure: String?) async throws
    /// Notes another place for a file that comes back.
    func retarget(_ id: ID<Withdrawal>, to path: LibraryPath) async throws
    /// Of these, those whose file is on its way back still.
    func returning(_ ids: [ID<Withdrawal>]) async throws -> [ID<Withdrawal>]

    /// Those in the bin that were withdrawn before `instant`, and how many are in it at all.
    func expired(before instant: Timestamp) async throws -> ExpiredWithdrawals
    /// Decides that those of `ids` go for good that are in the bin and were withdrawn before `instant`; their files, and those of earlier
    /// decisions that were not carried out.
    func beginRemoval(_ ids: [ID<Withdrawal>], before instant: Timestamp) async throws -> [WithdrawnFile]
    func finishRemoval(_ id: ID<Withdrawal>, at instant: Timestamp) async throws
}

/// Moves withdrawn files between their libraries and the bins of these.
package protocol BinMover: Sendable {
    /// Moves the file in one step, durably and over nothing. To do it again after having been killed does no harm.
    func move(_ file: WithdrawnFile, _ direction: BinDirection) async throws -> BinOutcome
}

/// Where a mover takes a withdrawn file.
package enum BinDirection: UInt8, Sendable {
    case aside = 1
    case back
    /// Away for good, from the bin or the library.
    case away
}

package enum BinOutcome: Sendable, Equatable {
    /// The file is where it was to go.
    case done
    /// Something else is there.
    case taken
    /// The file is neither at its place nor in the bin.
    case gone
    /// It cannot be done at present: the sentence is for moderators.
    case failed(String)
    /// Nothing is known: the mover could not be started or was killed.
    case unavailable
}
