import HTTPSupport
import Listening
import NativeAPI
import SQLiteStore

/// The home screen, and the search before anything is typed: a bit of every feature.
struct HomeFeature: Feature {
    let endpoints: [Endpoint]

    init(_ features: Features) {
        let (instance, listening) = (features.instance, features.listening)
        let home = HomeService(
            store: SQLiteHomeStore(instance.database), catalog: instance.catalogStore, listening: listening.listening,
            tracker: listening.tracker, calendar: ListeningCalendar(zone: instance.settings.timeZone),
            clock: instance.clock)
        let (catalog, shelf) = (features.catalog.catalog, features.shelf)
        endpoints =
            HomeRoutes(
                home: home, catalog: catalog, playlists: shelf.playlists, board: features.board.service,
                mixes: features.discovery.mixes, annotations: shelf.lookup
            ).endpoints
            + ExploreRoutes.endpoints(
                home: home, catalog: catalog, playlists: shelf.playlists, annotations: shelf.lookup)
            + PlaybackSharingRoutes.endpoints(home: home)
    }
}
