package import Primitives
package import Logging
import Synchronization

/// Makes renditions: each once, however many ask for it at a time, and a bounded number of them at all.
///
/// `run` is a long-lived service; without it, requests wait. What has been begun outlives whoever asked: it goes into
/// the cache in any case, and a picture that proves broken is noted as such.
package final class RenditionQueue: Sendable {
    private typealias Waiter = CheckedContinuation<RenditionContent, any Error>

    /// One rendition, from the first request for it until it is stored.
    private struct Flight {
        var waiters: [Int: Waiter] = [:]
        /// Set when it is made and not stored yet.
        var content: RenditionContent?
    }

    private struct State {
        var flights: [Rendition: Flight] = [:]
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
    ///   - concurrency: how many are made at a time.
    ///   - capacity: how many may be waiting or in the making; further ones are refused.
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

    /// How many are waiting or in the making.
    package var count: Int { state.withLock { $0.flights.count } }

    /// Works until its task is cancelled; then whoever waits hears that it is over.
    package func run() async {
        await withTaskGroup(of: Void.self) { group in
            var running = 0
            for await rendition in jobs {
                if running == concurrency {
                    await group.next()
                    running -= 1
                }
                guard isWanted(rendition) else { continue }
                group.addTask { await self.fly(rendition) }
                running += 1
            }
        }
        let left = state.withLock { state in
            state.isClosed = true
            defer { state.flights = [:] }
            return state.flights.values.flatMap(\.waiters.values)
        }
        for waiter in left { waiter.resume(throwing: ImageFailure.unavailable) }
    }

    /// Makes `rendition`, or waits for whoever makes it already. Throws an `ImageFailure`, or `unavailable` with reason
    /// `artwork_busy` when too much is waiting.
    package func make(_ rendition: Rendition) async throws -> RenditionContent {
        let number = state.withLock { state in
            state.lastWaiter += 1
            return state.lastWaiter
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiter in join(rendition, number, waiter) }
        } onCancel: {
            state.withLock { $0.flights[rendition]?.waiters.removeValue(forKey: number) }?
                .resume(throwing: CancellationError())
        }
    }

    private func join(_ rendition: Rendition, _ number: Int, _ waiter: Waiter) {
        let answer: Result<RenditionContent, any Error>? = state.withLock { state in
            if state.isClosed { return .failure(ImageFailure.unavailable) }
            if let content = state.flights[rendition]?.content { return .success(content) }
            if state.flights[rendition] == nil {
                guard state.flights.count < capacity else {
                    return .failure(
                        DomainError(
                            .unavailable, "Too many pictures are being made at the moment", reason: "artwork_busy",
                            retryAfter: .seconds(2)))
                }
                state.flights[rendition] = Flight()
                job.yield(rendition)
            }
            state.flights[rendition]?.waiters[number] = waiter
            return nil
        }
        if let answer { waiter.resume(with: answer) }
    }

    /// Whether anybody still waits for it; else it is forgotten.
    private func isWanted(_ rendition: Rendition) -> Bool {
        state.withLock { state in
            guard state.flights[rendition]?.waiters.isEmpty != false else { return true }
            state.flights[rendition] = nil
            return false
        }
    }

    private func fly(_ rendition: Rendition) async {
        do {
            // Somebody who looked into the cache just before it was stored comes here after it was.
            if let file = try await cache.open(rendition.name) {
                land(rendition, .success(.file(file)))
            } else {
                let bytes = try await render(rendition)
                land(rendition, .success(.bytes(bytes)))
                try await cache.put(bytes, as: rendition.name)
            }
            // Nobody has joined since it landed without taking its content along.
            state.withLock { $0.flights[rendition] = nil }
        } catch {
            land(rendition, .failure(error))
            if !(error is ImageFailure), !(error is CancellationError) {
                logger.warning("A picture could not be kept", metadata: ["error.message": "\(error)"])
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

    /// Tells everybody who waits. A failed flight is over with it: who comes later tries anew.
    private func land(_ rendition: Rendition, _ result: Result<RenditionContent, any Error>) {
        let waiters = state.withLock { state in
            let waiters = state.flights[rendition]?.waiters.values.map(\.self) ?? []
            switch result {
            case .success(let content):
                state.flights[rendition]?.waiters = [:]
                state.flights[rendition]?.content = content
            case .failure: state.flights[rendition] = nil
            }
            return waiters
        }
        for waiter in waiters { waiter.resume(with: result) }
    }
}
