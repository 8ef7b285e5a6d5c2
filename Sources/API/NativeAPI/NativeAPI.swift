package import HTTPSupport
package import Hummingbird

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
        MeBody.self, SessionBody.self, TokenBody.self, TokenProductBody.self, DeviceKeyBody.self,
        IdentityLinkBody.self, PasskeyBody.self,
        UserBody.self, LinkedBody.self, ArtistReferenceBody.self, AlbumItemBody.self, AlbumBody.self,
        ArtistItemBody.self, ArtistBody.self, GenreBody.self, TrackItemBody.self, TrackBody.self,
        EditRecordBody.self, LyricsBody.self, LyricsMatchBody.self, LyricsProviderBody.self, LyricsVersionBody.self,
        ArtistInfoBody.self, AlbumInfoBody.self, DescriptionCreditBody.self, ContributorBody.self, SearchBody.self,
        OutsideSongBody.self,
        OutlineBody.self, LibraryBody.self, LibraryProblemBody.self, ScanBody.self,
        AnnotationBody.self, ReviewBody.self, MomentBody.self, PostBody.self, BoardDayBody.self, CommentBody.self,
        PlaylistBody.self, PlaylistItemBody.self, ImportedSongBody.self, PlaylistFolderBody.self, BookmarkBody.self,
        DeviceBody.self,
        SubscriptionBody.self, EpisodeBody.self,
        RadioStationBody.self, ShareBody.self, RankedItemBody.self, FolderBody.self, ShelfItemBody.self, WishBody.self,
        UploadBody.self,
        SubmissionBody.self, LinkImportBody.self, NotificationBody.self, OutboxEmailBody.self,
        BackupBody.self, BackupRunBody.self, JournalRecordBody.self, PlanBody.self, InvitationBody.self,
        FeatureRequestBody.self, WithdrawalBody.self, ModeratedPlaylistBody.self, ReportBody.self,
        HomeBody.self, ExploreBody.self, FriendPlayingBody.self, ScrobblingBody.self,
        AnalysisBody.self, WaveformBody.self, RecognitionBody.self, ProblemBody.self,
    ]
}
