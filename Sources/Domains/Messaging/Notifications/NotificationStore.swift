package import Primitives

/// What people's notifications need from storage. Every method is one transaction and concerns the caller's own.
package protocol NotificationStore: Sendable {
    /// Newest first.
    func notifications(
        unreadOnly: Bool, for caller: Principal, _ page: PageRequest
    ) async throws -> (page: Page<Notification>, unread: Int)
    /// Those of `ids` that are there, or all where it is nil. Returns how many are unread then.
    func markRead(_ ids: [ID<Notification>]?, for caller: Principal, at instant: Timestamp) async throws -> Int
    /// The kinds that the person does not want to be told.
    func muted(for caller: Principal) async throws -> Set<NotificationKind>
    func mute(_ kinds: Set<NotificationKind>, for caller: Principal) async throws
}
