package import Primitives
package import Logging
import Synchronization

/// Renders pictures: each rendition once, however many requests wait for it, and a bounded number at a time.
///
/// `run` is a long-lived service; without it, requests wait. A rendition that has been started outlives its request: it
/// is cached in any case, and a picture that proves broken is recorded as such.
package final class RenditionQueue: Sendable {
    private typealias Waiter = CheckedContinuation<RenditionContent, any Error>

    /// One rendition, from the first request for it until it is stored.
    private struct PendingRendition {
        var waiters: [Int: Waiter] = [:]
        /// Set when it has been rendered and is not stored yet.
        var content: RenditionContent?
    }

    private struct State {
        var pending: [Rendition: PendingRendition] = [:]
        var lastWaiter = 0
        var isClosed = false
    }

    private let processor: any ImageProcessor
    private let cache: any CacheStore
    private let facts: any ImageFactsStore
    private let clock: any WallClock
    private let concurrency: Int
    private let capacity: Int
    private let logger: Logger
    private let state = Mutex(State())
    private let jobs: AsyncStream<Rendition>
    private let job: AsyncStream<Rendition>.Continuation

    /// - Parameters:
    ///   - concurrency: the number that are rendered at a time.
    ///   - capacity: the number that may be waiting or in progress; further requests are refused.
    package init(
        processor: any ImageProcessor, cache: any CacheStore, facts: any ImageFactsStore, clock: any WallClock,
        concurrency: Int, capacity: Int = 512, logger: Logger
    ) {
        self.processor = processor
        self.cache = cache
        self.facts = facts
        self.clock = clock
        self.concurrency = max(1, concurrency)
        self.capacity = capacity
        self.logger = logger
        (jobs, job) = AsyncStream.makeStream(of: Rendition.self)
    }

    /// The number of renditions that are waiting or in progress.
    package var count: Int { state.withLock { $0.pending.count } }

    /// Works until its task is cancelled; then it fails all waiting requests.
    package func run() async {
        await withTaskGroup(of: Void.self) { group in
            var running = 0
            for await rendition in jobs {
                if running == concurrency {
                    await group.next()
                    running -= 1
                }
                guard isWanted(rendition) else { continue }
                group.addTask { await self.perform(rendition) }
                running += 1
            }
        }
        let left = state.withLock { state in
            state.isClosed = true
            defer { state.pending = [:] }
            return state.pending.values.flatMap(\.waiters.values)
        }
        for waiter in left { waiter.resume(throwing: ImageFailure.unavailable) }
    }

    /// Renders the picture, or waits for the rendering that is in progress. Throws an `ImageFailure`, or `unavailable`
    /// with reason `artwork_busy` if too many are waiting.
    package func make(_ rendition: Rendition) async throws -> RenditionContent {
        let number = state.withLock { state in
            state.lastWaiter += 1
            return state.lastWaiter
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiter in join(rendition, number, waiter) }
        } onCancel: {
            state.withLock { $0.pending[rendition]?.waiters.removeValue(forKey: number) }?
                .resume(throwing: CancellationError())
        }
    }

    private func join(_ rendition: Rendition, _ number: Int, _ waiter: Waiter) {
        let answer: Result<RenditionContent, any Error>? = state.withLock { state in
            if state.isClosed { return .failure(ImageFailure.unavailable) }
            if let content = state.pending[rendition]?.content { return .success(content) }
            if state.pending[rendition] == nil {
                guard state.pending.count < capacity else {
                    return .failure(
                        DomainError(
                            .unavailable, "Too many pictures are being made at the moment", reason: "artwork_busy",
                            retryAfter: .seconds(2)))
                }
                state.pending[rendition] = PendingRendition()
                job.yield(rendition)
            }
            state.pending[rendition]?.waiters[number] = waiter
            return nil
        }
        if let answer { waiter.resume(with: answer) }
    }

    /// Whether a request still waits for it; if not, it is removed.
    private func isWanted(_ rendition: Rendition) -> Bool {
        state.withLock { state in
            guard state.pending[rendition]?.waiters.isEmpty != false else { return true }
            state.pending[rendition] = nil
            return false
        }
    }

    private func perform(_ rendition: Rendition) async {
        do {
            // A request that missed the cache just before the rendition was stored arrives here after it was.
            if let file = try await cache.open(rendition.name) {
                deliver(rendition, .success(.file(file)))
            } else {
                let bytes = try await render(rendition)
                deliver(rendition, .success(.bytes(bytes)))
                try await cache.put(bytes, as: rendition.name)
            }
            // Every request that joined since then has received its content.
            state.withLock { $0.pending[rendition] = nil }
        } catch {
            deliver(rendition, .failure(error))
            if !(error is ImageFailure), !(error is CancellationError) {
                logger.warning("A picture could not be cached", metadata: ["error.message": "\(error)"])
            }
        }
    }

    private func render(_ rendition: Rendition) async throws -> [UInt8] {
        do throws(ImageFailure) {
            return try await processor.render(rendition)
        } catch {
            if case .broken(let problem) = error, case .image(let key) = rendition.source {
                try await facts.record([.broken(key, problem, at: clock.now())])
            }
            throw error
        }
    }

    /// Resumes all waiting requests. A failure also removes the entry, so that a later request tries again.
    private func deliver(_ rendition: Rendition, _ result: Result<RenditionContent, any Error>) {
        let waiters = state.withLock { state in
            let waiters = state.pending[rendition]?.waiters.values.map(\.self) ?? []
            switch result {
            case .success(let content):
                state.pending[rendition]?.waiters = [:]
                state.pending[rendition]?.content = content
            case .failure: state.pending[rendition] = nil
            }
            return waiters
        }
        for waiter in waiters { waiter.resume(with: result) }
    }
}
