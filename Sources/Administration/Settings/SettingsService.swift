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
        let now = clock.now()
        return try await store.edit { settings in
            let before = settings.stored
            settings = try change.apply(to: settings)
            let after = settings.stored
            return Set(before.keys).union(after.keys).sorted().filter { before[$0] != after[$0] }.map { key in
                JournalEntry(
                    at: now, by: caller.actor, "setting.change", JournalEntry.Subject(kind: "setting", id: key),
                    details: ["from": before[key] ?? "none", "to": after[key] ?? "none"])
            }
        }
    }

    package func registrationRole() async throws -> Role? {
        let settings = try await store.settings()
        return settings.isRegistrationOpen ? settings.registrationRole : nil
    }

    private static func check(_ caller: Caller) throws(DomainError) {
        try caller.principal?.require(.administer)
    }
}
