/// Lets a few at a time look rules up, so that slow ones never hold every connection that reads.
actor SmartQueryLimiter {
    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ count: Int) {
        free = count
    }

    /// Waits for its turn, which comes: each lasts a bounded time.
    func run<R: Sendable>(_ body: @Sendable () async throws -> R) async throws -> R {
        if free > 0 { free -= 1 } else { await withCheckedContinuation { waiting.append($0) } }
        defer { if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() } }
        return try await body()
    }
}
