import Catalog
import Glibc
import Logging
import NIOCore
import NIOPosix

/// Assigns the waiting files to the workers of every library. Belongs to one event loop.
final class WorkerScheduler {
    private let loop: any EventLoop
    private let settings: MediaWorkerSettings
    private let logger: Logger
    private let start: AsyncStream<WorkerStart>.Continuation
    private var groups: [[UInt8]: WorkerGroup] = [:]
    private var links: [Int: WorkerLink] = [:]
    private var lastNumber = 0
    private var ticking: RepeatedTask?
    private var isClosed = false
    private var hasWarned = false

    init(
        _ loop: any EventLoop, _ settings: MediaWorkerSettings, _ logger: Logger,
        _ start: AsyncStream<WorkerStart>.Continuation
    ) {
        self.loop = loop
        self.settings = settings
        self.logger = logger
        self.start = start
    }

    var status: MediaWorkerStatus {
        MediaWorkerStatus(
            processes: links.values.filter { !$0.isLeaving }.compactMap(\.process),
            waiting: groups.values.reduce(0) { $0 + $1.waiting.count },
            underWay: links.values.reduce(0) { $0 + $1.underWay.count })
    }

    // From the callers

    func take(_ job: WorkerJob, in root: [UInt8], _ waiter: CheckedContinuation<WorkerReply, Never>) {
        job.wait(waiter)
        guard !job.isCancelled else { return job.answer(.problem(.givenUp)) }
        guard !isClosed else { return job.answer(.problem(.stopped)) }
        let group = groups[root] ?? WorkerGroup()
        groups[root] = group
        group.waiting.append(job)
        dispatch(root, group)
    }

    /// The caller goes on at once. A worker that reads the file finishes or meets its deadline, and the answer is
    /// dropped.
    func abandon(_ job: WorkerJob) {
        job.answer(.problem(.givenUp))
    }

    func close() {
        isClosed = true
        start.finish()
        ticking?.cancel()
        ticking = nil
        for group in groups.values {
            for job in group.waiting { job.answer(.problem(.stopped)) }
        }
        groups = [:]
        for link in links.values {
            for job in link.takeBackJobs() { job.answer(.problem(.stopped)) }
            link.channel?.close(promise: nil)
            link.kills.finish()
        }
    }

    // From the workers

    func started(_ worker: Int, process: Int32) {
        links[worker]?.process = process
    }

    /// - Parameter reply: nil for an invalid answer.
    func answered(_ worker: Int, _ reply: WorkerReply?) {
        guard let link = links[worker] else { return }
        guard let reply else { return link.kill() }
        let group = groups[link.root]
        if !link.isReady {
            switch reply {
            case .ready(let confinement):
                link.isReady = true
                group?.starts.succeeded()
                warn(confinement)
            case .problem(let problem):
                // The folder itself is the problem: no other worker will succeed.
                for job in group?.takeWaiting() ?? [] { job.answer(.problem(problem)) }
            default: link.kill()
            }
        } else if let job = link.answeredJob() {
            job.answer(reply)
        } else {
            link.kill()
        }
        if let group { dispatch(link.root, group) }
    }

    func closed(_ worker: Int) {
        guard let link = links[worker] else { return }
        link.isClosed = true
        link.kills.finish()
        settle(link)
    }

    func ended(_ worker: Int, _ end: WorkerEnd) {
        guard let link = links[worker] else { return }
        link.end = end
        settle(link)
    }

    /// Called when the process has ended and its last answer has been read. The file that it was reading gets the
    /// blame; the others are tried again.
    private func settle(_ link: WorkerLink) {
        guard let end = link.end, link.isClosed else { return }
        links[link.number] = nil
        guard let group = groups[link.root] else { return }
        var jobs = link.takeBackJobs()
        if let problem = FileProblem.blame(for: end, isKilled: link.isKilled), !jobs.isEmpty {
            jobs.removeFirst().answer(.problem(problem))
            logger.warning("A reader of media files ended early", metadata: ["media.end": "\(problem.reason.rawValue)"])
        }
        for job in jobs.reversed() { group.waiting.prepend(job) }
        if link.answered == 0, !link.isReady || end == .retired, group.starts.failed() {
            logger.error(
                "The reader of media files cannot be started", metadata: ["media.executable": "\(settings.executable)"])
            for job in group.takeWaiting() { job.answer(.problem(.unstartable)) }
        }
        dispatch(link.root, group)
    }

    // Work

    private func dispatch(_ root: [UInt8], _ group: WorkerGroup) {
        let own = links.values.filter { $0.root == root && !$0.isLeaving }
        while let job = group.waiting.first {
            if job.isCancelled {
                group.waiting.removeFirst()
                continue
            }
            let free = own.filter(\.isReady).min { $0.underWay.count < $1.underWay.count }
            if let free, free.underWay.isEmpty {
                group.waiting.removeFirst()
                free.send(job)
                continue
            }
            let starting = own.count { !$0.isReady }
            if links.values.count(where: { $0.root == root }) < settings.workersPerRoot, starting < group.waiting.count
            {
                startWorker(root, group)
            }
            guard let free, free.underWay.count < settings.requestsPerWorker else { return }
            group.waiting.removeFirst()
            free.send(job)
        }
    }

    private func startWorker(_ root: [UInt8], _ group: WorkerGroup) {
        let now = NIODeadline.now()
        let earliest = group.starts.next(after: now)
        guard earliest <= now else {
            guard !group.isDelayed else { return }
            group.isDelayed = true
            loop.assumeIsolated().scheduleTask(deadline: earliest) { [self] in
                group.isDelayed = false
                if !isClosed { dispatch(root, group) }
            }
            return
        }
        group.starts.begin(at: now)
        var ends: [CInt] = [-1, -1]
        guard socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            for job in group.takeWaiting() { job.answer(.problem(.unstartable)) }
            return
        }
        lastNumber += 1
        let number = lastNumber
        let (kills, kill) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let link = WorkerLink(number: number, root: root, kills: kill)
        links[number] = link
        connect(link, ends[0])
        start.yield(WorkerStart(worker: number, socket: ends[1], kills: kills))
        tick()
    }

    private func connect(_ link: WorkerLink, _ socket: CInt) {
        let board = NIOLoopBound(self, eventLoop: loop)
        let number = link.number
        ClientBootstrap(group: loop)
            .channelOption(.allowRemoteHalfClosure, value: false)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(
                        WorkerChannelHandler(board: board.value, worker: number))
                }
            }
            .withConnectedSocket(socket)
            .assumeIsolated()
            .whenComplete { [self] result in
                switch result {
                case .success(let channel):
                    link.channel = channel
                    link.send(.open(root: link.root))
                    if isClosed { channel.close(promise: nil) }
                case .failure:
                    Glibc.close(socket)
                    closed(number)
                }
            }
    }

    /// Checks deadlines and idle times while there are workers.
    private func tick() {
        guard ticking == nil else { return }
        let pause = TimeAmount(min(settings.deadline, settings.idleTime, .seconds(4)) / 4)
        let board = NIOLoopBound(self, eventLoop: loop)
        ticking = loop.scheduleRepeatedTask(initialDelay: pause, delay: pause) { _ in board.value.checkWorkers() }
    }

    private func checkWorkers() {
        let now = NIODeadline.now()
        for link in links.values where !link.isLeaving {
            if !link.underWay.isEmpty || !link.isReady {
                if now - link.since > TimeAmount(settings.deadline) { link.kill() }
            } else if now - link.since > TimeAmount(settings.idleTime) {
                link.channel?.close(promise: nil)
            }
        }
        guard links.isEmpty else { return }
        ticking?.cancel()
        ticking = nil
        groups = groups.filter { !$0.value.waiting.isEmpty }
    }

    private func warn(_ confinement: Confinement) {
        guard !hasWarned, !confinement.files || !confinement.calls else { return }
        hasWarned = true
        logger.warning(
            "This kernel confines the reader of media files only in part",
            metadata: [
                "media.files": "\(confinement.files)", "media.calls": "\(confinement.calls)",
                "media.owner": "\(confinement.owner)",
            ])
    }
}
