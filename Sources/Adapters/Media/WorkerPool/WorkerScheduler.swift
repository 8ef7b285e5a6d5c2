import Catalog
import Glibc
import Logging
import NIOCore
import NIOPosix

/// Who reads what: the waiting files and the workers of every library. Lives on one event loop.
final class WorkerScheduler {
    private let loop: any EventLoop
    private let settings: MediaWorkerSettings
    private let logger: Logger
    private let start: AsyncStream<WorkerStart>.Continuation
    private var crews: [[UInt8]: WorkerGroup] = [:]
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
            waiting: crews.values.reduce(0) { $0 + $1.waiting.count },
            underWay: links.values.reduce(0) { $0 + $1.underWay.count })
    }

    // From the callers

    func take(_ job: WorkerJob, in root: [UInt8], _ waiter: CheckedContinuation<WorkerReply, Never>) {
        job.wait(waiter)
        guard !job.isCancelled else { return job.answer(.problem(.givenUp)) }
        guard !isClosed else { return job.answer(.problem(.stopped)) }
        let crew = crews[root] ?? WorkerGroup()
        crews[root] = crew
        crew.waiting.append(job)
        dispatch(root, crew)
    }

    /// Its caller goes on at once. A worker that reads it finishes or meets its deadline; the answer is dropped.
    func abandon(_ job: WorkerJob) {
        job.answer(.problem(.givenUp))
    }

    func close() {
        isClosed = true
        start.finish()
        ticking?.cancel()
        ticking = nil
        for crew in crews.values {
            for job in crew.waiting { job.answer(.problem(.stopped)) }
        }
        crews = [:]
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

    /// Nil stands for an answer that is none.
    func answered(_ worker: Int, _ reply: WorkerReply?) {
        guard let link = links[worker] else { return }
        guard let reply else { return link.kill() }
        let crew = crews[link.root]
        if !link.isReady {
            switch reply {
            case .ready(let confinement):
                link.isReady = true
                crew?.starts.succeeded()
                warn(confinement)
            case .problem(let problem):
                // The folder itself: no other worker will fare better.
                for job in crew?.takeWaiting() ?? [] { job.answer(.problem(problem)) }
            default: link.kill()
            }
        } else if let job = link.answeredJob() {
            job.answer(reply)
        } else {
            link.kill()
        }
        if let crew { dispatch(link.root, crew) }
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

    /// Once the process is gone and the last of its answers is read: the file that it was reading bears the blame, the
    /// others try again.
    private func settle(_ link: WorkerLink) {
        guard let end = link.end, link.isClosed else { return }
        links[link.number] = nil
        guard let crew = crews[link.root] else { return }
        var jobs = link.takeBackJobs()
        if let problem = FileProblem.blame(for: end, isKilled: link.isKilled), !jobs.isEmpty {
            jobs.removeFirst().answer(.problem(problem))
            logger.warning("A reader of media files ended early", metadata: ["media.end": "\(problem.reason.rawValue)"])
        }
        for job in jobs.reversed() { crew.waiting.prepend(job) }
        if link.answered == 0, !link.isReady || end == .retired, crew.starts.failed() {
            logger.error(
                "The reader of media files cannot be started", metadata: ["media.executable": "\(settings.executable)"])
            for job in crew.takeWaiting() { job.answer(.problem(.unstartable)) }
        }
        dispatch(link.root, crew)
    }

    // Work

    private func dispatch(_ root: [UInt8], _ crew: WorkerGroup) {
        let own = links.values.filter { $0.root == root && !$0.isLeaving }
        while let job = crew.waiting.first {
            if job.isCancelled {
                crew.waiting.removeFirst()
                continue
            }
            let free = own.filter(\.isReady).min { $0.underWay.count < $1.underWay.count }
            if let free, free.underWay.isEmpty {
                crew.waiting.removeFirst()
                free.send(job)
                continue
            }
            let starting = own.count { !$0.isReady }
            if links.values.count(where: { $0.root == root }) < settings.workersPerRoot, starting < crew.waiting.count {
                startWorker(root, crew)
            }
            guard let free, free.underWay.count < settings.requestsPerWorker else { return }
            crew.waiting.removeFirst()
            free.send(job)
        }
    }

    private func startWorker(_ root: [UInt8], _ crew: WorkerGroup) {
        let now = NIODeadline.now()
        let earliest = crew.starts.next(after: now)
        guard earliest <= now else {
            guard !crew.isDelayed else { return }
            crew.isDelayed = true
            loop.assumeIsolated().scheduleTask(deadline: earliest) { [self] in
                crew.isDelayed = false
                if !isClosed { dispatch(root, crew) }
            }
            return
        }
        crew.starts.begin(at: now)
        var ends: [CInt] = [-1, -1]
        guard socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            for job in crew.takeWaiting() { job.answer(.problem(.unstartable)) }
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

    /// Looks after deadlines and idleness while there are workers.
    private func tick() {
        guard ticking == nil else { return }
        let pause = TimeAmount(min(settings.deadline, settings.idleTime, .seconds(4)) / 4)
        let board = NIOLoopBound(self, eventLoop: loop)
        ticking = loop.scheduleRepeatedTask(initialDelay: pause, delay: pause) { _ in board.value.lookAround() }
    }

    private func lookAround() {
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
        crews = crews.filter { !$0.value.waiting.isEmpty }
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
