import Board
import Gateway
import HTTPSupport
import NativeAPI
import Primitives
import SQLiteStore
import ServiceLifecycle

/// The board: one song a day of each user, with comments and reactions.
struct BoardFeature: Feature {
    let service: BoardService
    private let annotations: AnnotationLookup

    init(_ instance: Instance, _ shelf: ShelfFeature) {
        service = BoardService(
            store: SQLiteBoardStore(instance.database), catalog: instance.catalogStore,
            clock: BoardClock(calendar: DayCalendar(zone: instance.settings.timeZone), wall: instance.clock),
            throttle: BoardThrottle(clock: SystemMonotonicClock()))
        annotations = shelf.lookup
    }

    var endpoints: [Endpoint] {
        BoardRoutes(board: service, annotations: annotations).endpoints + CommentRoutes(board: service).endpoints
    }

    func jobs(_ jobs: JobMaker) -> [any Service] {
        // A sleep until midnight would miss a clock that is put forward, or a machine that sleeps.
        let longest = Duration.seconds(10)
        return [
            jobs.make(resting: "boardRollover", pauses: RetryPauses(longest: longest)) {
                max(.milliseconds(20), min(try await service.turn(), longest))
            }
        ]
    }
}
