package import Accounts
import Journal
package import Primitives

/// What admins set while the gateway runs; each change is in the journal with what it was before.
package struct SettingsService: RegistrationPolicy {
    private let store: any SettingsStore
    private let clock: any WallClock

    package init(store: any SettingsStore, clock: any WallClock = SystemWallClock()) {
        self.store = store
        self.clock = clock
    }

    /// For anybody who wants to know before they join.
    package func privacyPolicy(in language: AccountLocale) async throws -> PrivacyPolicy {
        PrivacyPolicy(try await store.settings(), in: language)
    }

    /// For the gateway itself.
    package func current() async throws -> GatewaySettings {
        try await store.settings()
    }

    package func get(as caller: Caller) async throws -> GatewaySettings {
        try Self.check(caller)
        return try await store.settings()
    }

    /// Throws `invalid` with the field.
    package func edit(_ change: SettingsChange, as caller: Caller) async throws -> GatewaySettings {
        try Self.check(caller)
        if change.isRegistrationOpen != nil || change.registrationRole != nil || change.linkNetworks != nil {
            // Where anybody may make an account, so may whoever holds the token; and what is reached inside the network was never meant for it.
            try caller.principal?.require([.credentials])
        }
        let now = clock.now()
        return try await store.edit { settings in
            let before = settings.stored
            settings = try change.apply(to: settings)
            let after = settings.stored
            return Set(before.keys).union(after.keys).sorted().filter { before[$0] != after[$0] }.map { key in
                JournalEntry(
                    at: now, by: caller.actor, "setting.change", JournalEntry.Subject(kind: "setting", id: key),
                    details: ["from": Self.shown(key, before[key]), "to": Self.shown(key, after[key])])
            }
        }
    }

    package func registrationRole() async throws -> Role? {
        let settings = try await store.settings()
        return settings.isRegistrationOpen ? settings.registrationRole : nil
    }

    /// Of a long text the journal holds how long it is.
    private static func shown(_ key: String, _ value: String?) -> String {
        guard let value else { return "none" }
        return key == "privacy.policy" ? "\(value.count) characters" : value
    }

    private static func check(_ caller: Caller) throws(DomainError) {
        try caller.principal?.require(.administer)
    }
}
