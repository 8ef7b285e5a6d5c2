package import Catalog
package import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle
import Subprocess
import SystemPackage

/// Reads media files in confined processes of its own: a file that crashes, hangs or takes over its reader costs an
/// entry in the list of broken files and nothing else.
///
/// The processes exist only while `run` does, as its child tasks; before it runs, calls wait, and after it they fail.
/// They start when files are asked for and end when there have been none for a while. All state lives on one event
/// loop.
package final class MediaWorkerPool: TagReader, Service {
    private let loop: any EventLoop
    private let board: NIOLoopBoundBox<WorkerScheduler>
    private let starts: AsyncStream<WorkerStart>
    private let settings: MediaWorkerSettings

    package init(_ settings: MediaWorkerSettings, logger: Logger) {
        let (starts, start) = AsyncStream.makeStream(of: WorkerStart.self)
        let loop = MultiThreadedEventLoopGroup.singleton.any()
        self.settings = settings
        self.starts = starts
        self.loop = loop
        board = NIOLoopBoundBox.makeBoxSendingValue(WorkerScheduler(loop, settings, logger, start), eventLoop: loop)
    }

    /// Keeps the processes until the service group shuts down or the task is cancelled; then they are gone and every
    /// waiting call has failed.
    package func run() async {
        await cancelWhenGracefulShutdown { [self] in
            await withDiscardingTaskGroup { group in
                for await start in starts {
                    group.addTask { [self] in await keep(start) }
                }
                group.cancelAll()
            }
        }
        onBoard { $0.close() }
    }

    /// A cancelled task gets `.unreadable` at once; its caller is gone and records nothing.
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
            onBoard { continuation.resume(returning: $0.status) }
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
                onBoard { $0.take(job, in: root, continuation) }
            }
        } onCancel: {
            job.cancel()
            onBoard { $0.abandon(job) }
        }
    }

    private static func problem(_ reply: WorkerReply) -> FileProblem {
        if case .problem(let problem) = reply { return problem }
        return FileProblem(.crashed, "The reader gave an answer to another question.")
    }

    /// One process, from its start to its end.
    private func keep(_ start: WorkerStart) async {
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
                onBoard { $0.started(start.worker, process: execution.processIdentifier.value) }
                // One element asks for its end; the stream ends when the line is closed.
                for await _ in start.kills { try? execution.send(signal: .kill) }
                try? execution.send(signal: .kill)
            }
            outcome = result.terminationStatus
        } catch {
            outcome = nil
        }
        let end = WorkerEnd(outcome)
        onBoard { $0.ended(start.worker, end) }
    }

    private func onBoard(_ body: @escaping @Sendable (WorkerScheduler) -> Void) {
        loop.execute { [board] in body(board.value) }
    }
}
