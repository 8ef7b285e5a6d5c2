import Glibc
import Synchronization

/// The server process that runs at the moment, and whether it has been told to stop.
final class SupervisedChild: Sendable {
    private struct State {
        var process: pid_t?
        var isStopping = false
    }

    private let state = Mutex(State())

    var isStopping: Bool { state.withLock { $0.isStopping } }

    func began(_ process: pid_t) {
        state.withLock { state in
            state.process = process
            if state.isStopping { kill(process, SIGTERM) }
        }
    }

    func ended() {
        state.withLock { $0.process = nil }
    }

    func stop() {
        state.withLock { state in
            state.isStopping = true
            if let process = state.process { kill(process, SIGTERM) }
        }
    }
}
