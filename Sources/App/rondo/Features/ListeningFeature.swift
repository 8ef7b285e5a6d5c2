import Catalog
import HTTPSupport
import Listening
import NativeAPI
import Primitives
import SQLiteStore
import ServiceLifecycle
import Shelf

/// Listening: playback reports, history, the queue, statistics, bookmarks and radio stations.
struct ListeningFeature: Feature {
    let listening: ListeningService
    let tracker = PlaybackTracker()
    let queue: QueueService
    let bookmarks: BookmarkService
    let radio: RadioService
    let events = ListeningEvents()
    let statisticsStore: SQLiteStatisticsStore
    private let statistics: StatisticsService
    private let annotations: AnnotationLookup

    /// - Parameter played: called with the tracks that people play.
    init(_ instance: Instance, _ shelf: ShelfFeature, played: @escaping @Sendable (ID<Track>) -> Void) {
        let (database, clock, catalog) = (instance.database, instance.clock, instance.catalogStore)
        listening = ListeningService(
            plays: SQLitePlayStore(database), catalog: catalog, tracker: tracker, events: events,
            clock: clock, played: played)
        queue = QueueService(queues: SQLiteQueueStore(database), catalog: catalog, clock: clock)
        bookmarks = BookmarkService(store: SQLiteBookmarkStore(database), catalog: catalog, clock: clock)
        radio = RadioService(store: SQLiteRadioStore(database), pictures: instance.pictures, clock: clock)
        statisticsStore = SQLiteStatisticsStore(database)
        statistics = StatisticsService(
            store: statisticsStore, calendar: ListeningCalendar(zone: instance.settings.timeZone), clock: clock)
        annotations = shelf.lookup
    }

    var endpoints: [Endpoint] {
        PlaybackRoutes(listening: listening, annotations: annotations).endpoints
            + HistoryRoutes(listening: listening, annotations: annotations).endpoints
            + QueueRoutes(queue: queue, annotations: annotations).endpoints
            + StatisticsRoutes(statistics: statistics).endpoints
            + BookmarkRoutes(bookmarks: bookmarks, annotations: annotations).endpoints
            + RadioRoutes(radio: radio).endpoints
    }
}
