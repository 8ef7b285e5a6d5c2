import Accounts
package import Journal
import Messaging
package import Primitives
import Shelf

/// A fixture over a new database, with helpers that the tests of every area use.
package protocol StoreFixture: Sendable {
    var engine: Engine { get }
}

extension StoreFixture {
    /// The number of journal entries with this action.
    package func journal(_ action: String) async throws -> Int {
        try await engine.journal.entries(JournalFilter(action: action), .first(PageRequest.maximumLimit)).items.count
    }

    /// The events so far, oldest first. With a name, only those of that name.
    package func loggedEvents(named name: EventName? = nil) async throws -> [Event] {
        let events = try await engine.events.events(after: 0, limit: 10_000) ?? []
        return events.map(\.event).filter { name == nil || $0.name == name }
    }

    /// The notifications of `person`, newest first. With a kind, only those of that kind.
    package func notifications(
        _ kind: NotificationKind? = nil, of person: Principal
    ) async throws -> [Journal.Notification] {
        try await engine.notifications.notifications(
            unreadOnly: false, for: person, .first(PageRequest.maximumLimit)
        ).page.items.filter { kind == nil || $0.kind == kind }
    }

    package func disable(_ person: String) async throws {
        _ = try await engine.accounts.edit(ID(person)) { $0.user.disabled = true }
    }

    /// Gives the user access to these libraries.
    package func give(_ libraries: LibraryScope, to person: String) async throws {
        _ = try await engine.accounts.edit(ID(person)) { $0.user.libraries = libraries }
    }

    /// Deletes the account with all of its data.
    package func removeAccount(_ person: String) async throws {
        try await disable(person)
        let entry = JournalEntry(at: Timestamp(milliseconds: 1_795_000_000_000), by: .gateway, "user.delete")
        _ = try await engine.accounts.delete(ID(person), keepingShared: false, journal: entry)
    }
}

extension Engine {
    /// Adds an account whose name is its id. It sees all libraries, and hears explicit music if `person` does.
    package func add(_ person: Principal, at instant: Timestamp) async throws {
        let user = User(
            id: person.user, username: try Username(person.user.rawValue), role: person.role, createdAt: instant,
            libraries: .everything.including(explicit: person.libraries.includesExplicit))
        try await accounts.create(presenting: nil) { _ in NewAccount(user, journal: []) }
    }

    /// Stores a decision's events and notifications, without rows of a domain.
    package func write(
        at instant: Timestamp, events: [Event] = [], notifications: [NotificationDraft] = []
    ) async throws {
        var changes = Changes<PlaylistWrite>(at: instant)
        changes.events = events
        changes.notifications = notifications.map { NotificationChange.deliver($0) }
        let written = changes
        _ = try await playlists.edit { _ in (written, ()) }
    }
}
