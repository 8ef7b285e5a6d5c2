import Journal
package import Primitives
package import Shelf

/// Creates, lists and removes users' imports by link. `LinkImportQueue` downloads their files.
package struct LinkImportService: Sendable {
    /// The most waiting imports of one user.
    package static let mostWaiting = 50

    private let store: any LinkImportStore
    private let queue: LinkImportQueue
    private let rules: @Sendable () async throws -> LinkRules
    private let limiter = RateLimiter<ID<Person>>()
    private let clock: any WallClock

    /// - Parameter rules: the administrators' present rules.
    package init(
        store: any LinkImportStore, queue: LinkImportQueue, rules: @escaping @Sendable () async throws -> LinkRules,
        clock: any WallClock = SystemWallClock()
    ) {
        self.store = store
        self.queue = queue
        self.rules = rules
        self.clock = clock
    }

    /// Starts an import of the file at `address`.
    ///
    /// - Parameter origin: the caller's network address, for the journal. The journal records only the link's host,
    ///   because the rest of a link may be a secret.
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
        if let wait = limiter.take(caller.user, burst: 60, refill: .seconds(10)) {
            throw DomainError(.rateLimited, "Too many links in a short time. Wait a moment", retryAfter: wait)
        }
        let instant = clock.now()
        let link = LinkImport(
            .make(at: instant), of: address, wish: wish, by: caller.user, at: instant)
        let entry = JournalEntry(
            at: instant, by: caller, from: origin, "import.create", .init("submission", link.id),
            details: ["from": "\(address.scheme.rawValue)://\(address.authority)"])
        try await store.edit { links in
            guard try links.openCount(of: caller.user) < Self.mostWaiting else {
                throw DomainError(.conflict, "At most \(Self.mostWaiting) links wait at once", reason: "too_many_links")
            }
            try UploadRules.check(wish, links.uploads)
            return Changes(
                at: instant, .add(link), journal: [entry],
                events: [SubmissionEvents.link(link.id, "waiting", of: caller.user)])
        }
        queue.wake()
        return link
    }

    package func imports(as caller: Principal) async throws -> [LinkImport] {
        try caller.require(.submit)
        return try await store.imports(for: caller)
    }

    /// The administrators' present rules.
    package func rules(as caller: Principal) async throws -> LinkRules {
        try caller.require(.submit)
        return try await rules()
    }

    /// Cancels a waiting or running import, and removes the record of an ended one. Its upload stays.
    package func remove(_ id: ID<Submission>, as caller: Principal) async throws {
        try caller.require(.submit)
        let instant = clock.now()
        try await store.edit { links in
            guard try links.link(id)?.account == caller.user else {
                throw DomainError.notFound("There is no such import")
            }
            return Changes(
                at: instant, .remove(id), events: [SubmissionEvents.link(id, "removed", of: caller.user)])
        }
        queue.cancel(id)
    }
}
