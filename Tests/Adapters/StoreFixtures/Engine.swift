package import Accounts
package import Administration
package import Board
package import Catalog
package import Journal
package import Listening
package import Lyrics
package import Messaging
package import Moderation
package import Podcasts
package import Portability
package import Primitives
import SQLiteStore
package import Sharing
package import Shelf
package import Support

/// A new database of the engine under test, behind the ports that the domains declare.
///
/// The contract tests reach a database only through this type. Another engine needs a function like `sqlite`. No other
/// file of the contract tests names an engine.
package struct Engine: Sendable {
    package let accounts: any AccountStore
    package let annotations: any AnnotationStore
    package let blobOwners: any BlobOwners
    package let board: any BoardStore
    package let bookmarks: any BookmarkStore
    package let catalog: any CatalogStore
    package let cleanup: any CleanupStore & CleanupAllowances
    package let edits: any EditStore
    package let events: any EventLog
    package let figures: any FigureStore
    package let home: any HomeStore
    package let importedSongs: any ImportedSongStore
    package let imports: any ImportStore
    package let journal: any JournalStore
    package let libraries: any LibraryStore
    package let moments: any MomentStore
    package let notifications: any NotificationStore
    package let ownSongs: any OwnSongStore
    package let personalData: any PersonalDataStore
    package let playlistFolders: any PlaylistFolderStore
    package let playlistModeration: any PlaylistModerationStore
    package let playlists: any PlaylistStore & BlobUser
    package let plays: any PlayStore
    package let queues: any QueueStore
    package let podcasts: any PodcastStore & BlobUser
    package let radio: any RadioStore & BlobUser
    package let renderers: any RendererStore
    package let reports: any ReportStore
    package let scans: any ScanStore
    package let shares: any ShareStore
    package let shelf: any ShelfStore & BlobUser
    package let statistics: any StatisticsStore
    package let wishes: any WishStore & BlobUser
    package let words: any WordSearchStore

    /// The database's folder, which is removed with its last reference.
    package let folder: TemporaryFolder
    /// Picks up commits of other processes, as a running server does twice a second.
    package let refresh: @Sendable () async throws -> Void
    /// Opens the same database again, like another process.
    package let reopen: @Sendable () throws -> Engine
}

extension Engine {
    /// A new SQLite database in `folder`, or the existing one.
    package static func sqlite(
        in folder: TemporaryFolder? = nil, clock: any WallClock = SystemWallClock()
    ) throws -> Engine {
        let folder = try folder ?? TemporaryFolder()
        let database = try SQLiteDatabase.new(at: path(in: folder))
        return Engine(
            accounts: SQLiteAccountStore(database),
            annotations: SQLiteAnnotationStore(database),
            blobOwners: SQLiteBlobOwners(database),
            board: SQLiteBoardStore(database),
            bookmarks: SQLiteBookmarkStore(database),
            catalog: SQLiteCatalogStore(database),
            cleanup: SQLiteCleanupStore(database),
            edits: SQLiteEditStore(database),
            events: SQLiteEventLog(database),
            figures: SQLiteFigureStore(database),
            home: SQLiteHomeStore(database),
            importedSongs: SQLiteImportedSongStore(database),
            imports: SQLiteImportStore(database),
            journal: SQLiteJournalStore(database),
            libraries: SQLiteLibraryStore(database),
            moments: SQLiteMomentStore(database),
            notifications: SQLiteNotificationStore(database),
            ownSongs: SQLiteOwnSongStore(database),
            personalData: SQLitePersonalDataStore(database),
            playlistFolders: SQLitePlaylistFolderStore(database),
            playlistModeration: SQLitePlaylistModerationStore(database),
            playlists: SQLitePlaylistStore(
                database, clock: clock, timeout: SmartTimeouts(rules: .seconds(60), page: .seconds(60))),
            plays: SQLitePlayStore(database),
            queues: SQLiteQueueStore(database),
            podcasts: SQLitePodcastStore(database),
            radio: SQLiteRadioStore(database),
            renderers: SQLiteRendererStore(database),
            reports: SQLiteReportStore(database),
            scans: SQLiteScanStore(database),
            shares: SQLiteShareStore(database),
            shelf: SQLiteShelfStore(database),
            statistics: SQLiteStatisticsStore(database),
            wishes: SQLiteWishStore(database),
            words: SQLiteWordSearchStore(database),
            folder: folder,
            refresh: { try await database.refreshChanges() },
            reopen: { try Engine.sqlite(in: folder, clock: clock) })
    }

    /// The database file of `sqlite`.
    package var path: String { Self.path(in: folder) }

    private static func path(in folder: TemporaryFolder) -> String { folder.path + "/rondo.sqlite" }
}
