import Administration
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

    init(_ instance: Instance) {
        let settings = SettingsService(store: SQLiteSettingsStore(instance.database), clock: instance.clock)
        service = BoardService(
            store: SQLiteBoardStore(instance.database), catalog: instance.catalogStore,
            clock: BoardClock(calendar: DayCalendar(zone: instance.settings.timeZone), wall: instance.clock),
            throttle: BoardThrottle(clock: SystemMonotonicClock())
        ) { try await settings.current().outside.isOn }
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

/// The board's endpoints. They take songs of the outside catalog too, which only the server asks.
struct BoardEndpointsFeature: Feature {
    let endpoints: [Endpoint]

    init(_ features: Features, _ outside: OutsideFeature) {
        let board = features.board.service
        endpoints =
            BoardRoutes(board: board, annotations: features.shelf.lookup, outside: outside.songs).endpoints
            + CommentRoutes(board: board).endpoints
    }
}
