import Gateway
import HTTPSupport
import Journal
import NativeAPI
import SQLiteStore
import ServiceLifecycle
import Shelf

/// The things that users collect: likes and ratings, moments, playlists, shelves and wishes.
struct ShelfFeature: Feature {
    let annotations: AnnotationService
    let playlists: PlaylistService
    let songs: ImportedSongService
    let folders: PlaylistFolderService
    let shelf: ShelfService
    let wishes: WishService
    let moments: MomentService
    /// Announces changes of the data that rules of smart playlists read.
    let smartChanges = SmartChanges()
    private let events: EventHub

    init(_ instance: Instance) {
        let (database, clock, catalog) = (instance.database, instance.clock, instance.catalogStore)
        annotations = AnnotationService(store: SQLiteAnnotationStore(database), catalog: catalog, clock: clock)
        playlists = PlaylistService(
            store: instance.playlistStore, catalog: catalog, pictures: instance.pictures, clock: clock)
        folders = PlaylistFolderService(store: SQLitePlaylistFolderStore(database), clock: clock)
        shelf = ShelfService(
            store: SQLiteShelfStore(database), catalog: catalog, own: SQLiteOwnSongStore(database),
            pictures: instance.pictures, clock: clock)
        wishes = WishService(
            store: SQLiteWishStore(database), catalog: catalog, pictures: instance.pictures, clock: clock)
        songs = ImportedSongService(
            store: SQLiteImportedSongStore(database), playlists: instance.playlistStore, wishes: wishes,
            catalog: catalog, clock: clock)
        moments = MomentService(store: SQLiteMomentStore(database), clock: clock)
        events = instance.events
    }

    /// Looks up the annotations of all items of a page, for every list of music.
    var lookup: AnnotationLookup { AnnotationLookup(annotations) }

    var endpoints: [Endpoint] {
        AnnotationRoutes(annotations: annotations).endpoints + LikeRoutes(annotations: annotations).endpoints
            + PeopleRoutes.endpoints(annotations: annotations) + MomentRoutes(moments: moments).endpoints
            + PlaylistRoutes(playlists: playlists).endpoints
            + PlaylistEntryRoutes(playlists: playlists, annotations: lookup).endpoints
            + SmartPlaylistRoutes.endpoints(playlists: playlists, annotations: lookup)
            + PlaylistFileRoutes.endpoints(playlists: playlists)
            + ImportedSongRoutes.endpoints(songs: songs, annotations: lookup)
            + PlaylistFolderRoutes.endpoints(folders: folders)
            + FolderRoutes(shelf: shelf).endpoints
            + ShelfItemRoutes(shelf: shelf, annotations: lookup).endpoints
            + WishRoutes(wishes: wishes, annotations: lookup).endpoints
    }

    func jobs(_ jobs: JobMaker) -> [any Service] {
        [
            jobs.make("smartPlaylistEvents", .always) {
                // Before the hub has been started there are no events.
                guard let (key, _) = events.add({ smartChanges.receive($0?.event) }) else { return }
                defer { events.remove(key) }
                try await smartChanges.run(gap: .seconds(2))
            }
        ]
    }
}
