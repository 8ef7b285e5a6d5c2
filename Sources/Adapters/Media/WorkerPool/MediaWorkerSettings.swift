/// How a `MediaWorkerPool` starts and bounds its processes.
package struct MediaWorkerSettings: Sendable {
    /// The program to start: absolute.
    package var executable: String
    /// What makes that program call `MediaWorker.run()`.
    package var arguments: [String]
    /// The most processes for one library.
    package var workersPerRoot: Int
    /// The longest that one file may take before its process is killed.
    package var deadline: Duration
    /// A process that has had nothing to do for so long ends.
    package var idleTime: Duration
    /// How many files wait inside one process while it reads another: they hide the time that an answer is on its way.
    package var requestsPerWorker: Int

    package init(
        executable: String, arguments: [String] = ["media-worker"], workersPerRoot: Int,
        deadline: Duration = .seconds(20),
        idleTime: Duration = .seconds(10), requestsPerWorker: Int = 4
    ) {
        self.executable = executable
        self.arguments = arguments
        self.workersPerRoot = max(1, workersPerRoot)
        self.deadline = deadline
        self.idleTime = idleTime
        self.requestsPerWorker = max(1, requestsPerWorker)
    }
}
