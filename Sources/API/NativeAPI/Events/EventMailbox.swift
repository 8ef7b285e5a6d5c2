/// What waits to be written into one event stream. Nothing in it grows without bound: when the client takes its messages too slowly
/// the mailbox closes, the stream ends, and the client connects anew and looks for itself.
struct EventMailbox: Sendable {
    let messages: AsyncStream<ServerSentEvent>
    private let continuation: AsyncStream<ServerSentEvent>.Continuation

    init(capacity: Int) {
        (messages, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(capacity))
    }

    /// False when the mailbox is closed or has just been closed because it was full.
    @discardableResult
    func send(_ message: ServerSentEvent) -> Bool {
        switch continuation.yield(message) {
        case .enqueued: return true
        case .dropped, .terminated:
            continuation.finish()
            return false
        @unknown default: return false
        }
    }

    /// What is in it is still delivered.
    func close() {
        continuation.finish()
    }
}
