import Glibc
import Subprocess

/// How a worker's process ended.
enum WorkerEnd: Sendable {
    /// It could not be started.
    case unstarted
    /// Of its own will: what it had not answered is no fault of the files.
    case retired
    /// It used up the processor time of one file.
    case outOfTime
    case crashed

    init(_ status: TerminationStatus?) {
        self =
            switch status {
            case nil: .unstarted
            case .exited(0): .retired
            case .signaled(let signal) where signal == SIGXCPU: .outOfTime
            default: .crashed
            }
    }
}
