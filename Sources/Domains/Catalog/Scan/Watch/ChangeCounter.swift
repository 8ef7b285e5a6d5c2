import Synchronization

/// How many changes of a folder have been seen.
final class ChangeCounter: Sendable {
    /// An element after every addition; several additions may be one element.
    let additions: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation
    private let number = Mutex(0)

    init() {
        (additions, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    }

    var count: Int { number.withLock { $0 } }

    func add() {
        number.withLock { $0 += 1 }
        continuation.yield()
    }

    func end() {
        continuation.finish()
    }
}
