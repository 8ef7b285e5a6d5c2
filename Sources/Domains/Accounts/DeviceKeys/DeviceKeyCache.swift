import Primitives
import Synchronization

/// Device keys that were opened recently, so that most requests of a player need neither the database nor decryption.
///
/// It is invalidated with `Authentication`: at once after changes by this process, within seconds after changes by
/// another.
final class DeviceKeyCache: Sendable {
    /// The keys of a user name; none when the name is unknown.
    struct Holder: Sendable {
        let user: ID<Person>?
        let keys: [OpenedDeviceKey]
    }

    private struct Entry<Value: Sendable> {
        let value: Value
        /// Monotonic time.
        let validUntil: Duration
    }

    private struct State {
        /// Grows with every invalidation. Results that were read before an invalidation must not be stored after it.
        var generation = 0
        var holders: [String: Entry<Holder>] = [:]
        var keys: [TokenHash: Entry<OpenedDeviceKey>] = [:]
        var ring: DeviceKeyRing?
        var isRingFresh = false
        /// The times when uses were last noted. They outlive invalidations, which happen more often.
        var noted: [ID<DeviceKey>: Timestamp] = [:]
    }

    private static let capacity = 5_000
    private let state = Mutex(State())

    var generation: Int { state.withLock { $0.generation } }

    // MARK: Keys from the file

    /// The ring as it was last read, and whether it is still current.
    func ring() -> (ring: DeviceKeyRing?, isFresh: Bool) {
        state.withLock { ($0.ring, $0.isRingFresh) }
    }

    func store(_ ring: DeviceKeyRing, generation: Int) {
        state.withLock { state in
            state.ring = ring
            state.isRingFresh = generation == state.generation
        }
    }

    // MARK: Keys from the database

    func holder(_ usernameKey: String, at now: Duration) -> Holder? {
        state.withLock { Self.find(usernameKey, in: $0.holders, at: now) }
    }

    func key(_ hashes: [TokenHash], at now: Duration) -> OpenedDeviceKey? {
        state.withLock { state in
            for hash in hashes {
                if let found = Self.find(hash, in: state.keys, at: now) { return found }
            }
            return nil
        }
    }

    func store(_ holder: Holder, named usernameKey: String, generation: Int, at now: Duration) {
        state.withLock { state in
            guard generation == state.generation else { return }
            Self.store(holder, as: usernameKey, in: &state.holders, at: now)
        }
    }

    func store(_ key: OpenedDeviceKey, hash: TokenHash, generation: Int, at now: Duration) {
        state.withLock { state in
            guard generation == state.generation else { return }
            Self.store(key, as: hash, in: &state.keys, at: now)
        }
    }

    private static func find<Key: Hashable, Value>(_ key: Key, in entries: [Key: Entry<Value>], at now: Duration)
        -> Value?
    {
        guard let entry = entries[key], now < entry.validUntil else { return nil }
        return entry.value
    }

    private static func store<Key: Hashable, Value>(
        _ value: Value, as key: Key, in entries: inout [Key: Entry<Value>], at now: Duration
    ) {
        if entries.count >= capacity { entries = entries.filter { now < $0.value.validUntil } }
        if entries.count >= capacity { entries.removeAll() }
        entries[key] = Entry(value: value, validUntil: now + AuthenticationCache.lifetime)
    }

    // MARK: Uses

    /// Whether to record a use of `key` now: at most once a minute.
    func shouldNote(_ key: OpenedDeviceKey, at now: Timestamp) -> Bool {
        let id = key.access.keyID
        return state.withLock { state in
            if let last = state.noted[id] ?? key.lastUsedAt, now.milliseconds - last.milliseconds < 60_000,
                last <= now
            {
                return false
            }
            if state.noted.count >= 4 * Self.capacity { state.noted.removeAll() }
            state.noted[id] = now
            return true
        }
    }

    // MARK: Invalidation

    func removeAll() {
        state.withLock { state in
            state.generation += 1
            state.holders.removeAll()
            state.keys.removeAll()
            state.isRingFresh = false
        }
    }

    func remove(user: ID<Person>) {
        state.withLock { state in
            state.generation += 1
            state.holders = state.holders.filter { $0.value.value.user != user }
            state.keys = state.keys.filter { $0.value.value.access.principal.user != user }
        }
    }

    func remove(_ ids: Set<ID<DeviceKey>>) {
        state.withLock { state in
            state.generation += 1
            state.holders = state.holders.filter { entry in
                !entry.value.value.keys.contains { ids.contains($0.access.keyID) }
            }
            state.keys = state.keys.filter { !ids.contains($0.value.value.access.keyID) }
        }
    }
}
