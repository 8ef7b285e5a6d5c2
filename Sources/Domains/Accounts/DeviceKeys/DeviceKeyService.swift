import Journal
package import Primitives

/// Lets remote clients in by device keys, and does what people and admins do with these.
///
/// A key has 130 random bits, so nobody guesses one: a wrong one is charged to the network that it came from only, and a right one is
/// always let in. A player with an old key cannot lock out its household, nor anybody's account: the same wrong key is charged once.
package struct DeviceKeyService: Sendable {
    let store: any AccountStore
    let rings: any DeviceKeyRingStore
    let authentication: Authentication
    let clock: any WallClock
    package let pictures: SignedPictureURLs
    private let monotonicClock: any MonotonicClock
    private let refusals: SignInGuard
    private let refused = RefusedCredentials()

    package init(
        store: any AccountStore, rings: any DeviceKeyRingStore, authentication: Authentication,
        pictures: SignedPictureURLs, clock: any WallClock, monotonicClock: any MonotonicClock
    ) {
        self.store = store
        self.rings = rings
        self.authentication = authentication
        self.pictures = pictures
        self.clock = clock
        self.monotonicClock = monotonicClock
        refusals = SignInGuard(clock: monotonicClock)
    }

    private var cache: DeviceKeyCache { authentication.deviceKeys }

    /// Throws `unauthenticated` with reason `wrong_credentials`, the same for an unknown name, a wrong key, an ended one and a disabled
    /// account; `rateLimited` in its place when the network that it comes from has been wrong too often.
    ///
    /// - Parameters:
    ///   - client: the name that the client gives itself.
    ///   - address: its IP address.
    package func authenticate(
        _ credential: DeviceCredential, client: String, address: String
    ) async throws -> DeviceKeyAccess {
        let (found, user) = try await find(credential)
        let now = clock.now()
        guard let found, found.isLive(at: now) else {
            throw refusal(of: credential, by: client, from: address, to: user, at: now)
        }
        if !credential.isPicture, cache.shouldNote(found, at: now) {
            let use = DeviceKeyUse(
                at: now, client: VisibleText.clean(client, maximum: 100),
                address: VisibleText.clean(address, maximum: 64))
            authentication.deferred.noteUse(of: found.access.keyID, use)
        }
        return found.access
    }

    /// The key, and whose account was named.
    private func find(_ credential: DeviceCredential) async throws -> (key: OpenedDeviceKey?, user: ID<Person>?) {
        switch credential {
        case .apiKey(let text):
            return (try await key(text), nil)
        case .token(let username, let token, let salt):
            let holder = try await holder(username)
            return (DeviceKeyMatch.token(token, salt: salt, among: holder.keys), holder.user)
        case .password(let username, let password):
            let holder = try await holder(username)
            return (DeviceKeyMatch.text(password, among: holder.keys), holder.user)
        case .picture(let proof, let subject):
            guard let id = pictures.key(of: proof, of: subject) else { return (nil, nil) }
            let held = try await store.deviceKeys([id]).first
            let ring = try await ring()
            return (held.flatMap { OpenedDeviceKey($0.key, of: $0.user, with: ring) }, held?.user.id)
        }
    }

    private func key(_ text: String) async throws -> OpenedDeviceKey? {
        guard let text = DeviceKeyText.canonical(text) else { return nil }
        let generation = cache.generation
        let ring = try await ring()
        let hashes = ring.hashes(of: text)
        if let known = cache.key(hashes, at: monotonicClock.now()) { return known }
        guard let held = try await store.deviceKey(hashes: hashes),
            let key = OpenedDeviceKey(held.key, of: held.user, with: ring)
        else { return nil }
        cache.keep(key, hash: held.key.secret.hash, generation: generation, at: monotonicClock.now())
        return key
    }

    /// What is no valid name is not looked up: SQLite's text ends at NUL.
    private func holder(_ username: String) async throws -> DeviceKeyCache.Holder {
        guard let name = try? Username(username) else { return DeviceKeyCache.Holder(user: nil, keys: []) }
        if let known = cache.holder(name.key, at: monotonicClock.now()) { return known }
        let generation = cache.generation
        let ring = try await ring()
        let held = try await store.deviceKeys(usernameKey: name.key)
        let keys = held.map { held in held.keys.compactMap { OpenedDeviceKey($0, of: held.user, with: ring) } } ?? []
        let holder = DeviceKeyCache.Holder(user: held?.user.id, keys: keys)
        cache.keep(holder, named: name.key, generation: generation, at: monotonicClock.now())
        return holder
    }

    /// Read again after whatever may have changed it. A file that has become unreadable meanwhile ends nothing.
    private func ring() async throws -> DeviceKeyRing {
        let (known, isFresh) = cache.ring()
        if let known, isFresh { return known }
        let generation = cache.generation
        do {
            let ring = try await rings.load()
            cache.keep(ring, generation: generation)
            return ring
        } catch {
            guard let known else { throw error }
            return known
        }
    }

    /// A repetition is neither charged nor journalled.
    private func refusal(
        of credential: DeviceCredential, by client: String, from address: String, to user: ID<Person>?,
        at now: Timestamp
    ) -> DomainError {
        let wrong = DomainError(.unauthenticated, "The user name or the key is not right", reason: "wrong_credentials")
        let network = SourceNetwork(address: address)
        if refused.isRepetition(credential, by: client, from: network, at: monotonicClock.now()) { return wrong }
        if let wait = refusals.refuse(address: address) {
            return DomainError(
                .rateLimited, "Too many attempts; wait before the next one", reason: "throttled", retryAfter: wait)
        }
        authentication.deferred.record(
            JournalEntry(
                at: now, by: JournalEntry.Actor(user: nil, origin: VisibleText.clean(address, maximum: 64)),
                "devicekey.refused", user.map { JournalEntry.Subject(kind: "user", id: $0.rawValue) },
                details: ["client": VisibleText.clean(client, maximum: 100)]))
        return wrong
    }
}
