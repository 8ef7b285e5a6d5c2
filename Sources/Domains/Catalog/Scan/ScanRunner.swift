package import Journal
package import Logging
package import Primitives

/// Runs scans, one at a time, independent of the requests that start them. `run()` is a long-lived service.
package actor ScanRunner {
    private enum Activity {
        case idle
        /// Between the request and the start of a scan, or while another operation needs a catalog without scans.
        case reserved
        case scanning(ScanProgress, Task<Scan, Never>?, isCancelled: Bool)
    }

    private struct Job: Sendable {
        let progress: ScanProgress
        let actor: JournalEntry.Actor
    }

    /// Publishes the progress of the running scan.
    package nonisolated let broadcaster = ScanBroadcaster()
    private let store: any ScanStore
    private let pipeline: ScanPipeline
    private let lock: any ScanLock
    private let clock: any WallClock
    private let logger: Logger
    private let jobs: AsyncStream<Job>
    private let queue: AsyncStream<Job>.Continuation
    private var activity = Activity.idle

    /// - Parameters:
    ///   - describer: determines the colors of new covers; nil leaves them without colors.
    ///   - converter: converts other kinds of pictures; nil skips them.
    ///   - concurrency: the number of files that are read at a time.
    package init(
        store: any ScanStore, walker: any LibraryWalker, reader: any TagReader, blobs: any BlobStore,
        describer: ImageDescriber? = nil, converter: (any ImageConverter)? = nil, lock: any ScanLock,
        clock: any WallClock, concurrency: Int = 4, logger: Logger
    ) {
        self.store = store
        self.lock = lock
        self.clock = clock
        self.logger = logger
        pipeline = ScanPipeline(
            store: store, walker: walker, reader: reader, blobs: blobs, describer: describer,
            converter: converter, clock: clock, logger: logger, concurrency: max(1, concurrency))
        (jobs, queue) = AsyncStream.makeStream(of: Job.self, bufferingPolicy: .bufferingNewest(1))
    }

    /// Runs the scans that `start` requests, until its task is cancelled; then a running scan ends as cancelled. Call
    /// it once.
    ///
    /// - Parameter scanningFirst: whether to scan all libraries at once, unless another process does so.
    package func run(scanningFirst: Bool = false) async throws {
        try await failInterrupted()
        if scanningFirst {
            do {
                _ = try await start(nil, by: .gateway)
            } catch let error as DomainError where error.reason == "scan_running" {
                logger.notice("Another process scans already")
            }
        }
        for await job in jobs {
            await perform(job)
        }
    }

    /// Starts a scan and returns at once. Throws `conflict` with reason `scan_running` while another runs, here or in
    /// another process.
    package func start(_ library: ID<Library>?, by actor: JournalEntry.Actor) async throws -> Scan {
        let job = try await begin(library, by: actor)
        queue.yield(job)
        return job.progress.current
    }

    /// Scans and returns when the scan has ended. For commands, which need no `run()`.
    package func scan(_ library: ID<Library>?, by actor: JournalEntry.Actor) async throws -> Scan {
        let job = try await begin(library, by: actor)
        await perform(job)
        return job.progress.current
    }

    /// Adds the files that the server itself has put into some folders of a library. It is not shown as a scan. Throws
    /// `conflict` with reason `scan_running` while one runs.
    package func scan(_ folders: [[UInt8]], of library: ID<Library>) async throws {
        try await whileIdle {
            guard let library = try await store.libraries(library).first else { return }
            let now = clock.now()
            let progress = ScanProgress(
                Scan(id: .make(at: now), library: library.id, startedAt: now), broadcaster: ScanBroadcaster(),
                isStored: false)
            try await pipeline.scan(folders, of: library, progress: progress)
        }
    }

    /// Asks the running scan to stop; nil if it is not the one that runs here.
    package func cancel(_ id: ID<Scan>) -> Scan? {
        guard case .scanning(let progress, let task, _) = activity, progress.current.id == id else { return nil }
        task?.cancel()
        activity = .scanning(progress, task, isCancelled: true)
        return progress.current
    }

    /// The scan that runs in this process.
    package var running: Scan? {
        guard case .scanning(let progress, _, _) = activity else { return nil }
        return progress.current
    }

    /// Runs `body` while no scan can run. Throws `conflict` with reason `scan_running` while one does.
    func whileIdle<R: Sendable>(_ body: @Sendable () async throws -> R) async throws -> R {
        try reserve()
        defer { becomeIdle() }
        return try await body()
    }

    private func begin(_ library: ID<Library>?, by actor: JournalEntry.Actor) async throws -> Job {
        try reserve()
        do {
            if let library, try await store.libraries(library).isEmpty {
                throw DomainError.notFound("There is no such library")
            }
            let now = clock.now()
            let scan = Scan(id: .make(at: now), library: library, startedAt: now)
            try await store.begin(scan, entry: entry("scan.start", scan, at: now, by: actor))
            let progress = ScanProgress(scan, broadcaster: broadcaster)
            activity = .scanning(progress, nil, isCancelled: false)
            return Job(progress: progress, actor: actor)
        } catch {
            becomeIdle()
            throw error
        }
    }

    private func reserve() throws {
        guard case .idle = activity, try lock.acquire() else {
            throw DomainError(.conflict, "A scan is running already", reason: "scan_running")
        }
        activity = .reserved
    }

    private func becomeIdle() {
        lock.release()
        activity = .idle
    }

    private func failInterrupted() async throws {
        guard case .idle = activity, try lock.acquire() else { return }
        activity = .reserved
        defer { becomeIdle() }
        try await store.failInterrupted(at: clock.now())
        try await store.settle(at: clock.now())
    }

    private func perform(_ job: Job) async {
        guard case .scanning(let progress, _, let isCancelled) = activity, progress === job.progress else { return }
        let task = Task { await self.scanLibraries(job) }
        if isCancelled { task.cancel() }
        activity = .scanning(progress, task, isCancelled: isCancelled)
        let ended = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        becomeIdle()
        progress.change { $0 = ended }
    }

    /// Scans the libraries. Returns the ended scan, which is stored but not yet published.
    private nonisolated func scanLibraries(_ job: Job) async -> Scan {
        let progress = job.progress
        var completed: [ID<Library>] = []
        var failures: [String] = []
        var isCancelled = false
        do {
            for library in try await store.libraries(progress.current.library) {
                do {
                    try await pipeline.scan(library, progress: progress)
                    completed.append(library.id)
                } catch let error as DomainError {
                    failures.append(error.message)
                }
                try Task.checkCancellation()
            }
        } catch let error as DomainError {
            failures.append(error.message)
        } catch is CancellationError {
            isCancelled = true
        } catch {
            logger.error("Scan failed", metadata: ["scan.id": "\(progress.current.id)", "error": "\(error)"])
            failures.append("The scan stopped on an unexpected error")
        }
        return await finish(job, isCancelled ? .cancelled : failures.isEmpty ? .finished : .failed, completed, failures)
    }

    /// Stores the end in a task of its own, because the scan's task may be cancelled.
    private nonisolated func finish(
        _ job: Job, _ state: Scan.State, _ completed: [ID<Library>], _ failures: [String]
    ) async -> Scan {
        var scan = job.progress.current
        scan.state = state
        scan.finishedAt = clock.now()
        if !failures.isEmpty { scan.detail = failures.joined(separator: "\n") }
        let ended = scan
        let entry = entry("scan.finish", ended, at: ended.finishedAt ?? ended.startedAt, by: job.actor)
        do {
            try await Task {
                try await store.settle(at: clock.now())
                try await store.finish(ended, completed: completed, entry: entry)
            }.value
        } catch {
            logger.error("A scan's end could not be stored", metadata: ["scan.id": "\(ended.id)", "error": "\(error)"])
        }
        return ended
    }

    private nonisolated func entry(
        _ action: String, _ scan: Scan, at now: Timestamp, by actor: JournalEntry.Actor
    ) -> JournalEntry {
        var details: [String: String] = [:]
        if let library = scan.library { details["library"] = library.rawValue }
        if scan.state != .running {
            let counts = scan.counts
            details["state"] = scan.state.rawValue
            details["detail"] = scan.detail
            let numbers = [
                "added": counts.added, "updated": counts.updated, "moved": counts.moved, "removed": counts.removed,
                "restored": counts.restored, "unchanged": counts.unchanged, "problems": counts.problems,
            ]
            for (name, number) in numbers { details[name] = String(number) }
        }
        return JournalEntry(at: now, by: actor, action, .init("scan", scan.id), details: details)
    }
}

/// Prevents two processes from scanning one catalog at the same time. The lock of a process that dies is released at
/// once.
package protocol ScanLock: Sendable {
    /// False if another holder has the lock; never waits.
    func acquire() throws -> Bool
    func release()
}
