import NIOCore
import Synchronization

/// Shares one event loop out among the HTTP/2 connections that are handled on it: so many requests begin at once, and the rest wait, a
/// connection's next one behind one of every other's (fair queueing).
///
/// An event loop does all work that is there before it looks at its sockets again (swift-nio 2.101). Hundreds of requests that came in one
/// read would keep it from everybody else for that long; between two rounds it is left to its sockets.
final class FairQueue {
    /// Requests that begin in one round while the loop keeps up with them, and while it does not.
    static let most = 16
    private static let fewest = 2
    private static let interval = TimeAmount.milliseconds(2)
    /// A round that begins later than this had no look at the sockets before it.
    private static let punctuality = TimeAmount.microseconds(250)

    private let eventLoop: any EventLoop
    private var waiting = CircularBuffer<FairQueueHandler>()
    private var begun = 0
    private var isScheduled = false
    private var nextRound = NIODeadline.uptimeNanoseconds(0)
    /// Requests that may begin in this round.
    private var room = FairQueue.most

    init(_ eventLoop: any EventLoop) {
        self.eventLoop = eventLoop
    }

    /// Whether a request of this connection may begin now; else the connection is told when it may.
    func enter(_ connection: FairQueueHandler) -> Bool {
        if waiting.isEmpty, hasRoom() { return true }
        waiting.append(connection)
        schedule()
        return false
    }

    func leave(_ connection: FairQueueHandler) {
        waiting.removeAll { $0 === connection }
    }

    private func hasRoom() -> Bool {
        let now = eventLoop.now
        if now >= nextRound {
            begun = 0
            nextRound = now + Self.interval
        }
        guard begun < room else { return false }
        begun += 1
        return true
    }

    private func schedule() {
        guard !isScheduled, !waiting.isEmpty else { return }
        isScheduled = true
        let bound = NIOLoopBound(self, eventLoop: eventLoop)
        eventLoop.scheduleTask(deadline: nextRound) { bound.value.round() }
    }

    private func round() {
        isScheduled = false
        let now = eventLoop.now
        room = now - nextRound > Self.punctuality ? max(room / 2, Self.fewest) : min(room + 1, Self.most)
        begun = 0
        nextRound = now + Self.interval
        // Who is told may come back for the next request, behind the others.
        while begun < room, let connection = waiting.popFirst() {
            begun += 1
            connection.proceed()
        }
        schedule()
    }
}

/// The queues of all event loops.
final class FairQueues: Sendable {
    private let queues = Mutex<[ObjectIdentifier: NIOLoopBound<FairQueue>]>([:])

    /// On the event loop.
    func queue(of eventLoop: any EventLoop) -> FairQueue {
        queues.withLock { queues in
            if let queue = queues[ObjectIdentifier(eventLoop)] { return queue }
            let queue = NIOLoopBound(FairQueue(eventLoop), eventLoop: eventLoop)
            queues[ObjectIdentifier(eventLoop)] = queue
            return queue
        }.value
    }
}
