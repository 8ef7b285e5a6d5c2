package import Journal
package import Primitives

/// Starts, watches and stops scans. Every call needs `manageLibraries`.
package struct ScanService: Sendable {
    private let store: any ScanStore
    private let runner: ScanRunner

    package init(store: any ScanStore, runner: ScanRunner) {
        self.store = store
        self.runner = runner
    }

    /// Starts a scan of one library, or of all, and returns at once. Throws `conflict` with reason `scan_running` while
    /// one runs.
    package func start(
        _ library: ID<Library>?, as caller: Principal, by actor: JournalEntry.Actor
    ) async throws -> Scan {
        try caller.require(.manageLibraries)
        return try await runner.start(library, by: actor)
    }

    /// Asks a scan to stop; it ends soon after. A scan that has ended is returned unchanged.
    package func cancel(_ id: ID<Scan>, as caller: Principal) async throws -> Scan {
        try caller.require(.manageLibraries)
        if let scan = await runner.cancel(id) { return scan }
        let scan = try await stored(id)
        guard scan.state != .running else {
            throw DomainError(.conflict, "This scan runs in another process. Stop it there")
        }
        return scan
    }

    package func scan(_ id: ID<Scan>, as caller: Principal) async throws -> Scan {
        try caller.require(.manageLibraries)
        if let running = await runner.running, running.id == id { return running }
        return try await stored(id)
    }

    /// Whether a scan runs, in any process. Needs only `browse`.
    package func isScanning(as caller: Principal) async throws -> Bool {
        try caller.require(.browse)
        if await runner.running != nil { return true }
        return try await store.scans(.first(1)).items.first?.state == .running
    }

    /// Newest first.
    package func scans(_ page: PageRequest, as caller: Principal) async throws -> Page<Scan> {
        try caller.require(.manageLibraries)
        let running = await runner.running
        return try await store.scans(page).map { $0.id == running?.id ? running ?? $0 : $0 }
    }

    /// See `ScanBroadcaster.updates`.
    package func updates(as caller: Principal) throws -> AsyncStream<Scan> {
        try caller.require(.manageLibraries)
        return runner.broadcaster.updates()
    }

    private func stored(_ id: ID<Scan>) async throws -> Scan {
        guard let scan = try await store.scan(id) else { throw DomainError.notFound("There is no such scan") }
        return scan
    }
}
