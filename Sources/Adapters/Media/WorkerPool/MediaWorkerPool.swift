package import Catalog
import Glibc
package import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle
import Subprocess
import SystemPackage

/// Reads media files in confined processes: a file that crashes, hangs or takes over its reader costs an entry in the
/// list of broken files and nothing else.
///
/// The processes exist only while `run` does, as its child tasks. Calls before that wait, and calls after it fail.
/// Processes start when files are requested and end after some idle time. All state belongs to one event loop.
package final class MediaWorkerPool: TagReader, Service {
    private let loop: any EventLoop
    private let scheduler: NIOLoopBoundBox<WorkerScheduler>
    private let starts: AsyncStream<WorkerStart>
    private let settings: MediaWorkerSettings

    package init(_ settings: MediaWorkerSettings, logger: Logger) {
        let (starts, start) = AsyncStream.makeStream(of: WorkerStart.self)
        let loop = MultiThreadedEventLoopGroup.singleton.any()
        self.settings = settings
        self.starts = starts
        self.loop = loop
        scheduler = NIOLoopBoundBox.makeBoxSendingValue(WorkerScheduler(loop, settings, logger, start), eventLoop: loop)
    }

    /// Runs the processes until the service group shuts down or the task is canceled. Then all processes have ended and
    /// every waiting call has failed.
    package func run() async {
        await cancelWhenGracefulShutdown { [self] in
            await withDiscardingTaskGroup { group in
                for await start in starts {
                    group.addTask { [self] in await runWorker(start) }
                }
                group.cancelAll()
            }
        }
        onScheduler { $0.close() }
    }

    /// A canceled task gets `.unreadable` at once; its caller has left and records nothing.
    package func read(_ path: LibraryPath, in root: [UInt8]) async throws(FileProblem) -> MediaFile {
        switch await ask(.readTags(path.bytes), in: root) {
        case .file(let file): return file
        case let reply: throw Self.problem(reply)
        }
    }

    package func embeddedCover(of path: LibraryPath, in root: [UInt8]) async throws(FileProblem) -> [UInt8]? {
        try await bytes(.embeddedCover(path.bytes), in: root)
    }

    package func sidecarImage(_ path: LibraryPath, in root: [UInt8]) async throws(FileProblem) -> [UInt8]? {
        try await bytes(.sidecarImage(path.bytes), in: root)
    }

    package func sidecarText(_ path: LibraryPath, in root: [UInt8]) async throws(FileProblem) -> [UInt8]? {
        try await bytes(.sidecarText(path.bytes), in: root)
    }

    package func status() async -> MediaWorkerStatus {
        await withCheckedContinuation { continuation in
            onScheduler { continuation.resume(returning: $0.status) }
        }
    }

    private func bytes(_ request: WorkerRequest, in root: [UInt8]) async throws(FileProblem) -> [UInt8]? {
        switch await ask(request, in: root) {
        case .bytes(let bytes): return bytes
        case .nothing: return nil
        case let reply: throw Self.problem(reply)
        }
    }

    func ask(_ request: WorkerRequest, in root: [UInt8]) async -> WorkerReply {
        let job = WorkerJob(request)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                onScheduler { $0.take(job, in: root, continuation) }
            }
        } onCancel: {
            job.cancel()
            onScheduler { $0.abandon(job) }
        }
    }

    private static func problem(_ reply: WorkerReply) -> FileProblem {
        if case .problem(let problem) = reply { return problem }
        return FileProblem(.crashed, "The reader answered another request.")
    }

    /// Runs one process from its start to its end.
    private func runWorker(_ start: WorkerStart) async {
        guard SpareDescriptors.areThere else {
            close(start.socket)
            return onScheduler { $0.ended(start.worker, WorkerEnd(nil)) }
        }
        var outcome: TerminationStatus?
        do {
            let configuration = Configuration(
                executable: .path(FilePath(settings.executable)), arguments: Arguments(settings.arguments),
                environment: .custom([
                    "SWIFT_BACKTRACE": "enable=no", "MALLOC_ARENA_MAX": "1", "MALLOC_TRIM_THRESHOLD_": "1048576",
                ]))
            let result = try await Subprocess.run(
                configuration,
                input: .fileDescriptor(FileDescriptor(rawValue: start.socket), closeAfterSpawningProcess: true),
                output: .discarded, error: .currentStandardError
            ) { execution in
                onScheduler { $0.started(start.worker, process: execution.processIdentifier.value) }
                // An element requests the process's end; the stream ends when the socket is closed.
                for await _ in start.kills { try? execution.send(signal: .kill) }
                try? execution.send(signal: .kill)
            }
            outcome = result.terminationStatus
        } catch {
            outcome = nil
        }
        let end = WorkerEnd(outcome)
        onScheduler { $0.ended(start.worker, end) }
    }

    private func onScheduler(_ body: @escaping @Sendable (WorkerScheduler) -> Void) {
        loop.execute { [scheduler] in body(scheduler.value) }
    }
}

/// The program and the limits of a `MediaWorkerPool`'s processes.
package struct MediaWorkerSettings: Sendable {
    /// The absolute path of the program.
    package var executable: String
    /// The arguments with which that program calls `MediaWorker.run()`.
    package var arguments: [String]
    /// The most processes for one library.
    package var workersPerRoot: Int
    /// The longest time for one file before its process is killed.
    package var deadline: Duration
    /// The idle time after which a process ends.
    package var idleTime: Duration
    /// The files that wait inside one process while it reads another: they hide the latency of answers.
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

/// The current activity of a pool.
package struct MediaWorkerStatus: Sendable, Equatable {
    /// The process ids of the running workers.
    package let processes: [Int32]
    /// The number of files that no worker has yet.
    package let waiting: Int
    /// The number of files that workers have.
    package let underWay: Int
}
