import Catalog
import Primitives
import Synchronization

/// Admits a number of recordings at once and lets as many others wait for their turn, in order. A user has a few of
/// both.
final class RecognitionLimit: Sendable {
    /// The longest wait for a turn: shorter than the time after which a connection is closed whose body is not read.
    private static let longest = Duration.seconds(5)
    private static let pause = Duration.seconds(2)
    /// A user may listen on two devices.
    private static let perUser = 2

    private typealias Turn = CheckedContinuation<Void, any Error>

    private struct State {
        var users: [ID<Person>: Int] = [:]
        var running = 0
        var waiting: [(number: Int, turn: Turn)] = []
        var last = 0
    }

    private let atOnce: Int
    private let state = Mutex(State())

    init(atOnce: Int) {
        self.atOnce = max(1, atOnce)
    }

    private static var busy: DomainError {
        DomainError(
            .unavailable, "Too many recordings are being recognized. Try again in a moment",
            reason: "recognition_busy", retryAfter: pause)
    }

    /// Calls `body` when it is the recording's turn. Throws `unavailable` with reason `recognition_busy` where too many
    /// wait already, and after the longest wait.
    func run<R>(for user: ID<Person>, _ body: () async throws -> R) async throws -> R {
        try enter(user)
        defer { leave(user) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            let number = state.withLock { state in
                state.last += 1
                return state.last
            }
            group.addTask {
                try await Task.sleep(for: Self.longest)
                self.giveUp(number, Self.busy)
            }
            defer { group.cancelAll() }
            try await waitForTurn(number)
        }
        defer { endTurn() }
        return try await body()
    }

    private func enter(_ user: ID<Person>) throws {
        try state.withLock { state in
            guard state.users[user, default: 0] < Self.perUser else { throw Self.busy }
            state.users[user, default: 0] += 1
        }
    }

    private func leave(_ user: ID<Person>) {
        state.withLock { state in
            let left = state.users[user, default: 1] - 1
            state.users[user] = left > 0 ? left : nil
        }
    }

    private func waitForTurn(_ number: Int) async throws {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { turn in
                let answer = state.withLock { take(&$0, number, turn) }
                if let answer { turn.resume(with: answer) }
            }
        } onCancel: {
            giveUp(number, CancellationError())
        }
    }

    /// Nil where it has to wait.
    private func take(_ state: inout State, _ number: Int, _ turn: Turn) -> Result<Void, any Error>? {
        // A cancellation before this has found nobody to wake.
        if Task.isCancelled { return .failure(CancellationError()) }
        if state.running < atOnce {
            state.running += 1
            return .success(())
        }
        guard state.waiting.count < atOnce else { return .failure(Self.busy) }
        state.waiting.append((number, turn))
        return nil
    }

    private func giveUp(_ number: Int, _ error: any Error) {
        let turn = state.withLock { state in
            state.waiting.firstIndex { $0.number == number }.map { state.waiting.remove(at: $0).turn }
        }
        turn?.resume(throwing: error)
    }

    /// Passes the turn on to the next.
    private func endTurn() {
        let next = state.withLock { state -> Turn? in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst().turn }
            state.running -= 1
            return nil
        }
        next?.resume()
    }
}
