import Catalog
import Gateway
import HTTPSupport
import Journal
import Listening
import Logging
import NativeAPI
import SQLiteStore
import ServiceLifecycle
import Shelf

/// The stream of events that notifies clients of changes as they happen.
struct EventsFeature: Feature {
    let endpoints: [Endpoint]
    private let instance: Instance
    private let journalHub: JournalHub

    init(
        _ features: Features, _ submissions: SubmissionsFeature, _ sound: SoundFeature,
        _ lyrics: LyricsProvidersFeature
    ) {
        instance = features.instance
        let journalHub = JournalHub(journal: SQLiteJournalStore(instance.database))
        self.journalHub = journalHub
        let (listening, changes) = (features.listening, instance.database.changes)
        let (scans, smartChanges) = (features.libraries.runner.broadcaster, features.shelf.smartChanges)
        endpoints =
            EventRoutes(
                hub: instance.events, listening: listening.events, devices: listening.devices,
                queue: { try await listening.queue.revision(as: $0) },
                changes: { smartChanges.changes(for: $0) },
                catalogue: { changes.revisions(of: .catalogue) },
                revision: { changes.revision(of: .catalogue) },
                scans: { scans.updates().map { scan -> any JSONWritable in scan } },
                latestScan: { scans.latest },
                analysis: { sound.progress() },
                imports: { submissions.progress(for: $0) },
                lyrics: { lyrics.ended(for: $0) },
                lyricsRuns: { lyrics.progress() },
                updates: { journalHub.updates() },
                revocations: features.accounts.revocations
            ).endpoints
    }

    func jobs(_ jobs: JobMaker) -> [any Service] {
        let (instance, logger) = (instance, jobs.logger)
        return [
            jobs.make("databaseChanges", .always) { try await ChangeWatcher(instance.database).run() },
            // Publishes the events that any process appends to the log.
            jobs.make("events", .always) {
                await instance.events.run(on: instance.database.changes.anything()) { error in
                    if error is CancellationError { return }
                    logger.warning("Events could not be read", metadata: ["error": "\(error)"])
                }
            },
            // Publishes the updates that journal entries cause, at most every second: a busy server writes many.
            jobs.make("journalEvents", .always) {
                let changes = instance.database.changes.anything()
                let newest = try await journalHub.newest()
                await journalHub.run(after: newest, on: changes, gap: .seconds(1)) { error in
                    if error is CancellationError { return }
                    logger.warning("The journal could not be read", metadata: ["error": "\(error)"])
                }
            },
        ]
    }
}
