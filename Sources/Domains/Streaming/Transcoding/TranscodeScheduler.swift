package import Primitives
package import Logging
import Synchronization

/// Runs the encoders: a bounded number at once, each conversion once however many listen to it.
///
/// - Who asks for a conversion that is running listens to that one.
/// - When the last listener leaves, the encoder ends at once; unless the whole track is being made for the cache and half of it is there.
///   That one goes on, in the slot of whoever began it.
/// - What one person begins is bounded until it has been heard, since it is on the disk for so long.
/// - Who finds no free encoder waits a little, first come first served among those whose own share is not used up; then it is
///   `rateLimited`.
///
/// `run` is a long-lived service: the encoders are its child tasks, and it ends them when it ends.
package final class TranscodeScheduler: Sendable {
    private struct State {
        /// By name: running, or waiting for an encoder.
        var sessions: [String: TranscodeSession] = [:]
        /// Encoders by person.
        var running: [String: Int] = [:]
        var runningCount = 0
        var line: [TranscodeSession] = []
        var isClosed = false
    }

    private let encoder: any AudioEncoder
    private let cache: any GrowingCacheStore
    private let limits: TranscodeLimits
    private let logger: Logger
    private let state = Mutex(State())
    /// Conversions by the person who began them. Not part of `state`, under whose lock the last reference to one may end.
    private let seats = Mutex<[String: Int]>([:])
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

    /// Encoders that run, and conversions that wait for one.
    package var load: (running: Int, waiting: Int) { state.withLock { ($0.runningCount, $0.line.count) } }

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
            defer { (state.line, state.sessions) = ([], [:]) }
            return state.sessions.values.map(\.self)
        }
        for session in left { session.close(.failed(TranscodeFailure.stopped)) }
    }

    // Listeners

    /// Joins the conversion called `name`, or begins it, and returns when its first bytes are there. `name` tells apart all that would come
    /// out differently. Throws a `TranscodeFailure`, or `rateLimited`.
    package func open(_ order: EncodeJob, name: String, for user: String) async throws -> TranscodeReader {
        let (session, number) = try state.withLock { state in try enter(&state, order, name, user) }
        do {
            try await firstBytes(session, number)
            guard let draft = session.draft else { throw TranscodeFailure.broken }
            return TranscodeReader(session, number, draft)
        } catch {
            session.leave(number)
            throw error
        }
    }

    /// Throws `rateLimited` where the person has begun as much as they may and it has not been heard yet.
    private func seat(for user: String) throws -> TranscodeSlot {
        try seats.withLock { seats in
            guard seats[user, default: 0] < limits.openPerUser else { throw Self.busy }
            seats[user, default: 0] += 1
        }
        return TranscodeSlot { [weak self] in
            self?.seats.withLock { seats in
                seats[user, default: 1] -= 1
                if seats[user] == 0 { seats[user] = nil }
            }
        }
    }

    private func enter(
        _ state: inout State, _ order: EncodeJob, _ name: String, _ user: String
    ) throws -> (TranscodeSession, Int) {
        guard !state.isClosed else { throw TranscodeFailure.stopped }
        if let session = state.sessions[name], let reader = session.join() { return (session, reader) }
        let seat = try seat(for: user)
        let session = TranscodeSession(order, name: name, user: user, seat: seat, lead: limits.lead) { [weak self] in
            self?.abandon($0)
        }
        guard let reader = session.join() else { throw TranscodeFailure.stopped }
        if hasEncoder(state, for: user) {
            begin(session, &state)
        } else {
            guard state.line.count < limits.waiting,
                state.line.count(where: { $0.user == user }) < limits.waitingPerUser
            else { throw Self.busy }
            state.line.append(session)
        }
        state.sessions[name] = session
        return (session, reader)
    }

    private func firstBytes(_ session: TranscodeSession, _ reader: Int) async throws {
        guard state.withLock({ $0.line.contains { $0 === session } }) else {
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
                self.turnAway(session)
                return false
            }
            defer { group.cancelAll() }
            // Whoever's turn came in time goes on waiting for the encoder.
            while try await group.next() == false {}
        }
    }

    /// If it still waits for an encoder.
    private func turnAway(_ session: TranscodeSession) {
        let wasWaiting = state.withLock { state in
            guard let index = state.line.firstIndex(where: { $0 === session }) else { return false }
            state.line.remove(at: index)
            forget(session, &state)
            return true
        }
        if wasWaiting { session.close(.failed(Self.busy)) }
    }

    /// Nobody listens to it any more.
    private func abandon(_ session: TranscodeSession) {
        turnAway(session)
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
            // Those who come before it is kept still join it.
            if isKept(session) { try await draft.keep(as: session.name) }
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
                try await encoder.encode(session.order) { bytes in
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
            while let index = state.line.firstIndex(where: { hasEncoder(state, for: $0.user) }) {
                begin(state.line.remove(at: index), &state)
            }
        }
    }

    private func forget(_ session: TranscodeSession, _ state: inout State) {
        if state.sessions[session.name] === session { state.sessions[session.name] = nil }
    }

    /// Whole tracks go into the cache; what begins at an offset is made for one listener.
    private func isKept(_ session: TranscodeSession) -> Bool {
        cache.isKeeping && session.order.isForKeeping && session.order.offset == 0 && session.order.input == .original
    }
}
