import Journal
package import Primitives

/// Authenticates remote clients by device keys, and manages the keys for users and admins.
///
/// A key has 130 random bits, so nobody can guess one. A wrong key is charged only to the network that it came from,
/// and a right one is always accepted. A player with an old key cannot lock out its household or any account: the same
/// wrong key is charged once.
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

    /// Throws `unauthenticated` with reason `wrong_credentials`, the same for an unknown name, a wrong or expired key
    /// and a disabled account. Throws `rateLimited` instead when the network has presented too many wrong ones.
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
            let use = CredentialUse(
                at: now, from: VisibleText.clean(address, maximum: 64), client: VisibleText.clean(client, maximum: 100))
            authentication.deferred.noteUse(of: .deviceKey(found.access.keyID), use)
        }
        return found.access
    }

    /// The key, and the user whose account was named.
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
            let stored = try await store.deviceKeys([id]).first
            let ring = try await ring()
            return (stored.flatMap { OpenedDeviceKey($0.key, of: $0.user, with: ring) }, stored?.user.id)
        }
    }

    private func key(_ text: String) async throws -> OpenedDeviceKey? {
        guard let text = DeviceKeyText.canonical(text) else { return nil }
        let generation = cache.generation
        let ring = try await ring()
        let hashes = ring.hashes(of: text)
        if let known = cache.key(hashes, at: monotonicClock.now()) { return known }
        guard let stored = try await store.deviceKey(hashes: hashes),
            let key = OpenedDeviceKey(stored.key, of: stored.user, with: ring)
        else { return nil }
        cache.store(key, hash: stored.key.secret.hash, generation: generation, at: monotonicClock.now())
        return key
    }

    /// An invalid name is not looked up: SQLite's text ends at NUL.
    private func holder(_ username: String) async throws -> DeviceKeyCache.Holder {
        guard let name = try? Username(username) else { return DeviceKeyCache.Holder(user: nil, keys: []) }
        if let known = cache.holder(name.key, at: monotonicClock.now()) { return known }
        let generation = cache.generation
        let ring = try await ring()
        let stored = try await store.deviceKeys(usernameKey: name.key)
        let keys =
            stored.map { stored in stored.keys.compactMap { OpenedDeviceKey($0, of: stored.user, with: ring) } } ?? []
        let holder = DeviceKeyCache.Holder(user: stored?.user.id, keys: keys)
        cache.store(holder, named: name.key, generation: generation, at: monotonicClock.now())
        return holder
    }

    /// The ring, read again after anything that may have changed it. While the file is unreadable the ring from before
    /// stays in use.
    private func ring() async throws -> DeviceKeyRing {
        let (known, isFresh) = cache.ring()
        if let known, isFresh { return known }
        let generation = cache.generation
        do {
            let ring = try await rings.load()
            cache.store(ring, generation: generation)
            return ring
        } catch {
            guard let known else { throw error }
            return known
        }
    }

    /// The error for a wrong credential. A repetition is neither charged nor recorded in the journal.
    private func refusal(
        of credential: DeviceCredential, by client: String, from address: String, to user: ID<Person>?,
        at now: Timestamp
    ) -> DomainError {
        let wrong = DomainError(.unauthenticated, "The user name or the key is not right", reason: "wrong_credentials")
        let network = SourceNetwork(address: address)
        if refused.isRepetition(credential, by: client, from: network, at: monotonicClock.now()) { return wrong }
        if let wait = refusals.refuse(address: address) { return .throttled(for: wait) }
        authentication.recordFailure(
            "devicekey.refused", of: user, from: VisibleText.clean(address, maximum: 64), at: now,
            ["client": VisibleText.clean(client, maximum: 100)])
        return wrong
    }
}
