package import Accounts
import Catalog
package import Streaming
package import HTTPSupport
import Hummingbird
import Primitives
import Shelf

/// Downloads albums, playlists and selections as one zip.
package struct DownloadRoutes: Sendable {
    private let downloads: DownloadService
    private let revocations: Revocations

    package init(downloads: DownloadService, revocations: Revocations) {
        self.downloads = downloads
        self.revocations = revocations
    }

    @TableBuilder<Endpoint> package var endpoints: [Endpoint] {
        let zip = Endpoint.Reply.bytes(mediaType: "application/zip")
        let rest = "as a zip of the original files, made while it is sent and without ranges"
        Endpoint(
            .get, "/api/v1/albums/{id}/download", .requires(.stream), tag: "catalogue",
            "The album with its cover, \(rest)", reply: zip
        ) { request, context in
            try await respond(downloads.download(.album(context.id("id")), as: context.principal()), request, context)
        }
        Endpoint(
            .get, "/api/v1/playlists/{id}/download", .requires(.stream), tag: "playlists",
            "The playlist with an M3U8 file, \(rest)", reply: zip
        ) { request, context in
            try await respond(
                downloads.download(.playlist(context.id("id")), as: context.principal()), request, context)
        }
        Endpoint(
            .post, "/api/v1/downloads", .requires(.stream), tag: "catalogue",
            "Prepare a download of an album, a playlist or up to 10,000 tracks; path is the zip's address for an hour",
            body: DownloadDraftBody().schema, reply: SelectionBody.self, status: .created
        ) { request, context in
            let source = try await DownloadDraftBody().read(request)
            let (selection, download) = try await downloads.prepare(source, as: context.principal())
            return SelectionBody(selection: selection, download: download)
        }
        Endpoint(
            .get, "/api/v1/downloads/{id}", .requires(.stream), tag: "catalogue", "The prepared download, \(rest)",
            reply: zip
        ) { request, context in
            let id: ID<DownloadSelection> = try context.id("id")
            return try await respond(downloads.download(id, as: context.principal()), request, context)
        }
    }

    private func respond(_ download: Download, _ request: Request, _ context: GatewayContext) async throws -> Response {
        let authenticated = try context.signedIn()
        return try await DownloadResponder(
            download, from: downloads, for: authenticated, revocations: revocations
        ).respond(to: request, from: context.remoteAddress, on: context.channel)
    }
}

/// The things to download: an album, a playlist or tracks.
private struct DownloadDraftBody: InputBody {
    /// The largest body in bytes: ten thousand ids of 64 characters, and some overhead.
    private static let longest = 768 * 1024

    let album = Input<ID<Album>?>("albumId", .id())
    let playlist = Input<ID<Playlist>?>("playlistId", .id())
    let tracks = Input<[ID<Track>]?>("trackIds", .ids(upTo: Download.mostFiles))

    func read(_ request: Request) async throws -> DownloadSource {
        let (album, playlist, tracks) = try await request.read(
            \.album, \.playlist, \.tracks, of: self, upTo: Self.longest)
        switch (album, playlist, tracks) {
        case (let album?, nil, nil): return .album(album)
        case (nil, let playlist?, nil): return .playlist(playlist)
        case (nil, nil, let tracks?): return .tracks(tracks)
        default:
            throw DomainError.invalid("Give one of albumId, playlistId and trackIds", field: "trackIds")
        }
    }
}

/// A selection of tracks, and the address that it is downloaded from.
private struct SelectionBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("id") { $0.selection.id.rawValue }
        Field("path") { "/api/v1/downloads/\($0.selection.id.rawValue)" }
        Field("name") { $0.download.name }
        Field("files") { $0.download.entries.count }
        Field("expiresAt") { $0.selection.expiresAt }
    }

    let selection: DownloadSelection
    let download: Download
}
