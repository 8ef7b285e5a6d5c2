package import Journal
package import Primitives

/// The sources of facts and pictures from outside, for admins. Every call needs `administer`. The journal records each
/// change, never a key.
package struct DescriptionService: Sendable {
    private let store: any DescriptionStore
    private let client: any DescriptionClient
    private let runner: DescriptionRunner
    private let sealer: SecretSealer
    private let health: ServiceHealth<DescriptionSource>
    private let clock: any WallClock

    package init(
        store: any DescriptionStore, client: any DescriptionClient, runner: DescriptionRunner, sealer: SecretSealer,
        health: ServiceHealth<DescriptionSource>, clock: any WallClock
    ) {
        self.store = store
        self.client = client
        self.runner = runner
        self.sealer = sealer
        self.health = health
        self.clock = clock
    }

    /// How the sources are set up, the trouble that each has had lately, and how far the lookups have come.
    package func state(as caller: Principal) async throws -> DescriptionState {
        try caller.require(.administer)
        let setups = try await store.setups()
        let sources = setups.map { DescriptionState.Source(setup: $0, trouble: health.trouble(of: $0.source)) }
        return DescriptionState(
            sources: sources, progress: try await store.progress(setups.stamp, at: clock.now()))
    }

    /// Changes a source. Whatever is being asked ends at once. A key is sent only to the address that it was given for:
    /// with a new address it is given again or removed. Throws `invalid` with the field.
    package func edit(
        _ source: DescriptionSource, _ change: DescriptionSourceChange, as caller: Principal,
        by actor: JournalEntry.Actor
    ) async throws {
        try caller.require(.administer)
        if let key = change.key ?? nil { try ServiceKey.check(key) }
        let base = try change.base.map { try $0.map(client.base) ?? source.standardBase }
        let key = try change.key.map { try $0.map { try sealer.seal($0.utf8, for: source.rawValue) } }
        let now = clock.now()
        try await store.edit { setups in
            guard let place = setups.firstIndex(where: { $0.source == source }) else { return [] }
            let before = setups[place]
            var setup = before
            setup.base = base ?? setup.base
            if let key {
                setup.sealedKey = key
            } else if setup.base != before.base, setup.sealedKey != nil {
                throw DomainError.invalid("Enter the key again for the new address", field: "key")
            }
            setup.isOn = change.isOn ?? setup.isOn
            if setup.isOn, source.needsKey, setup.sealedKey == nil {
                throw DomainError.invalid("This source wants a key", field: "key")
            }
            guard setup != before else { return [] }
            setups[place] = setup
            let details = ["source": source.rawValue, "address": setup.base, "on": "\(setup.isOn)"]
            return [JournalEntry(at: now, by: actor, "description.edit", nil, details: details)]
        }
        health.succeed(source)
        runner.restart()
    }

    /// Sends one request to a source, whether it is switched on or not. Nil where it answers as it should; else the
    /// reason why it does not.
    package func test(_ source: DescriptionSource, as caller: Principal) async throws -> ServiceFailure.Reason? {
        try caller.require(.administer)
        guard let setup = try await store.setups().first(where: { $0.source == source }) else { return nil }
        do {
            try await runner.probe(setup)
            return nil
        } catch let failure as ServiceFailure {
            return failure.reason
        }
    }

    /// Removes everything that came from outside. Throws `conflict` while a source is switched on, since it would come
    /// back.
    package func removeAll(as caller: Principal, by actor: JournalEntry.Actor) async throws {
        try caller.require(.administer)
        guard try await store.setups().stamp.isEmpty else {
            throw DomainError(.conflict, "Switch the sources off first", reason: "descriptions_on")
        }
        try await store.removeAll(JournalEntry(at: clock.now(), by: actor, "description.remove"))
    }
}

/// How the sources are set up, and how far the lookups have come.
package struct DescriptionState: Sendable {
    package struct Source: Sendable {
        package let setup: DescriptionSetup
        /// Since its last answer; nil for none.
        package let trouble: ServiceHealth<DescriptionSource>.Trouble?
    }

    package let sources: [Source]
    package let progress: DescriptionProgress
}
