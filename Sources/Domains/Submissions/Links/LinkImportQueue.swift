package import Logging
package import Primitives
import Synchronization

/// Downloads the files that users' links name into the quarantine, several at once but one for each user. A complete
/// file is an upload like any other.
///
/// The file is named by the import's id, which becomes the upload's id, so that it cannot be added twice. Downloads
/// that were running when the server stopped start again.
package final class LinkImportQueue: Sendable {
    /// The most downloads at once.
    package static let most = 3
    /// The most attempts for one import.
    private static let mostAttempts = 25
    /// The time for which ended imports are stored.
    private static let retention = Duration.seconds(7 * 86_400)

    private let store: any LinkImportStore
    private let quarantine: any Quarantine
    private let reader: LinkReader
    private let rules: @Sendable () async throws -> LinkRules
    private let submitter: @Sendable (ID<Person>) async throws -> Principal?
    private let allowance: any UploadAllowance
    private let reserve: Int64
    private let clock: any WallClock
    private let logger: Logger
    private let onComplete: @Sendable () -> Void
    private let signal = WakeSignal()
    /// The running downloads; finishing the continuation cancels one.
    private let fetches = Mutex<[ID<Submission>: AsyncStream<Void>.Continuation]>([:])
    package let broadcaster: LinkBroadcaster

    /// - Parameters:
    ///   - submitter: the submitter's present principal; nil where they cannot sign in any more.
    ///   - reserve: bytes of the disk that must stay free.
    ///   - whole: called when a download has become an upload.
    package init(
        store: any LinkImportStore, quarantine: any Quarantine, reader: LinkReader,
        rules: @escaping @Sendable () async throws -> LinkRules,
        submitter: @escaping @Sendable (ID<Person>) async throws -> Principal?, allowance: any UploadAllowance,
        reserve: Int64, broadcaster: LinkBroadcaster = LinkBroadcaster(), clock: any WallClock = SystemWallClock(),
        logger: Logger, whole: @escaping @Sendable () -> Void
    ) {
        self.store = store
        self.quarantine = quarantine
        self.reader = reader
        self.rules = rules
        self.submitter = submitter
        self.allowance = allowance
        self.reserve = reserve
        self.broadcaster = broadcaster
        self.clock = clock
        self.logger = logger
        self.onComplete = whole
    }

    /// Wakes `work` to look for links.
    package func wake() {
        signal.wake()
    }

    /// Removes imports that ended long ago.
    package func sweep(by cleanup: Cleanup) async throws {
        let instant = clock.now().advanced(by: .zero - Self.retention)
        let ended = try await store.ended(before: instant)
        try await cleanup.run(.linkImports, unneeded: ended.ids.map(\.rawValue), of: ended.total) { names in
            try await store.removeEnded(names.map { ID($0) }, before: instant)
        }
    }

    /// Works until the task is cancelled. It also continues what an earlier process left unfinished.
    package func work() async {
        signal.wake()
        await withDiscardingTaskGroup { group in
            for await _ in signal.turns {
                do {
                    // No download is running, so a row in that state was left by an earlier process, or its end could
                    // not be recorded.
                    if fetches.withLock({ $0.isEmpty }) { try await store.restart(at: clock.now()) }
                    while fetches.withLock({ $0.count }) < Self.most,
                        let next = try await store.next(attempts: Self.mostAttempts, at: clock.now())
                    {
                        let cancelled = begin(next.id)
                        group.addTask { await self.fetch(next, unless: cancelled) }
                    }
                } catch {
                    logger.warning("Waiting links could not be read", metadata: ["error": "\(error)"])
                }
            }
            group.cancelAll()
        }
    }

    /// Cancels the download. Its row has been removed already.
    func cancel(_ id: ID<Submission>) {
        fetches.withLock { $0[id]?.finish() }
    }

    /// - Returns: a stream that ends when the download is cancelled.
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
            // It was removed, or the server is stopping and will start it again.
            return await discard(link.id)
        } catch let error as LinkFailure {
            failure = error
        } catch let error as DomainError where error.code == .storageFull {
            failure = .noRoom
        } catch {
            logger.warning(
                "A link could not be downloaded", metadata: ["import.id": "\(link.id)", "error": "\(error)"])
            failure = .broken
        }
        await discard(link.id)
        await end(link, failure)
    }

    /// Removes the file in a separate task, which cancellation does not reach.
    private func discard(_ id: ID<Submission>) async {
        await Task { await quarantine.remove(id.rawValue) }.value
    }

    private func end(_ link: LinkImport, _ failure: LinkFailure) async {
        do {
            try await store.fail(link.id, because: failure, at: clock.now())
        } catch {
            logger.warning(
                "The failure of an import could not be stored",
                metadata: ["import.id": "\(link.id)", "error": "\(error)"])
        }
    }

    private func receive(_ link: LinkImport) async throws {
        guard let address = try? LinkAddress(link.address) else { throw LinkFailure.invalid }
        let rules = try await permit(link, address).rules
        // Removes what an earlier process left of it.
        await quarantine.remove(link.id.rawValue)
        let download = LinkDownload(
            link: link, store: store, quarantine: quarantine, reserve: reserve, broadcaster: broadcaster,
            clock: clock, permit: { try await self.permit(link, address) })
        let (name, received) = try await reader.read(address, by: rules, into: download)
        // In a separate task: once the file is complete, a cancellation comes too late.
        let isTaken = try await Task {
            try await self.store.finish(link.id, name: name, received: received, at: self.clock.now())
        }.value
        if isTaken { onComplete() } else { await discard(link.id) }
    }

    private func permit(_ link: LinkImport, _ address: LinkAddress) async throws -> LinkPermit {
        let rules = try await rules()
        guard rules.isEnabled else { throw LinkFailure.off }
        guard let submitter = try await submitter(link.account), submitter.may(.submit) else {
            throw LinkFailure.notAllowed
        }
        try rules.check(address)
        return LinkPermit(rules: rules, bounds: try await allowance.bounds(for: submitter))
    }
}
