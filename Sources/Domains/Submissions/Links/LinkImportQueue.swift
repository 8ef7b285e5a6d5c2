package import Logging
package import Primitives
import Synchronization

/// Fetches what people's links lead to, a few at once and one for each person, into the quarantine; then it is an upload like any other.
///
/// The file is called by the import's id, which becomes the upload's: it cannot be taken in twice. What was being fetched when the gateway ended
/// is fetched anew.
package final class LinkImportQueue: Sendable {
    /// At once.
    package static let most = 3
    /// More often nothing is begun.
    private static let attempts = 25
    /// How long is remembered what ended.
    private static let memory = Duration.seconds(7 * 86_400)

    private let store: any LinkImportStore
    private let quarantine: any Quarantine
    private let reader: LinkReader
    private let rules: @Sendable () async throws -> LinkRules
    private let giver: @Sendable (ID<Person>) async throws -> Principal?
    private let allowance: any UploadAllowance
    private let reserve: Int64
    private let clock: any WallClock
    private let logger: Logger
    private let whole: @Sendable () -> Void
    private let signals: AsyncStream<Void>
    private let signal: AsyncStream<Void>.Continuation
    /// What is being fetched, each with what ends it.
    private let fetches = Mutex<[ID<Submission>: AsyncStream<Void>.Continuation]>([:])
    package let broadcaster: LinkBroadcaster

    /// - Parameters:
    ///   - giver: the person as they are now; nil where they cannot sign in any more.
    ///   - reserve: bytes of the disk that stay free.
    ///   - whole: is called when something has become an upload.
    package init(
        store: any LinkImportStore, quarantine: any Quarantine, reader: LinkReader,
        rules: @escaping @Sendable () async throws -> LinkRules,
        giver: @escaping @Sendable (ID<Person>) async throws -> Principal?, allowance: any UploadAllowance,
        reserve: Int64, broadcaster: LinkBroadcaster = LinkBroadcaster(), clock: any WallClock = SystemWallClock(),
        logger: Logger, whole: @escaping @Sendable () -> Void
    ) {
        self.store = store
        self.quarantine = quarantine
        self.reader = reader
        self.rules = rules
        self.giver = giver
        self.allowance = allowance
        self.reserve = reserve
        self.broadcaster = broadcaster
        self.clock = clock
        self.logger = logger
        self.whole = whole
        (signals, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    }

    /// Has `work` look for links.
    package func wake() {
        signal.yield()
    }

    /// Takes away what ended long ago.
    package func sweep(by cleanup: Cleanup) async throws {
        let instant = clock.now().advanced(by: .zero - Self.memory)
        let ended = try await store.ended(before: instant)
        try await cleanup.run(.linkImports, unneeded: ended.ids.map(\.rawValue), of: ended.total) { names in
            try await store.removeEnded(names.map { ID($0) }, before: instant)
        }
    }

    /// Works until the task is cancelled, also on what an earlier process left.
    package func work() async {
        signal.yield()
        await withDiscardingTaskGroup { group in
            for await _ in signals {
                do {
                    // Nothing is: what says that it is fetched was left by an earlier process, or its end could not be noted.
                    if fetches.withLock({ $0.isEmpty }) { try await store.restart(at: clock.now()) }
                    while fetches.withLock({ $0.count }) < Self.most,
                        let next = try await store.next(attempts: Self.attempts, at: clock.now())
                    {
                        let cancelled = begin(next.id)
                        group.addTask { await self.fetch(next, unless: cancelled) }
                    }
                } catch {
                    logger.warning("Links could not be looked for", metadata: ["error": "\(error)"])
                }
            }
            group.cancelAll()
        }
    }

    /// Ends the fetch; its row is gone already.
    func cancel(_ id: ID<Submission>) {
        fetches.withLock { $0[id]?.finish() }
    }

    /// - Returns: what ends when the fetch is cancelled.
    private func begin(_ id: ID<Submission>) -> AsyncStream<Void> {
        let (cancelled, cancellation) = AsyncStream.makeStream(of: Void.self)
        fetches.withLock { $0[id] = cancellation }
        return cancelled
    }

    private func fetch(_ link: LinkImport, unless cancelled: AsyncStream<Void>) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.fetch(link) }
            group.addTask { for await _ in cancelled {} }
            await group.next()
            group.cancelAll()
        }
        fetches.withLock { $0[link.id] = nil }
        broadcaster.forget(link.id)
        wake()
    }

    private func fetch(_ link: LinkImport) async {
        let failure: LinkFailure
        do {
            return try await receive(link)
        } catch  where Task.isCancelled || error is CancellationError {
            // It was taken back, or the gateway ends and begins it anew when it is back.
            return await discard(link.id)
        } catch let error as LinkFailure {
            failure = error
        } catch let error as DomainError where error.code == .storageFull {
            failure = .noRoom
        } catch {
            logger.warning("A link could not be fetched", metadata: ["import.id": "\(link.id)", "error": "\(error)"])
            failure = .broken
        }
        await discard(link.id)
        await end(link, failure)
    }

    /// In a task of its own, which no cancellation reaches.
    private func discard(_ id: ID<Submission>) async {
        await Task { await quarantine.remove(id.rawValue) }.value
    }

    private func end(_ link: LinkImport, _ failure: LinkFailure) async {
        do {
            try await store.fail(link.id, because: failure, at: clock.now())
        } catch {
            logger.warning("A link's end was not noted", metadata: ["import.id": "\(link.id)", "error": "\(error)"])
        }
    }

    private func receive(_ link: LinkImport) async throws {
        guard let address = try? LinkAddress(link.address) else { throw LinkFailure.invalid }
        let rules = try await permit(link, address).rules
        // What an earlier process left of it.
        await quarantine.remove(link.id.rawValue)
        let taking = LinkDownload(
            link, store: store, quarantine: quarantine, reserve: reserve, broadcaster: broadcaster,
            permit: { try await self.permit(link, address) })
        let (name, received) = try await reader.read(address, by: rules, into: taking)
        // In a task of its own: once all is here, a cancellation comes too late.
        let isTaken = try await Task {
            try await self.store.finish(link.id, name: name, received: received, at: self.clock.now())
        }.value
        if isTaken { whole() } else { await discard(link.id) }
    }

    private func permit(_ link: LinkImport, _ address: LinkAddress) async throws -> LinkPermit {
        let rules = try await rules()
        guard rules.isEnabled else { throw LinkFailure.off }
        guard let giver = try await giver(link.account), giver.may(.submit) else { throw LinkFailure.notAllowed }
        try rules.check(address)
        return LinkPermit(rules: rules, bounds: try await allowance.bounds(for: giver))
    }
}
