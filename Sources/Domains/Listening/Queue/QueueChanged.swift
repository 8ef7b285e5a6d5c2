package import Primitives

extension DomainError {
    /// Another player has replaced the queue.
    package static let queueChanged = DomainError(
        .conflict, "Another player has replaced the queue", reason: "queue_changed")
}
