import Accounts
import Catalog
import HTTPSupport
import Hummingbird
import Listening
import OpenSubsonicAPI
import SQLiteStore
import Streaming

extension Server {
    /// What remote clients talk to.
    static func registerRemoteSurface(
        on router: Router<GatewayContext>, _ instance: Instance, listening: ListeningService, queue: QueueService,
        artwork: ArtworkService, audio: TranscodingService
    ) {
        let services = SubsonicServices(
            users: instance.users, catalog: instance.catalog,
            browsing: BrowsingService(store: SQLiteBrowsingStore(instance.database)), artwork: artwork,
            transcoding: audio, listening: listening, queue: queue, opinions: instance.opinions,
            playlists: instance.playlists, discovery: instance.discovery, lyrics: instance.lyrics,
            board: instance.board, scans: instance.scans,
            revocations: instance.authentication.revocations)
        OpenSubsonicAPI(endpoints: services.endpoints, keys: instance.deviceKeys, version: Rondo.version)
            .register(on: router)
    }
}
