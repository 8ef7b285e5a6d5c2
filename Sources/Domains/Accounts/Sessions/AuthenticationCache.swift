import Primitives

/// The users of presented tokens, cached for a few seconds, so that most requests need no database.
struct AuthenticationCache: Sendable {
    struct Entry: Sendable {
        let authenticated: Authenticated
        /// Monotonic time.
        let validUntil: Duration
        /// The end of the credential itself, by the wall clock, which may have been set since it was read; nil for
        /// never.
        let endsAt: Timestamp?
        /// The use that was last noted.
        var noted: CredentialUse
    }

    /// The time for which a change by another process can go unnoticed.
    static let lifetime = Duration.seconds(4)
    private static let capacity = 20_000

    private var entries: [TokenHash: Entry] = [:]
    /// Grows with every invalidation. Results that were read before an invalidation must not be stored after it.
    private(set) var generation = 0

    var count: Int { entries.count }

    /// The entry, and whether to record its use now: once a minute, and whenever the address differs.
    mutating func find(_ hash: TokenHash, at now: Duration, use: CredentialUse) -> (entry: Entry, note: Bool)? {
        guard let entry = entries[hash], now < entry.validUntil, entry.endsAt.map({ use.at < $0 }) ?? true else {
            return nil
        }
        let note = use.isWorthNoting(after: entry.noted)
        if note { entries[hash]?.noted = use }
        return (entry, note)
    }

    /// Stores a result that was read while `generation` was current.
    mutating func store(
        _ authenticated: Authenticated, for hash: TokenHash, noted: CredentialUse, until end: Timestamp?,
        generation: Int, at now: Duration
    ) {
        guard generation == self.generation else { return }
        if entries.count >= Self.capacity { entries = entries.filter { now < $0.value.validUntil } }
        if entries.count >= Self.capacity { entries.removeAll() }
        let known = entries[hash]?.noted
        entries[hash] = Entry(
            authenticated: authenticated, validUntil: now + Self.lifetime, endsAt: end,
            noted: known.map { $0.at < noted.at ? noted : $0 } ?? noted)
    }

    mutating func removeAll() {
        generation += 1
        entries.removeAll()
    }

    mutating func remove(where condition: (Authenticated) -> Bool) {
        generation += 1
        entries = entries.filter { !condition($0.value.authenticated) }
    }
}
