package import Primitives
import Synchronization

/// One running conversion and its listeners: the encoder appends to a draft, and they read from it, each at its own
/// speed.
///
/// The encoder may be `lead` bytes ahead of the furthest listener, so that one who reads slowly, or not at all, takes
/// that much of the disk and no memory. Listeners wait for the encoder only in `wait`.
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
        /// The waiting encoder, while it is too far ahead.
        var gate: CheckedContinuation<Void, Never>?
        var lastNumber = 0
        var isDriven = true
    }

    /// The progress that a listener sees.
    enum Progress: Sendable {
        /// Bytes are available up to this offset.
        case written(Int64)
        /// The output is complete, with this size.
        case finished(Int64)
    }

    let job: EncodeJob
    let name: String
    /// The user whose slot it takes.
    let user: String
    private let slot: TranscodeSlot
    /// Called when the last listener has left.
    private let abandoned: @Sendable (TranscodeSession) -> Void
    private let lead: Int64
    private let state = Mutex(State())
    /// An element, or the end of the stream, requests that the encoder stops.
    let ends: AsyncStream<Void>
    private let end: AsyncStream<Void>.Continuation

    init(
        _ job: EncodeJob, name: String, user: String, slot: TranscodeSlot, lead: Int64,
        abandoned: @escaping @Sendable (TranscodeSession) -> Void
    ) {
        self.job = job
        self.name = name
        self.user = user
        self.slot = slot
        self.lead = lead
        self.abandoned = abandoned
        (ends, end) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    }

    // Listeners

    /// Adds a listener; nil if the conversion has failed or is being stopped.
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
            // The furthest listener may have left; without any listener there is nothing to wait for.
            return (state.readers.isEmpty && state.outcome == nil, openGate(&state))
        }
        gate?.resume()
        if isAbandoned { abandoned(self) }
    }

    /// The file to read from; available once `wait` has returned.
    var draft: (any CacheDraft)? { state.withLock { $0.draft } }

    /// Waits until there are more than `offset` bytes or the end, and records this listener's position. Throws the
    /// error of a failed conversion, and `CancellationError`.
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

    /// Whether at least half of it is done: then it is worth finishing for the next request.
    var isHalfDone: Bool {
        state.withLock { $0.written >= job.estimatedBytes / 2 }
    }

    func begin(_ draft: any CacheDraft) {
        state.withLock { $0.draft = draft }
    }

    /// Records bytes that were written to the draft, and waits while that is too far ahead of every listener.
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

    /// Stops the encoder unless a listener has joined meanwhile. Returns whether it will stop.
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

/// One listener of a conversion, which leaves it at the latest when this object is released.
package final class TranscodeReader: Sendable {
    private let session: TranscodeSession
    private let number: Int
    /// The open file, which grows while the conversion runs.
    package let file: any ReadableFile

    init(_ session: TranscodeSession, _ number: Int, _ file: any ReadableFile) {
        self.session = session
        self.number = number
        self.file = file
    }

    deinit {
        session.leave(number)
    }

    package func leave() {
        session.leave(number)
    }

    /// Waits until there are more than `offset` bytes. Returns their number, or nil at the end. Throws if the
    /// conversion fails, which means that the bytes read so far are incomplete.
    package func available(beyond offset: Int64) async throws -> Int64? {
        switch try await session.wait(number, beyond: offset) {
        case .written(let end): end
        case .finished: nil
        }
    }
}

/// Counts a conversion for the user who started it, until this object is released: the conversion is on the disk for so
/// long.
final class TranscodeSlot: Sendable {
    private let onEnd: @Sendable () -> Void

    init(onEnd: @escaping @Sendable () -> Void) {
        self.onEnd = onEnd
    }

    deinit {
        onEnd()
    }
}
