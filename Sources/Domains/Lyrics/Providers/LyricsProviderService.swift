package import Journal
package import Primitives

/// The providers of lyrics, for admins. Every call needs `administer`. The journal records each change, never a key.
package struct LyricsProviderService: Sendable {
    private let store: any LyricsProviderStore
    private let client: any LyricsProviderClient
    private let sealer: SecretSealer
    private let health: ServiceHealth<ID<LyricsProvider>>
    private let clock: any WallClock

    package init(
        store: any LyricsProviderStore, client: any LyricsProviderClient, sealer: SecretSealer,
        health: ServiceHealth<ID<LyricsProvider>>, clock: any WallClock
    ) {
        self.store = store
        self.client = client
        self.sealer = sealer
        self.health = health
        self.clock = clock
    }

    /// In the order in which they are asked, each with the trouble that it has had lately.
    package func list(
        as caller: Principal
    ) async throws -> [(provider: LyricsProvider, trouble: ServiceHealth<ID<LyricsProvider>>.Trouble?)] {
        try caller.require(.administer)
        return try await store.list().map { ($0, health.trouble(of: $0.id)) }
    }

    /// Adds a provider at the end of the list; switched off unless the draft says otherwise.
    package func add(
        _ kind: LyricsProvider.Kind, _ draft: LyricsProviderChange, as caller: Principal, by actor: JournalEntry.Actor
    ) async throws -> LyricsProvider {
        try caller.require(.administer)
        try draft.check()
        guard let name = draft.name, let base = draft.base else {
            throw DomainError.invalid("A provider needs a name and an address", field: "url")
        }
        let now = clock.now()
        let id = ID<LyricsProvider>.make(at: now)
        let key = try (draft.key ?? nil).map { try sealer.seal($0.utf8, for: id.rawValue) }
        let provider = LyricsProvider(
            id: id, kind: kind, name: name, base: try client.base(base, of: kind), sealedKey: key,
            isEnabled: draft.isEnabled ?? false, storageDays: draft.storageDays ?? kind.storageDays, changedAt: now)
        try await store.edit { providers in
            guard providers.count < LyricsProvider.most else {
                throw DomainError(
                    .conflict, "There are at most \(LyricsProvider.most) providers", reason: "providers_full")
            }
            providers.append(provider)
            return [entry("provider.add", provider, by: actor, at: now)]
        }
        return provider
    }

    /// Changes a provider. A key is sent only to the address that it was given for: with a new address it is given
    /// again or removed. Throws `notFound`; `invalid` with the field.
    package func edit(
        _ id: ID<LyricsProvider>, _ change: LyricsProviderChange, as caller: Principal, by actor: JournalEntry.Actor
    ) async throws -> LyricsProvider {
        try caller.require(.administer)
        try change.check()
        let now = clock.now()
        let (client, sealer) = (client, sealer)
        let providers = try await store.edit { providers in
            guard let place = providers.firstIndex(where: { $0.id == id }) else { throw Self.absent }
            let before = providers[place]
            var provider = before
            provider.name = change.name ?? provider.name
            if let base = change.base { provider.base = try client.base(base, of: provider.kind) }
            if let key = change.key {
                provider.sealedKey = try key.map { try sealer.seal($0.utf8, for: id.rawValue) }
            } else if provider.base != before.base, provider.sealedKey != nil {
                throw DomainError.invalid("Enter the key again for the new address", field: "key")
            }
            provider.isEnabled = change.isEnabled ?? provider.isEnabled
            if let days = change.storageDays { provider.storageDays = days }
            guard provider != before else { return [] }
            provider.changedAt = now
            providers[place] = provider
            return [entry("provider.edit", provider, by: actor, at: now)]
        }
        health.succeed(id)
        guard let provider = providers.first(where: { $0.id == id }) else { throw Self.absent }
        return provider
    }

    /// Removes a provider, and with it the words that it gave. Throws `notFound`.
    package func remove(
        _ id: ID<LyricsProvider>, as caller: Principal, by actor: JournalEntry.Actor
    ) async throws {
        try caller.require(.administer)
        let now = clock.now()
        try await store.edit { providers in
            guard let place = providers.firstIndex(where: { $0.id == id }) else { throw Self.absent }
            let provider = providers.remove(at: place)
            return [entry("provider.remove", provider, by: actor, at: now)]
        }
        health.succeed(id)
    }

    /// Puts the providers into an order. Throws `conflict` where `ids` are not exactly the present ones.
    package func order(
        _ ids: [ID<LyricsProvider>], as caller: Principal, by actor: JournalEntry.Actor
    ) async throws -> [LyricsProvider] {
        try caller.require(.administer)
        let now = clock.now()
        return try await store.edit { providers in
            let ordered = ids.compactMap { id in providers.first { $0.id == id } }
            guard ordered.count == providers.count, Set(ids).count == ids.count, ids.count == ordered.count else {
                throw DomainError(
                    .conflict, "The list has changed. Load it again.", reason: "providers_changed")
            }
            guard ordered != providers else { return [] }
            providers = ordered
            return [JournalEntry(at: now, by: actor, "provider.order")]
        }
    }

    /// Sends one request to a provider, whether it is switched on or not. Nil where it answers as it should; else the
    /// reason why it does not. Throws `notFound`.
    package func test(
        _ id: ID<LyricsProvider>, as caller: Principal
    ) async throws -> ServiceFailure.Reason? {
        try caller.require(.administer)
        guard let provider = try await store.list().first(where: { $0.id == id }) else { throw Self.absent }
        do {
            try await client.probe(provider, key: try sealer.key(provider.sealedKey, of: id.rawValue))
            health.succeed(id)
            return nil
        } catch let failure as ServiceFailure {
            return failure.reason
        }
    }

    private func entry(
        _ action: String, _ provider: LyricsProvider, by actor: JournalEntry.Actor, at now: Timestamp
    ) -> JournalEntry {
        JournalEntry(
            at: now, by: actor, action, .init("provider", provider.id), details: ["name": provider.name])
    }

    private static let absent = DomainError.notFound("There is no such provider")
}

/// The storage of providers. Every method is one transaction.
package protocol LyricsProviderStore: Sendable {
    /// In the admin's order.
    func list() async throws -> [LyricsProvider]

    /// Loads the list, changes it, and stores it with the entries that `change` returns. Stores nothing when it returns
    /// none. Words and lookups of a removed provider go with it.
    @discardableResult
    func edit(
        _ change: @escaping @Sendable (inout [LyricsProvider]) throws -> [JournalEntry]
    ) async throws -> [LyricsProvider]
}
