package import Primitives

/// What each person was told, and whether they have seen it.
package struct NotificationService: Sendable {
    /// How many are marked in one call.
    package static let mostAtOnce = NotificationDraft.kept

    private let store: any NotificationStore
    private let clock: any WallClock

    package init(store: any NotificationStore, clock: any WallClock = SystemWallClock()) {
        self.store = store
        self.clock = clock
    }

    /// Newest first, with how many are unread altogether.
    package func notifications(
        unreadOnly: Bool = false, _ page: PageRequest, as caller: Principal
    ) async throws -> (page: Page<Notification>, unread: Int) {
        try caller.require(.takePart)
        return try await store.notifications(unreadOnly: unreadOnly, for: caller, page)
    }

    /// - Parameter ids: nil for all that there are.
    /// - Returns: how many are unread then.
    package func markRead(_ ids: [ID<Notification>]?, as caller: Principal) async throws -> Int {
        try caller.require(.takePart)
        guard ids?.count ?? 0 <= Self.mostAtOnce else {
            throw DomainError.invalid("ids holds more than \(Self.mostAtOnce) items", field: "ids")
        }
        return try await store.markRead(ids, for: caller, at: clock.now())
    }

    /// What somebody like the caller is told of at all.
    package func kinds(for caller: Principal) -> [NotificationKind] {
        NotificationKind.allCases.filter { $0.permission.map(caller.may) ?? true }
    }

    package func muted(as caller: Principal) async throws -> Set<NotificationKind> {
        try caller.require(.takePart)
        return try await store.muted(for: caller)
    }

    /// Of these kinds the caller is told nothing from now on; what they were told stays.
    package func mute(_ kinds: Set<NotificationKind>, as caller: Principal) async throws {
        try caller.require(.takePart)
        try await store.mute(kinds, for: caller)
    }
}
