import Accounts
import Administration
import Catalog
import Gateway
import HTTPSupport
import ListenBrainzAPI
import Listening
import NativeAPI
import Primitives
import SQLiteStore
import ServiceLifecycle
import Shelf

/// Listening: playback reports, history, the queue, devices, statistics, bookmarks and radio stations.
struct ListeningFeature: Feature {
    let listening: ListeningService
    let tracker = PlaybackTracker()
    let beginnings = PlayBeginnings()
    let queue: QueueService
    let devices: DeviceService
    let jukebox: JukeboxService
    let speakers: SpeakerFeature
    let bookmarks: BookmarkService
    let radio: RadioService
    let events = ListeningEvents()
    let statisticsStore: SQLiteStatisticsStore
    private let statistics: StatisticsService
    private let namedPlays: NamedPlayService
    private let annotations: AnnotationLookup

    /// - Parameters:
    ///   - revocations: ends the devices of credentials that end.
    ///   - settings: say whether the jukebox is on.
    ///   - played: called with the tracks that people play.
    init(
        _ instance: Instance, _ shelf: ShelfFeature, revocations: Revocations, settings: SettingsService,
        played: @escaping @Sendable (ID<Track>) -> Void
    ) {
        let (database, clock, catalog) = (instance.database, instance.clock, instance.catalogStore)
        let plays = SQLitePlayStore(database)
        listening = ListeningService(
            plays: plays, catalog: catalog, tracker: tracker, events: events,
            clock: clock, played: played, began: { [beginnings] in beginnings.note($0, of: $1) })
        namedPlays = NamedPlayService(listening: listening, plays: plays, catalog: catalog)
        queue = QueueService(queues: SQLiteQueueStore(database), catalog: catalog, clock: clock)
        let registry = DeviceRegistry()
        speakers = SpeakerFeature(instance, registry: registry, events: events, settings: settings)
        jukebox = speakers.jukebox
        devices = DeviceService(
            registry: registry, catalog: catalog, tracker: tracker, events: events, revocations: revocations,
            speakers: speakers.service, clock: clock)
        bookmarks = BookmarkService(store: SQLiteBookmarkStore(database), catalog: catalog, clock: clock)
        radio = RadioService(store: SQLiteRadioStore(database), pictures: instance.pictures, clock: clock)
        statisticsStore = SQLiteStatisticsStore(database)
        statistics = StatisticsService(
            store: statisticsStore, calendar: ListeningCalendar(zone: instance.settings.timeZone), clock: clock)
        annotations = shelf.lookup
    }

    var endpoints: [Endpoint] {
        PlaybackRoutes.endpoints(listening: listening, annotations: annotations)
            + HistoryRoutes.endpoints(listening: listening, annotations: annotations)
            + QueueRoutes.endpoints(queue: queue, annotations: annotations)
            + DeviceRoutes(devices: devices, annotations: annotations).endpoints
            + StatisticsRoutes(statistics: statistics).endpoints
            + BookmarkRoutes.endpoints(bookmarks: bookmarks, annotations: annotations)
            + RadioRoutes.endpoints(radio: radio) + speakers.endpoints
    }

    /// The rows of the table for programs that hand plays in.
    var listenEndpoints: [ListenBrainzEndpoint] { ListenEndpoints(plays: namedPlays).endpoints }

    func jobs(_ jobs: JobMaker) -> [any Service] {
        [jobs.make("devices", .every(.seconds(1))) { devices.expire() }] + speakers.jobs(jobs)
    }
}
