package import Accounts
import Catalog
package import Streaming
package import HTTPSupport
import HTTPTypes
import Hummingbird
import Primitives
import Shelf

/// Downloads albums, playlists and selections as one zip.
package struct DownloadRoutes: Sendable {
    /// The largest body in bytes: ten thousand ids of 64 characters, and some overhead.
    private static let longestBody = 768 * 1024

    private let downloads: DownloadService
    private let revocations: Revocations

    package init(downloads: DownloadService, revocations: Revocations) {
        self.downloads = downloads
        self.revocations = revocations
    }

    package var endpoints: [Endpoint] {
        let zip = Endpoint.Reply.bytes(mediaType: "application/zip")
        let rest = "as a zip of its files as they are, which is made while it is sent and has no ranges"
        return [
            Endpoint(
                .get, "/api/v1/albums/{id}/download", .requires(.stream), tag: "catalogue",
                "The album with its cover, \(rest)", reply: zip, handler: album),
            Endpoint(
                .get, "/api/v1/playlists/{id}/download", .requires(.stream), tag: "playlists",
                "The playlist with an M3U8 file, \(rest)", reply: zip, handler: playlist),
            Endpoint(
                .post, "/api/v1/downloads", .requires(.stream), tag: "catalogue",
                "Choose what to download: an album, a playlist or up to 10,000 tracks; path leads to the zip for an hour",
                body: .object(
                    required: [],
                    optional: [("albumId", .text), ("playlistId", .text), ("trackIds", .array(.text))]),
                reply: .json(.created, SelectionBody.schema), handler: prepare),
            Endpoint(
                .get, "/api/v1/downloads/{id}", .requires(.stream), tag: "catalogue",
                "What was chosen, \(rest)", reply: zip, handler: chosen),
        ]
    }

    @Sendable private func album(_ request: Request, _ context: GatewayContext) async throws -> Response {
        try await respond(downloads.download(.album(context.id("id")), as: context.principal()), request, context)
    }

    @Sendable private func playlist(_ request: Request, _ context: GatewayContext) async throws -> Response {
        try await respond(downloads.download(.playlist(context.id("id")), as: context.principal()), request, context)
    }

    @Sendable private func prepare(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let source = try Self.source(await request.jsonFields(upTo: Self.longestBody))
        let (selection, download) = try await downloads.prepare(source, as: context.principal())
        return .json(SelectionBody(selection: selection, download: download), status: .created)
    }

    @Sendable private func chosen(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let id: ID<DownloadSelection> = try context.id("id")
        return try await respond(downloads.download(id, as: context.principal()), request, context)
    }

    private func respond(
        _ download: Download, _ request: Request, _ context: GatewayContext
    ) async throws -> Response {
        guard let authenticated = context.authenticated else { throw DomainError.signedOut }
        return try await DownloadResponder(
            download, from: downloads, for: authenticated, revocations: revocations
        ).respond(to: request, from: context.remoteAddress, on: context.channel)
    }

    private static func source(_ fields: consuming JSONFields) throws(DomainError) -> DownloadSource {
        var fields = fields
        let source: DownloadSource
        if let album = try fields.optionalText("albumId", upTo: 64) {
            source = .album(ID(album))
        } else if let playlist = try fields.optionalText("playlistId", upTo: 64) {
            source = .playlist(ID(playlist))
        } else {
            source = .tracks(
                try fields.texts("trackIds", count: Download.mostFiles, eachUpTo: 64).map { ID($0) })
        }
        try fields.end()
        return source
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
