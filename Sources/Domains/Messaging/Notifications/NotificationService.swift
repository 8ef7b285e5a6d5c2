package import Journal
package import Primitives

/// Reads a user's notifications, marks them as read, and mutes kinds.
package struct NotificationService: Sendable {
    /// The number of notifications that one call may mark.
    package static let mostAtOnce = NotificationDraft.maximumPerUser

    private let store: any NotificationStore
    private let clock: any WallClock

    package init(store: any NotificationStore, clock: any WallClock = SystemWallClock()) {
        self.store = store
        self.clock = clock
    }

    /// Newest first, with the number of all unread ones.
    package func notifications(
        unreadOnly: Bool = false, _ page: PageRequest, as caller: Principal
    ) async throws -> (page: Page<Notification>, unread: Int) {
        try caller.require(.takePart)
        return try await store.notifications(unreadOnly: unreadOnly, for: caller, page)
    }

    /// - Parameter ids: nil for all.
    /// - Returns: the number that is unread afterwards.
    package func markRead(_ ids: [ID<Notification>]?, as caller: Principal) async throws -> Int {
        try caller.require(.takePart)
        guard ids?.count ?? 0 <= Self.mostAtOnce else {
            throw DomainError.invalid("ids contains more than \(Self.mostAtOnce) items", field: "ids")
        }
        return try await store.markRead(ids, for: caller, at: clock.now())
    }

    /// The kinds that the caller can receive.
    package func kinds(for caller: Principal) -> [NotificationKind] {
        NotificationKind.allCases.filter { $0.permission.map(caller.may) ?? true }
    }

    package func muted(as caller: Principal) async throws -> Set<NotificationKind> {
        try caller.require(.takePart)
        return try await store.muted(for: caller)
    }

    /// Stops notifications of these kinds for the caller. Those that were delivered stay.
    package func mute(_ kinds: Set<NotificationKind>, as caller: Principal) async throws {
        try caller.require(.takePart)
        try await store.mute(kinds, for: caller)
    }
}

/// The storage of notifications. Every method is one transaction and concerns the caller's own.
package protocol NotificationStore: Sendable {
    /// Newest first.
    func notifications(
        unreadOnly: Bool, for caller: Principal, _ page: PageRequest
    ) async throws -> (page: Page<Notification>, unread: Int)
    /// Marks those of `ids` that exist, or all when it is nil. Returns the number that is unread afterwards.
    func markRead(_ ids: [ID<Notification>]?, for caller: Principal, at instant: Timestamp) async throws -> Int
    func muted(for caller: Principal) async throws -> Set<NotificationKind>
    func mute(_ kinds: Set<NotificationKind>, for caller: Principal) async throws
}
