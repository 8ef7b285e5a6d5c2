import ServiceLifecycle

/// A long-lived function as a service that ends at graceful shutdown.
struct Loop: Service {
    private let body: @Sendable () async throws -> Void

    init(_ body: @escaping @Sendable () async throws -> Void) {
        self.body = body
    }

    func run() async throws {
        do {
            try await cancelWhenGracefulShutdown {
                try await body()
                // A body that returns early must not take the whole group with it.
                while !Task.isCancelled { try? await Task.sleep(for: .seconds(3600)) }
            }
        } catch is CancellationError {
            // To the group an error would be a failure, at which it cuts off every stream.
        }
    }
}
