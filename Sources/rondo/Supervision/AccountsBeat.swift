import Accounts
import Logging
import SQLiteStore
import ServiceLifecycle

/// Every two seconds: open streams are held against the database, last uses are written. Changes of accounts by other processes empty
/// the cache of sessions at once.
struct AccountsBeat: Service {
    let authentication: Authentication
    let database: SQLiteDatabase
    let logger: Logger

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    for await _ in database.changes.revisions(of: .accounts) { authentication.invalidateAll() }
                }
                group.addTask {
                    while true {
                        try await Task.sleep(for: .seconds(2))
                        await beat()
                    }
                }
                try await group.waitForAll()
            }
        }
        await beat()
    }

    private func beat() async {
        do {
            try await authentication.tick()
        } catch {
            logger.warning("Sessions could not be looked after", metadata: ["error": "\(error)"])
        }
    }
}
