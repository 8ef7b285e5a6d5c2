import Administration
import Files
import Gateway
import HTTPSupport
import Listening
import Logging
import Media
import NativeAPI
import Primitives
import SQLiteStore
import ServiceLifecycle
import Streaming

/// The speakers that people share, and the first of them: the jukebox, which is the machine's own sound.
struct SpeakerFeature: Feature {
    /// The variables by which programs find a sound server.
    private static let variables = ["HOME", "XDG_RUNTIME_DIR", "PULSE_SERVER", "PULSE_COOKIE", "PIPEWIRE_REMOTE"]

    let directory = SpeakerDirectory()
    let service: SpeakerService
    let jukebox: JukeboxService
    private let report: JukeboxReports
    private let events: ListeningEvents
    private let changes: WakeSignal
    /// Many changes at once, such as a hand on the volume, are told together.
    private static let gather = Duration.milliseconds(250)

    init(
        _ instance: Instance, registry: DeviceRegistry, events: ListeningEvents, settings: SettingsService
    ) {
        let (database, clock, sound) = (instance.database, instance.clock, instance.settings.jukebox)
        let streaming = StreamingService(sources: instance.catalogStore, files: LibraryFileOpener())
        let variables = ProcessEnvironment.variables.filter { Self.variables.contains($0.key) }
        let output = sound.map { sound in
            MPVOutput(
                launcher: instance.programPath, sound: sound, folder: instance.settings.data.jukebox,
                environment: variables.merging(["LC_ALL": "C", "SWIFT_BACKTRACE": "enable=no"]) { $1 },
                logger: Logger(label: "rondo.jukebox")
            ) { track in
                // The person who added it was allowed to hear it.
                try await streaming.open(track, as: Instance.operatorPrincipal).file
            }
        }
        let changes = WakeSignal()
        (self.changes, self.events) = (changes, events)
        let isOn: @Sendable () async throws -> Bool = { try await settings.current().isJukeboxOn }
        let speaker = output.flatMap { output in
            (try? JukeboxService.speaker).map { id in
                Speaker(
                    id: id, name: instance.settings.jukeboxName, output: output, store: SQLiteSpeakerStore(database),
                    clock: clock, onChange: { changes.wake() })
            }
        }
        if let speaker { directory.add(SpeakerDirectory.Place(speaker, isOn: isOn)) }
        service = SpeakerService(
            directory: directory, catalog: instance.catalogStore, registry: registry, events: events, clock: clock)
        jukebox = JukeboxService(speakers: service, catalog: instance.catalogStore, clock: clock)
        report = JukeboxReports(
            speaker: speaker, system: sound?.system, device: sound?.device, isOn: isOn,
            isProgramThere: { await MPVOutput.find() != nil })
    }

    var endpoints: [Endpoint] { JukeboxRoutes.endpoints(reports: report) }

    /// To be called when what others show of a speaker has changed.
    var onChange: @Sendable () -> Void {
        { [changes] in changes.wake() }
    }

    func jobs(_ jobs: JobMaker) -> [any Service] {
        [
            jobs.make("speakers", .always, last: { await service.close() }) {
                await withTaskGroup(of: Void.self) { group in
                    group.addTask { await service.run() }
                    group.addTask {
                        for await _ in changes.turns {
                            events.sendToAll(.speakers)
                            try? await Task.sleep(for: Self.gather)
                        }
                    }
                    await group.waitForAll()
                }
            },
            jobs.make("speakerUpkeep", .every(.seconds(1))) { try await service.tend() },
        ]
    }
}
