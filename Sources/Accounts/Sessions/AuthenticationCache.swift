import Primitives

/// Who presented tokens belong to, for a few seconds, so that most requests need no database.
struct AuthenticationCache: Sendable {
    struct Entry: Sendable {
        let authenticated: Authenticated
        /// Monotonic time.
        let validUntil: Duration
        /// When its use was last noted.
        var notedAt: Timestamp
    }

    /// How long a change by another process can go unseen.
    static let lifetime = Duration.seconds(4)
    private static let capacity = 20_000

    private var entries: [TokenHash: Entry] = [:]
    /// Grows with every invalidation; what was read before one must not be stored after it.
    private(set) var generation = 0

    var count: Int { entries.count }

    /// The entry and whether its use is to be noted now, which is so once a minute.
    mutating func find(_ hash: TokenHash, at now: Duration, wall: Timestamp) -> (entry: Entry, note: Bool)? {
        guard let entry = entries[hash], now < entry.validUntil else { return nil }
        let note = wall.milliseconds - entry.notedAt.milliseconds >= 60_000
        if note { entries[hash]?.notedAt = wall }
        return (entry, note)
    }

    /// Stores what was read while `generation` was current.
    mutating func store(
        _ authenticated: Authenticated, for hash: TokenHash, notedAt: Timestamp, generation: Int, at now: Duration
    ) {
        guard generation == self.generation else { return }
        if entries.count >= Self.capacity { entries = entries.filter { now < $0.value.validUntil } }
        if entries.count >= Self.capacity { entries.removeAll() }
        let noted = max(notedAt, entries[hash]?.notedAt ?? notedAt)
        entries[hash] = Entry(authenticated: authenticated, validUntil: now + Self.lifetime, notedAt: noted)
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
