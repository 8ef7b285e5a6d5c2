import Accounts
import Catalog
import Streaming
import Gateway
import HTTPSupport
import Hummingbird
import Listening
import OpenSubsonicAPI
import SQLiteStore

/// What answers requests, and the tables of endpoints that it was made from.
struct Surfaces {
    let router: Router<GatewayContext>
    let native: [Endpoint]
    let remote: [SubsonicEndpoint]
    /// What is answered without the router.
    let ready: ReadyAnswers
}

extension Server {
    /// Heads of remote clients may be long: some send whole queues by GET.
    static let longHeads = LongHeadRules(
        isTaken: { OpenSubsonicAPI.hasTarget($0) },
        reply: { target, refusal in
            let detail =
                switch refusal {
                case .tooLong: "The request's head is too long: send a form by POST, or less at a time"
                case .tooMany: "There are too many long requests at the moment"
                }
            guard OpenSubsonicAPI.hasTarget(target) else {
                return RedirectServer.Reply(
                    mediaType: "text/plain; charset=utf-8", content: Array((detail + ".\n").utf8))
            }
            let answer = PlainRefusal(beginning: target, version: Rondo.version, detail)
            return RedirectServer.Reply(mediaType: answer.mediaType, content: answer.content, fields: answer.fields)
        })

    /// A request as the router is to see it.
    static func collapsed(_ request: Request) -> Request {
        guard let target = request.head.path.flatMap(OpenSubsonicAPI.collapsed) else { return request }
        var head = request.head
        head.path = target
        return Request(head: head, body: request.body)
    }

    /// What remote clients talk to.
    static func remoteSurface(
        _ instance: Instance, listening: ListeningService, queue: QueueService, artwork: ArtworkService,
        audio: TranscodingService, downloads: DownloadService
    ) -> OpenSubsonicAPI {
        let services = SubsonicServices(
            users: instance.users, accounts: instance.accounts, catalog: instance.catalog,
            browsing: BrowsingService(store: SQLiteBrowsingStore(instance.database)), artwork: artwork,
            transcoding: audio, downloads: downloads, listening: listening, queue: queue,
            annotations: instance.annotations,
            playlists: instance.playlists, shares: instance.shares, bookmarks: instance.bookmarks,
            radio: instance.radio, discovery: instance.discovery, lyrics: instance.lyrics,
            board: instance.board, scans: instance.scans,
            revocations: instance.authentication.revocations)
        return OpenSubsonicAPI(endpoints: services.endpoints, keys: instance.deviceKeys, version: Rondo.version)
    }
}
