import Accounts
import Administration
import Backups
import Catalog
import Discovery
package import HTTPSupport
package import Hummingbird
import Journal
import Listening
import Lyrics
import Messaging
import Moderation
import Podcasts
import Shelf

/// The native API: all rows of its endpoint table, and the document that describes them.
package struct NativeAPI: Sendable {
    /// All rows, including the document's own.
    package let endpoints: [Endpoint]
    private let access: AccessControl

    /// - Parameter latestEvent: the number of the newest event that every open stream has been sent.
    package init(
        endpoints: [Endpoint], access: AccessControl, version: String,
        latestEvent: @escaping @Sendable () -> Int64? = { nil }
    ) {
        let document = OpenAPIDocument(endpoints: endpoints, components: Self.components, version: version)
        self.endpoints = endpoints.map { LatestEvent.named(by: $0, latestEvent) } + [document.endpoint]
        self.access = access
    }

    package func register(on router: Router<GatewayContext>) {
        EndpointTable(endpoints, access: access, failure: { Problem.response(to: $0, $1) }).register(on: router)
        for path in ["/api/**"] + Self.beginnings(of: endpoints.map(\.path)) {
            for method in [HTTPRequest.Method.get, .head, .post, .put, .patch, .delete, .options] {
                router.on(RouterPath(path), method: method) { _, _ in
                    Problem.response(.notFound, code: "notFound", "There is no such address in this API")
                }
            }
        }
    }

    /// Path prefixes that are no endpoints themselves, like `/api/v1/board`. Once the router has matched one, it looks
    /// for nothing else.
    private static func beginnings(of paths: [String]) -> [String] {
        var beginnings = Set<String>()
        for path in paths {
            let parts = path.split(separator: "/")
            for count in parts.indices.dropFirst() { beginnings.insert("/" + parts[..<count].joined(separator: "/")) }
        }
        return beginnings.subtracting(paths).sorted()
    }

    /// The components of the OpenAPI document.
    private static let components: [any ObjectBody.Type] = [
        MeBody.self, ListedSession.self, TokenBody.self, TokenProduct.self, ListedDeviceKey.self, IdentityLink.self,
        Passkey.self, UserBody.self, LinkedBody.self, ArtistReference.self, AlbumItemBody.self, AlbumBody.self,
        ArtistItemBody.self, ArtistBody.self, GenreItem.self, TrackItemBody.self, TrackBody.self, EditRecord.self,
        SongLyrics.self, LyricsMatchBody.self, LyricsProviderBody.self, LyricsVersion.self, ArtistInfoBody.self,
        AlbumInfo.self, DescriptionCredit.self, ArtistCredit.self, SearchBody.self, OutsideSongBody.self,
        ListOutline.self, LibraryItem.self, LibraryProblem.self, Scan.self, AnnotationBody.self, Review.self,
        MomentBody.self, PostBody.self, BoardDayBody.self, CommentBody.self, PlaylistBody.self, PlaylistItemBody.self,
        ImportedSongBody.self, PlaylistFolder.self, Bookmark.self, DeviceBody.self, Subscription.self,
        ListedEpisode.self, RadioStation.self, ShareBody.self, RankedItem.self, ShelfFolder.self, ShelfItemBody.self,
        WishBody.self, UploadBody.self, SubmissionBody.self, LinkImportBody.self, Notification.self, Email.self,
        ListedBackup.self, BackupRun.self, JournalRecord.self, PlanBody.self, InvitationBody.self, FeatureRequest.self,
        Withdrawal.self, ModeratedPlaylist.self, Report.self, HomeBody.self, ExploreBody.self, FriendPlayingBody.self,
        ScrobblingBody.self, AnalysisBody.self, WaveformBody.self, RecognitionBody.self, ProblemBody.self,
    ]
}
