import Messaging
import Sharing
import Board
import Catalog
import Accounts
import Foundation
import Gateway
import Journal
import Logging
import Primitives
import SQLiteStore
import ServiceLifecycle
import Shelf

/// Jobs for users: sessions, the board, shares, and updates of open event streams.
extension Server {
    private static let everyTwoSeconds = RetryPauses(first: .seconds(2), longest: .seconds(2))

    func accountJobs(_ instance: Instance, _ jobs: JobMaker) -> [any Service] {
        let (authentication, libraries, changes) = (
            instance.authentication, instance.libraryStore, instance.database.changes
        )
        // A sleep until midnight would miss a clock that is put forward, or a machine that sleeps.
        let longest = Duration.seconds(10)
        return [
            jobs.make("sessionCache", .always) {
                for await _ in changes.revisions(of: .accounts) { authentication.invalidateAll() }
            },
            // A user who may not listen any more is stopped soon, also after a failure.
            jobs.make(
                "sessions", .every(.seconds(2)), pauses: Self.everyTwoSeconds, last: { try await authentication.tick() }
            ) { try await authentication.tick() },
            jobs.make("openStreams", .every(.seconds(2)), pauses: Self.everyTwoSeconds) {
                try await authentication.endStreams { Set(try await libraries.libraries().map(\.id.rawValue)) }
            },
            jobs.make("credentialCleanup", .every(.seconds(3600))) {
                try await authentication.sweep(by: instance.cleanup)
            },
            jobs.make(resting: "boardRollover", pauses: RetryPauses(longest: longest)) {
                max(.milliseconds(20), min(try await instance.board.turn(), longest))
            },
            jobs.make("shares", .every(.seconds(2)), last: { try await instance.publicShares.tick() }) {
                try await instance.publicShares.tick()
            },
            jobs.make("databaseChanges", .always) { try await ChangeWatcher(instance.database).run() },
            jobs.make("events", .always) { await publishEvents(instance) },
            jobs.make("smartPlaylistEvents", .always) {
                // Before the hub has been started there are no events.
                guard let (key, _) = instance.eventHub.add({ instance.smartChanges.receive($0?.event) }) else { return }
                defer { instance.eventHub.remove(key) }
                try await instance.smartChanges.run(gap: .seconds(2))
            },
            jobs.make("journalEvents", .always) { try await publishJournal(instance) },
            jobs.make("resetLetters", .always) { await instance.mail.work() },
            jobs.make("letters", .always) { try await deliverMail(instance) },
            jobs.make("setupLink", .once) { try await forgetSetupLink(instance) },
        ]
    }

    /// Publishes the events that any process appends to the log.
    private func publishEvents(_ instance: Instance) async {
        await instance.eventHub.run(on: instance.database.changes.anything()) { error in
            if error is CancellationError { return }
            logger.warning("Events could not be read", metadata: ["error": "\(error)"])
        }
    }

    /// Publishes the updates that journal entries cause, at most every second: a busy server writes many.
    private func publishJournal(_ instance: Instance) async throws {
        let changes = instance.database.changes.anything()
        let newest = try await instance.journalHub.newest()
        await instance.journalHub.run(after: newest, on: changes, gap: .seconds(1)) { error in
            if error is CancellationError { return }
            logger.warning("The journal could not be read", metadata: ["error": "\(error)"])
        }
    }

    /// Removes the file with the setup link as soon as the link has been used.
    private func forgetSetupLink(_ instance: Instance) async throws {
        for await _ in instance.database.changes.revisions(of: .accounts) {
            guard try await !instance.setup.isRequired() else { continue }
            try? FileManager.default.removeItem(atPath: settings.data.setupLink)
            return
        }
    }
}
