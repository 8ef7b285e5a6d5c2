package import Logging
package import Primitives
import Synchronization

/// Runs the encoders: a bounded number at once, and each conversion only once, however many listeners it has.
///
/// - A request for a running conversion joins it.
/// - When the last listener leaves, the encoder stops at once, unless the whole track is being converted for the cache
///   and half of it is done. Such a conversion continues in the slot of the user who started it.
/// - The conversions that one user has started are limited until they have been heard, since they are on the disk for
///   so long.
/// - A request without a free encoder waits for a short time, first come first served among the users whose own share
///   is not used up; then it is `rateLimited`.
///
/// `run` is a long-lived service: the encoders are its child tasks, and it ends them when it ends.
package final class TranscodeScheduler: Sendable {
    private struct State {
        /// By name: those that run or wait for an encoder.
        var sessions: [String: TranscodeSession] = [:]
        /// The number of running encoders, by user.
        var running: [String: Int] = [:]
        var runningCount = 0
        var waiting: [TranscodeSession] = []
        var isClosed = false
    }

    private let encoder: any AudioEncoder
    private let cache: any GrowingCacheStore
    private let limits: TranscodeLimits
    private let logger: Logger
    private let state = Mutex(State())
    /// The number of conversions, by the user who started them. Not part of `state`, under whose lock the last
    /// reference to one may be released.
    private let slots = Mutex<[String: Int]>([:])
    private let starts: AsyncStream<TranscodeSession>
    private let start: AsyncStream<TranscodeSession>.Continuation

    package init(
        encoder: any AudioEncoder, cache: any GrowingCacheStore, limits: TranscodeLimits, logger: Logger
    ) {
        self.encoder = encoder
        self.cache = cache
        self.limits = limits
        self.logger = logger
        (starts, start) = AsyncStream.makeStream(of: TranscodeSession.self)
    }

    /// The number of running encoders, and of conversions that wait for one.
    package var load: (running: Int, waiting: Int) { state.withLock { ($0.runningCount, $0.waiting.count) } }

    /// Works until its task is cancelled; then every conversion has ended.
    package func run() async {
        await withDiscardingTaskGroup { group in
            for await session in starts {
                group.addTask { await self.perform(session) }
            }
            group.cancelAll()
        }
        let left = state.withLock { state in
            state.isClosed = true
            defer { (state.waiting, state.sessions) = ([], [:]) }
            return state.sessions.values.map(\.self)
        }
        for session in left { session.close(.failed(TranscodeFailure.stopped)) }
    }

    // Listeners

    /// Joins the conversion called `name`, or starts it, and returns when its first bytes are available. Conversions
    /// with different output have different names. Throws a `TranscodeFailure`, or `rateLimited`.
    package func open(_ job: EncodeJob, name: String, for user: String) async throws -> TranscodeReader {
        let (session, number) = try state.withLock { state in try enter(&state, job, name, user) }
        do {
            try await firstBytes(session, number)
            guard let draft = session.draft else { throw TranscodeFailure.broken }
            return TranscodeReader(session, number, draft)
        } catch {
            session.leave(number)
            throw error
        }
    }

    /// Takes a slot of the user. Throws `rateLimited` if they have started as many conversions as they may and these
    /// have not been heard yet.
    private func takeSlot(for user: String) throws -> TranscodeSlot {
        try slots.withLock { slots in
            guard slots[user, default: 0] < limits.openPerUser else { throw Self.busy }
            slots[user, default: 0] += 1
        }
        return TranscodeSlot { [weak self] in
            self?.slots.withLock { slots in
                slots[user, default: 1] -= 1
                if slots[user] == 0 { slots[user] = nil }
            }
        }
    }

    private func enter(
        _ state: inout State, _ job: EncodeJob, _ name: String, _ user: String
    ) throws -> (TranscodeSession, Int) {
        guard !state.isClosed else { throw TranscodeFailure.stopped }
        if let session = state.sessions[name], let reader = session.join() { return (session, reader) }
        let slot = try takeSlot(for: user)
        let session = TranscodeSession(job, name: name, user: user, slot: slot, lead: limits.lead) { [weak self] in
            self?.abandon($0)
        }
        guard let reader = session.join() else { throw TranscodeFailure.stopped }
        if hasEncoder(state, for: user) {
            begin(session, &state)
        } else {
            guard state.waiting.count < limits.waiting,
                state.waiting.count(where: { $0.user == user }) < limits.waitingPerUser
            else { throw Self.busy }
            state.waiting.append(session)
        }
        state.sessions[name] = session
        return (session, reader)
    }

    private func firstBytes(_ session: TranscodeSession, _ reader: Int) async throws {
        guard state.withLock({ $0.waiting.contains { $0 === session } }) else {
            _ = try await session.wait(reader, beyond: 0)
            return
        }
        try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask {
                _ = try await session.wait(reader, beyond: 0)
                return true
            }
            group.addTask { [limits] in
                try await Task.sleep(for: limits.timeout)
                self.rejectIfWaiting(session)
                return false
            }
            defer { group.cancelAll() }
            // A session that got its encoder in time continues to wait for its output.
            while try await group.next() == false {}
        }
    }

    /// Rejects a session that still waits for an encoder.
    private func rejectIfWaiting(_ session: TranscodeSession) {
        let wasWaiting = state.withLock { state in
            guard let index = state.waiting.firstIndex(where: { $0 === session }) else { return false }
            state.waiting.remove(at: index)
            forget(session, &state)
            return true
        }
        if wasWaiting { session.close(.failed(Self.busy)) }
    }

    /// Called when the last listener of the session has left.
    private func abandon(_ session: TranscodeSession) {
        rejectIfWaiting(session)
        guard !(isKept(session) && session.isHalfDone) else { return }
        if session.stopIfUnheard() { state.withLock { forget(session, &$0) } }
    }

    private static let busy = DomainError(
        .rateLimited, "Too many tracks are being converted at the moment", reason: "transcoding_busy",
        retryAfter: .seconds(5))

    // Encoders

    private func hasEncoder(_ state: State, for user: String) -> Bool {
        state.runningCount < limits.encoders && state.running[user, default: 0] < limits.encodersPerUser
    }

    private func begin(_ session: TranscodeSession, _ state: inout State) {
        state.runningCount += 1
        state.running[session.user, default: 0] += 1
        start.yield(session)
    }

    private func perform(_ session: TranscodeSession) async {
        do {
            let draft = try await cache.begin()
            session.begin(draft)
            try await encode(session, into: draft)
            guard draft.size > 0 else { throw TranscodeFailure.broken }
            session.close(.finished)
            // Requests that come before it is cached still join it.
            if isKept(session) { try await draft.store(as: session.name) }
        } catch {
            session.close(.failed(error))
            if !(error is TranscodeFailure), !(error is CancellationError) {
                logger.warning("A conversion could not be stored", metadata: ["error.message": "\(error)"])
            }
        }
        release(session)
    }

    private func encode(_ session: TranscodeSession, into draft: any CacheDraft) async throws {
        let encoder = encoder
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await encoder.encode(session.job) { bytes in
                    try await draft.append(bytes)
                    await session.wrote(bytes.count)
                }
            }
            group.addTask {
                for await _ in session.ends {}
                throw CancellationError()
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    private func release(_ session: TranscodeSession) {
        state.withLock { state in
            forget(session, &state)
            state.runningCount -= 1
            state.running[session.user, default: 1] -= 1
            if state.running[session.user] == 0 { state.running[session.user] = nil }
            while let index = state.waiting.firstIndex(where: { hasEncoder(state, for: $0.user) }) {
                begin(state.waiting.remove(at: index), &state)
            }
        }
    }

    private func forget(_ session: TranscodeSession, _ state: inout State) {
        if state.sessions[session.name] === session { state.sessions[session.name] = nil }
    }

    /// Whether the output is cached: whole tracks are; a conversion that begins at an offset is made for one listener.
    private func isKept(_ session: TranscodeSession) -> Bool {
        cache.storesEntries && session.job.isCacheable && session.job.offset == 0
            && session.job.input == .original
    }
}

/// The limits on the number of conversions.
package struct TranscodeLimits: Sendable {
    /// The number of encoders at once.
    package var encoders: Int
    /// The number of encoders at once for one user.
    package var encodersPerUser: Int
    /// The number of requests that may wait for an encoder, of all users together.
    package var waiting: Int
    package var waitingPerUser: Int
    /// The number of conversions that one user has started and that still have a listener, whether or not the encoder
    /// has ended: each is on the disk until it has been heard, which may be slow.
    package var openPerUser: Int
    /// The longest wait of a request.
    package var timeout: Duration
    /// The number of bytes that an encoder may be ahead of its listeners.
    package var lead: Int64

    package init(
        encoders: Int, encodersPerUser: Int, waiting: Int = 64, waitingPerUser: Int = 16,
        openPerUser: Int = 32, timeout: Duration = .seconds(10), lead: Int64 = 128 << 20
    ) {
        self.encoders = max(1, encoders)
        self.encodersPerUser = max(1, encodersPerUser)
        self.waiting = waiting
        self.waitingPerUser = waitingPerUser
        self.openPerUser = openPerUser
        self.timeout = timeout
        self.lead = lead
    }
}
