import Accounts
import Catalog
import Foundation
import Journal
import Logging
import Primitives
import SQLiteStore

/// What goes on beside the answering of requests.
extension Server {
    /// Another scan that is running then does as well.
    @Sendable func scanRegularly(_ instance: Instance, every interval: Duration) async throws {
        while true {
            try await Task.sleep(for: interval)
            _ = try? await instance.scanRunner.start(nil, by: .gateway)
        }
    }

    /// Hands on what is appended to the log of events, by whichever process.
    @Sendable func tellEvents(_ instance: Instance) async {
        await instance.eventHub.run(on: instance.database.changes.anything()) { error in
            logger.warning("Events could not be read", metadata: ["error": "\(error)"])
        }
    }

    /// Hands on what rows of the journal make another, every second at the most: a busy gateway writes many.
    @Sendable func tellNews(_ instance: Instance) async throws {
        let changes = instance.database.changes.anything()
        var newest: Int64?
        while newest == nil {
            do {
                newest = try await instance.journalHub.newest()
            } catch let error as DomainError {
                logger.warning("The journal could not be read", metadata: ["error.message": "\(error.message)"])
                try await Task.sleep(for: .seconds(10))
            }
        }
        await instance.journalHub.run(after: newest ?? 0, on: changes, gap: .seconds(1)) { error in
            logger.warning("The journal could not be read", metadata: ["error": "\(error)"])
        }
    }

    /// Covers that an earlier version has left without colors; new ones are looked into by the scan that finds them.
    @Sendable func describeCovers(_ instance: Instance) async throws {
        do {
            try await instance.describer.describeAll()
        } catch let error as DomainError {
            logger.warning("Covers could not be looked into", metadata: ["error.message": "\(error.message)"])
        }
    }

    /// Removes the file with the setup link as soon as somebody has used it.
    @Sendable func forgetSetupLink(_ instance: Instance) async throws {
        for await _ in instance.database.changes.revisions(of: .accounts) {
            guard try await !instance.setup.isRequired() else { continue }
            try? FileManager.default.removeItem(atPath: settings.data.setupLink)
            return
        }
    }
}
