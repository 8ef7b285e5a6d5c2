package import Accounts
package import Journal
package import Primitives

/// Reads and changes the settings while the server runs. The journal records each change with the value before.
package struct SettingsService: RegistrationPolicy {
    private let store: any SettingsStore
    private let clock: any WallClock

    package init(store: any SettingsStore, clock: any WallClock = SystemWallClock()) {
        self.store = store
        self.clock = clock
    }

    /// Readable for visitors before they join.
    package func privacyPolicy(in language: AccountLocale) async throws -> PrivacyPolicy {
        PrivacyPolicy(try await store.settings(), in: language)
    }

    /// For the server itself, without a permission.
    package func current() async throws -> ServerSettings {
        try await store.settings()
    }

    package func get(as caller: Caller) async throws -> ServerSettings {
        try Self.check(caller)
        return try await store.settings()
    }

    /// Throws `invalid` with the field.
    package func edit(_ change: SettingsChange, as caller: Caller) async throws -> ServerSettings {
        try Self.check(caller)
        if change.isRegistrationOpen != nil || change.registrationRole != nil || change.linkNetworks != nil
            || change.listenBrainzURL != nil
        {
            // Open registration would let a token's holder make an account, and services inside the network were never
            // meant for one. Another address would be given the tokens that users enter from then on.
            try caller.principal?.require([.credentials])
        }
        let now = clock.now()
        return try await store.edit { settings in
            let before = settings.stored
            settings = try change.apply(to: settings)
            let after = settings.stored
            return Set(before.keys).union(after.keys).sorted().filter { before[$0] != after[$0] }.map { key in
                .setting(
                    key, from: Self.shown(key, before[key]), to: Self.shown(key, after[key]), by: caller.actor, at: now)
            }
        }
    }

    package func registrationRole() async throws -> Role? {
        let settings = try await store.settings()
        return settings.isRegistrationOpen ? settings.registrationRole : nil
    }

    /// For a long text the journal records its length only.
    private static func shown(_ key: String, _ value: String?) -> String {
        guard let value else { return "none" }
        return key == "privacy.policy" ? "\(value.count) characters" : value
    }

    private static func check(_ caller: Caller) throws(DomainError) {
        try caller.principal?.require(.administer)
    }
}

/// The storage of settings. Every method is one transaction.
package protocol SettingsStore: Sendable {
    func settings() async throws -> ServerSettings
    /// Loads the settings, changes them, and stores them with the entries that `change` returns. Stores nothing when it
    /// returns none.
    func edit(
        _ change: @escaping @Sendable (inout ServerSettings) throws -> [JournalEntry]
    ) async throws -> ServerSettings
}
