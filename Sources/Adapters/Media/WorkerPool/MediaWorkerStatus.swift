/// What a pool is doing.
package struct MediaWorkerStatus: Sendable, Equatable {
    /// The process ids of the workers that are up.
    package let processes: [Int32]
    /// Files that no worker has yet.
    package let waiting: Int
    /// Files that are inside workers.
    package let underWay: Int
}
