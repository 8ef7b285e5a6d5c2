package import Accounts
package import Journal
package import Primitives
import Shelf

/// Stores shares. Every method is one transaction.
package protocol ShareStore: Sendable {
    func share(_ id: ID<Share>) async throws -> Share?

    /// The user's shares, newest first.
    func shares(of user: ID<Person>) async throws -> [Share]

    /// Runs `decide` on a state that no other change reaches meanwhile, and writes the changes. Nothing is written if
    /// `decide` throws.
    func edit<Outcome: Sendable>(
        _ decide: @escaping Decision<any ShareState, ShareWrite, Outcome>
    ) async throws -> Outcome

    /// Adds visits and records the latest. Shares that were removed meanwhile are ignored.
    func noteVisits(_ visits: [ID<Share>: ShareVisits]) async throws
}

/// The shares as they are within a transaction, for decisions that must hold when they are written.
package protocol ShareState {
    func share(_ id: ID<Share>) throws -> Share?
    /// The number of the user's shares.
    func count(of user: ID<Person>) throws -> Int
    /// Whether the thing is stored, whoever may see it.
    func isStored(_ item: ShareItem) throws -> Bool
    /// The tokens and device keys that an act of `maker` comes from. They end the share when they are revoked.
    func sources(of maker: Maker) throws -> Set<String>
}

/// A write to the stored shares.
package enum ShareWrite: Sendable, Equatable {
    case add(Share, sources: Set<String>)
    /// Stores the description and the end.
    case change(Share)
    case remove(ID<Share>)
}

/// The events about shares. Only a share's maker sees it in lists.
package enum ShareEvents {
    package static func changed(of owner: ID<Person>) -> Event {
        SmartEvents.changed(.shelf, to: .person(owner))
    }
}

/// The visits to a share's page since they were last stored.
package struct ShareVisits: Sendable, Equatable {
    package let count: Int
    package let last: Timestamp
}
