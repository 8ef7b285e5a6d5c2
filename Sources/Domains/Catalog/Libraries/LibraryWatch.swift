import Journal
package import Logging
import Primitives
import Synchronization

/// Scans a library soon after a change in its folder, and after it was added. `run()` is a long-lived service.
package struct LibraryWatch: Sendable {
    private let store: any LibraryStore
    private let runner: ScanRunner
    private let observer: any LibraryObserver
    private let catalogChanges: @Sendable () -> AsyncStream<Int64>
    private let timing: WatchTiming
    private let logger: Logger

    /// - Parameter catalogChanges: an element whenever libraries may have been added or removed.
    package init(
        store: any LibraryStore, runner: ScanRunner, observer: any LibraryObserver,
        catalogChanges: @escaping @Sendable () -> AsyncStream<Int64>, timing: WatchTiming = WatchTiming(),
        logger: Logger
    ) {
        self.store = store
        self.runner = runner
        self.observer = observer
        self.catalogChanges = catalogChanges
        self.timing = timing
        self.logger = logger
    }

    /// Watches all libraries, including those that are added later, until its task is cancelled.
    package func run() async throws {
        while !Task.isCancelled {
            // Subscribed before the list is read, so that no addition falls between the two.
            let changes = catalogChanges()
            guard let libraries = try? await store.libraries() else {
                try await Task.sleep(for: timing.timeout)
                continue
            }
            await withTaskGroup(of: Void.self) { group in
                for library in libraries { group.addTask { await watch(library) } }
                await waitForOthers(than: libraries, changes)
                group.cancelAll()
            }
        }
    }

    private func waitForOthers(than libraries: [Library], _ changes: AsyncStream<Int64>) async {
        for await _ in changes {
            guard let now = try? await store.libraries(), now != libraries else { continue }
            return
        }
    }

    private func watch(_ library: Library) async {
        let seen = ChangeCounter()
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                for await _ in observer.changes(below: library.path) { seen.add() }
                seen.end()
            }
            group.addTask {
                await scanFirst(library)
                var handled = 0
                for await _ in seen.additions where seen.count != handled {
                    guard (try? await settle(seen)) != nil else { break }
                    handled = seen.count
                    await scan(library)
                }
            }
        }
    }

    /// Scans a library that was added, perhaps again, without waiting for a change in it.
    private func scanFirst(_ library: Library) async {
        guard await isNew(library) else { return }
        // The admin who added it may be about to scan it.
        guard (try? await Task.sleep(for: timing.quiet)) != nil else { return }
        await scan(library, onlyNew: true)
    }

    /// Whether it was never scanned, and no running scan includes it.
    private func isNew(_ library: Library) async -> Bool {
        if let scan = await runner.running {
            // A scan of all libraries includes those that existed when it began.
            let isIncluded = scan.library.map { $0 == library.id } ?? (scan.startedAt >= library.addedAt)
            if isIncluded { return false }
        }
        let items = (try? await store.items()) ?? []
        return items.contains { $0.library == library && $0.lastScanAt == nil }
    }

    /// Returns when nothing has changed for the quiet period, or when changes have gone on until the timeout.
    private func settle(_ seen: ChangeCounter) async throws {
        var waited = Duration.zero
        var count = -1
        while seen.count != count, waited < timing.timeout {
            count = seen.count
            try await Task.sleep(for: timing.quiet)
            waited += timing.quiet
        }
    }

    /// Scans as soon as no other scan runs, then pauses. A scan that cannot be started is tried again, since no further
    /// change may trigger it.
    ///
    /// - Parameter onlyNew: whether to stop once another scan has covered the library.
    private func scan(_ library: Library, onlyNew: Bool = false) async {
        var pause = timing.quiet
        while !Task.isCancelled {
            do {
                return try await scanOnce(library, onlyNew: onlyNew)
            } catch let error as DomainError where error.code == .notFound {
                return
            } catch {
                // On cancellation the library is no longer watched.
                guard !Task.isCancelled else { return }
                logger.warning(
                    "A changed library could not be scanned",
                    metadata: [
                        "library.id": "\(library.id)", "error": "\((error as? DomainError)?.message ?? "\(error)")",
                    ])
            }
            try? await Task.sleep(for: pause)
            pause = min(pause * 2, timing.timeout)
        }
    }

    private func scanOnce(_ library: Library, onlyNew: Bool) async throws {
        var started: Scan?
        while started == nil {
            if onlyNew, await !isNew(library) { return }
            do {
                started = try await runner.start(library.id, by: .gateway)
            } catch let error as DomainError where error.reason == "scan_running" {
                try await Task.sleep(for: timing.quiet)
            }
        }
        var lasted = Duration.zero
        repeat {
            try await Task.sleep(for: timing.quiet / 4)
            lasted += timing.quiet / 4
        } while await runner.running?.id == started?.id
        try await Task.sleep(for: lasted * timing.rest)
    }
}

/// The delays between a change in a library's folder and its scan.
package struct WatchTiming: Sendable {
    /// The quiet period without changes before a scan, so that an album that is being copied is scanned only once.
    package var quiet = Duration.seconds(2)
    /// The longest wait for the quiet period.
    package var timeout = Duration.seconds(20)
    /// The pause after a scan, as a multiple of the time it took: a folder that changes all the time must not keep the
    /// disk busy.
    package var rest = 4
}

/// Detects changes in a library's folder as they happen.
package protocol LibraryObserver: Sendable {
    /// Yields an element after a change below `path` that a scan could see; several changes may be one element. The
    /// folders are watched until the stream is dropped. A folder that disappears is watched again when it comes back.
    func changes(below path: [UInt8]) -> AsyncStream<Void>
}

/// Counts the detected changes of a folder.
final class ChangeCounter: Sendable {
    /// An element after every addition; several additions may be one element.
    let additions: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation
    private let number = Mutex(0)

    init() {
        (additions, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    }

    var count: Int { number.withLock { $0 } }

    func add() {
        number.withLock { $0 += 1 }
        continuation.yield()
    }

    func end() {
        continuation.finish()
    }
}
