import Administration
import Gateway
import HTTPSupport
import Logging
import Lyrics
import Media
import NativeAPI
import SQLiteStore
import ServiceLifecycle

/// Lyrics files beside the music, and the job that writes them. Only for the server.
struct SidecarFeature: Feature {
    let service: SidecarService
    private let database: SQLiteDatabase

    /// - Parameter mover: the connection to the process that starts movers; nil where they are children of this
    ///   process.
    init(_ features: Features, mover: MoverConnection?) {
        let instance = features.instance
        database = instance.database
        let settings = features.administration.settings
        service = SidecarService(
            store: SQLiteSidecarStore(database),
            mover: ConfinedMover(
                launcher: instance.programPath, line: mover, logger: Logger(label: "rondo.lyrics")),
            clock: instance.clock, isEnabled: { try await settings.current().writesLyricsFiles })
    }

    func jobs(_ jobs: JobMaker) -> [any Service] {
        [
            jobs.make("lyricsFiles", .always) { try await service.work() },
            jobs.make("lyricsFileChanges", .always) {
                // Words and settings change in the one area, files and libraries in the other.
                for await _ in database.changes.revisions(ofAny: [.administration, .catalogue]) { service.wake() }
            },
            jobs.make("lyricsFileRetries", .every(SidecarService.retryPause)) { service.wake() },
        ]
    }

    var endpoints: [Endpoint] { SidecarRoutes.endpoints(sidecars: service) }
}
