import Catalog

/// The problems that come not from a file's content but from how its reading went.
extension FileProblem {
    static let givenUp = FileProblem(.unreadable, "The reading was given up.")
    static let stopped = FileProblem(.crashed, "The reading of media files has stopped.")
    static let unstartable = FileProblem(.crashed, "The reader of media files cannot be started.")

    /// What the file that a worker was reading gets; nil when it is not to blame.
    static func blame(for end: WorkerEnd, isKilled: Bool) -> FileProblem? {
        if isKilled { return FileProblem(.timeout, "Reading the file took too long.") }
        return switch end {
        case .unstarted, .retired: nil
        case .outOfTime: FileProblem(.timeout, "Reading the file took too much processor time.")
        case .crashed: FileProblem(.crashed, "Reading the file ended its reader.")
        }
    }
}
