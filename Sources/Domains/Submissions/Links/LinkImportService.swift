import Journal
package import Primitives
package import Shelf

/// People's links: given, listed and taken back. What is behind them `LinkImportQueue` fetches.
package struct LinkImportService: Sendable {
    /// Of one person, at once.
    package static let mostWaiting = 50

    private let store: any LinkImportStore
    private let queue: LinkImportQueue
    private let rules: @Sendable () async throws -> LinkRules
    private let throttle: LinkThrottle
    private let clock: any WallClock

    /// - Parameter rules: what the admins allow at the moment.
    package init(
        store: any LinkImportStore, queue: LinkImportQueue, rules: @escaping @Sendable () async throws -> LinkRules,
        throttle: LinkThrottle = LinkThrottle(), clock: any WallClock = SystemWallClock()
    ) {
        self.store = store
        self.queue = queue
        self.rules = rules
        self.throttle = throttle
        self.clock = clock
    }

    /// Has the gateway fetch what is at `address`.
    ///
    /// - Parameter origin: the caller's address, for the journal, which is told of the host alone: the rest of a link may be a secret.
    package func create(
        _ address: String, wish: ID<Wish>?, as caller: Principal, from origin: String
    ) async throws -> LinkImport {
        try caller.require(.submit)
        let address = try LinkAddress(address)
        let rules = try await rules()
        guard rules.isEnabled else {
            throw DomainError(.conflict, LinkFailure.off.detail, reason: LinkFailure.off.rawValue)
        }
        do {
            try rules.check(address)
        } catch {
            throw DomainError.invalid(error.detail, field: "url", reason: error.rawValue)
        }
        try throttle.take(by: caller.user)
        let instant = clock.now()
        let id = ID<Submission>.make(at: instant)
        let made = try await store.create(
            address, id, for: caller, wish: wish, most: Self.mostWaiting, at: instant,
            journal: JournalEntry(
                at: instant, by: .init(user: caller.user, origin: origin), "import.create",
                .init(kind: "submission", id: id.rawValue),
                details: ["from": "\(address.scheme.rawValue)://\(address.authority)"]))
        queue.wake()
        return made
    }

    package func imports(as caller: Principal) async throws -> [LinkImport] {
        try caller.require(.submit)
        return try await store.imports(for: caller)
    }

    /// What the admins allow at the moment.
    package func rules(as caller: Principal) async throws -> LinkRules {
        try caller.require(.submit)
        return try await rules()
    }

    /// Ends one that waits or is being fetched, and forgets one that has ended; what it became stays.
    package func remove(_ id: ID<Submission>, as caller: Principal) async throws {
        try caller.require(.submit)
        guard try await store.remove(id, for: caller) else { throw DomainError.notFound("There is no such import") }
        queue.cancel(id)
    }
}
