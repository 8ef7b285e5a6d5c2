import Primitives
import Synchronization

/// One running conversion and those who listen to it: the encoder appends to a draft, they read from it, each at its own speed.
///
/// The encoder may be `lead` bytes ahead of the listener who is furthest, so that one who reads slowly, or not at all, holds that much of
/// the disk and no memory. Nobody waits for the encoder but by `wait`.
final class TranscodeSession: Sendable {
    enum Outcome: Sendable {
        case finished
        case failed(any Error)
    }

    private struct Waiter {
        let offset: Int64
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct State {
        var draft: (any CacheDraft)?
        var written: Int64 = 0
        var outcome: Outcome?
        var readers: [Int: Int64] = [:]
        var waiters: [Int: Waiter] = [:]
        /// The encoder, while it is too far ahead.
        var gate: CheckedContinuation<Void, Never>?
        var lastNumber = 0
        var isDriven = true
    }

    /// What a listener learns.
    enum Progress: Sendable {
        /// There are bytes up to here.
        case written(Int64)
        /// There will be no more than these.
        case finished(Int64)
    }

    let order: EncodeJob
    let name: String
    /// Whose slot it takes.
    let user: String
    private let seat: TranscodeSlot
    /// Told when nobody listens any more.
    private let abandoned: @Sendable (TranscodeSession) -> Void
    private let lead: Int64
    private let state = Mutex(State())
    /// Its element, or its end, asks for the end of the encoder.
    let ends: AsyncStream<Void>
    private let end: AsyncStream<Void>.Continuation

    init(
        _ order: EncodeJob, name: String, user: String, seat: TranscodeSlot, lead: Int64,
        abandoned: @escaping @Sendable (TranscodeSession) -> Void
    ) {
        self.order = order
        self.name = name
        self.user = user
        self.seat = seat
        self.lead = lead
        self.abandoned = abandoned
        (ends, end) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    }

    // Listeners

    /// Nil when it has failed or is being ended.
    func join() -> Int? {
        state.withLock { state in
            guard state.isDriven else { return nil }
            if case .failed? = state.outcome { return nil }
            state.lastNumber += 1
            state.readers[state.lastNumber] = 0
            return state.lastNumber
        }
    }

    func leave(_ reader: Int) {
        let (isAbandoned, gate) = state.withLock { state -> (Bool, CheckedContinuation<Void, Never>?) in
            guard state.readers.removeValue(forKey: reader) != nil else { return (false, nil) }
            // Whoever was furthest may be the one who left; without anybody there is nothing to wait for.
            return (state.readers.isEmpty && state.outcome == nil, openGate(&state))
        }
        gate?.resume()
        if isAbandoned { abandoned(self) }
    }

    /// The file to read from; there once `wait` has returned.
    var draft: (any CacheDraft)? { state.withLock { $0.draft } }

    /// Waits until there is more than `offset` bytes or the end, and notes that this listener has come so far. Throws why there will be no
    /// more, and `CancellationError`.
    func wait(_ reader: Int, beyond offset: Int64) async throws -> Progress {
        while true {
            let (progress, gate) = state.withLock { state -> (Progress?, CheckedContinuation<Void, Never>?) in
                if state.readers[reader] != nil { state.readers[reader] = offset }
                let gate = openGate(&state)
                if state.written > offset { return (.written(state.written), gate) }
                if case .finished? = state.outcome { return (.finished(state.written), gate) }
                return (nil, gate)
            }
            gate?.resume()
            if let progress { return progress }
            if case .failed(let error) = state.withLock({ $0.outcome }) { throw error }
            try await sleep(beyond: offset)
        }
    }

    private func sleep(beyond offset: Int64) async throws {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isDue = state.withLock { state in
                    guard !Task.isCancelled, state.written <= offset, state.outcome == nil else { return true }
                    state.waiters[number] = Waiter(offset: offset, continuation: continuation)
                    return false
                }
                if isDue { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: number) }?.continuation.resume()
        }
        try Task.checkCancellation()
    }

    // The encoder

    /// Whether at least half of it is there: then it is worth finishing for whoever asks next.
    var isHalfDone: Bool {
        state.withLock { $0.written >= order.estimatedBytes / 2 }
    }

    func begin(_ draft: any CacheDraft) {
        state.withLock { $0.draft = draft }
    }

    /// Takes note of bytes that the draft has taken, and waits while that is far ahead of every listener.
    func wrote(_ count: Int) async {
        let due = state.withLock { state in
            state.written += Int64(count)
            let due = state.waiters.filter { $0.value.offset < state.written }
            for number in due.keys { state.waiters[number] = nil }
            return due.values.map(\.continuation)
        }
        for continuation in due { continuation.resume() }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOpen = state.withLock { state in
                    guard !Task.isCancelled, isTooFarAhead(state) else { return true }
                    state.gate = continuation
                    return false
                }
                if isOpen { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.gate.take() }?.resume()
        }
    }

    func close(_ outcome: Outcome) {
        let due = state.withLock { state in
            if state.outcome == nil { state.outcome = outcome }
            state.isDriven = false
            if case .finished = outcome { state.isDriven = true }
            defer { state.waiters = [:] }
            return state.waiters.values.map(\.continuation)
        }
        for continuation in due { continuation.resume() }
        end.finish()
    }

    /// Has the encoder end, unless somebody has joined meanwhile. Whether it will.
    func stopIfUnheard() -> Bool {
        let stops = state.withLock { state in
            guard state.readers.isEmpty, state.outcome == nil else { return false }
            state.isDriven = false
            return true
        }
        if stops { end.finish() }
        return stops
    }

    private func isTooFarAhead(_ state: State) -> Bool {
        guard let furthest = state.readers.values.max() else { return false }
        return state.written - furthest > lead
    }

    private func openGate(_ state: inout State) -> CheckedContinuation<Void, Never>? {
        isTooFarAhead(state) ? nil : state.gate.take()
    }
}
