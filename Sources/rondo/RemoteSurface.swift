import Catalog
import Listening
import OpenSubsonicAPI
import SQLiteStore
import Streaming

extension Server {
    /// What remote clients talk to.
    static func subsonic(
        _ instance: Instance, listening: ListeningService, queue: QueueService, artwork: ArtworkService,
        audio: TranscodingService
    ) -> OpenSubsonicAPI {
        let services = SubsonicServices(
            users: instance.users, catalog: instance.catalog,
            browsing: BrowsingService(store: SQLiteBrowsingStore(instance.database)), artwork: artwork,
            transcoding: audio, listening: listening, queue: queue, opinions: instance.opinions,
            playlists: instance.playlists, discovery: instance.discovery, lyrics: instance.lyrics,
            board: instance.board, scans: instance.scans,
            revocations: instance.authentication.revocations)
        return OpenSubsonicAPI(endpoints: services.endpoints, keys: instance.deviceKeys, version: Rondo.version)
    }
}
