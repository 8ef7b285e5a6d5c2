package import HTTPSupport
import HTTPTypes
package import Hummingbird

/// The native API: all rows of its endpoint table, and the document that describes them.
package struct NativeAPI: Sendable {
    /// All rows, including the document's own.
    package let endpoints: [Endpoint]
    private let access: AccessControl

    package init(endpoints: [Endpoint], access: AccessControl, version: String) {
        let document = OpenAPIDocument(endpoints: endpoints, schemas: Self.schemas, version: version)
        self.endpoints = endpoints + [document.endpoint]
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
    private static let schemas: [(String, Schema)] = [
        ("Me", MeBody.schema), ("Session", SessionBody.schema), ("Token", TokenBody.schema),
        ("TokenProduct", TokenProductBody.schema),
        ("DeviceKey", DeviceKeyBody.schema), ("User", UserBody.schema),
        ("Link", LinkedBody.schema), ("ArtistReference", ArtistReferenceBody.schema),
        ("AlbumItem", AlbumItemBody.schema),
        ("Album", AlbumBody.schema), ("ArtistItem", ArtistItemBody.schema), ("Artist", ArtistBody.schema),
        ("Genre", GenreBody.schema), ("TrackItem", TrackItemBody.schema), ("Track", TrackBody.schema),
        ("TrackEdit", EditRecordBody.schema), ("Lyrics", LyricsBody.schema), ("ArtistInfo", ArtistInfoBody.schema),
        ("AlbumInfo", AlbumInfoBody.schema), ("Contributor", ContributorBody.schema),
        ("SearchResults", SearchBody.schema), ("Outline", OutlineBody.schema), ("Library", LibraryBody.schema),
        ("LibraryProblem", LibraryProblemBody.schema), ("Scan", ScanBody.schema), ("Opinion", AnnotationBody.schema),
        ("Review", ReviewBody.schema), ("Post", PostBody.schema), ("BoardDay", BoardDayBody.schema),
        ("Comment", CommentBody.schema),
        ("Playlist", PlaylistBody.schema), ("PlaylistEntry", PlaylistItemBody.schema),
        ("Bookmark", BookmarkBody.schema), ("RadioStation", RadioStationBody.schema), ("Share", ShareBody.schema),
        ("RankedItem", RankedItemBody.schema),
        ("Folder", FolderBody.schema), ("ShelfItem", ShelfItemBody.schema),
        ("Wish", WishBody.schema), ("Upload", UploadBody.schema), ("Submission", SubmissionBody.schema),
        ("Import", LinkImportBody.schema),
        ("Notification", NotificationBody.schema), ("Letter", OutboxEmailBody.schema), ("Backup", BackupBody.schema),
        ("BackupRun", BackupRunBody.schema), ("JournalEntry", JournalRecordBody.schema), ("Plan", PlanBody.schema),
        ("Invitation", InvitationBody.schema), ("FeatureRequest", FeatureRequestBody.schema),
        ("Withdrawal", WithdrawalBody.schema), ("ModeratedPlaylist", ModeratedPlaylistBody.schema),
        ("Report", ReportBody.schema),
        ("Problem", Problem.schema),
    ]
}
