package import HTTPSupport
import Hummingbird
import NIOCore
import Primitives
package import Shelf

/// Imports and exports playlists as files of other programs.
package enum PlaylistFileRoutes {
    @TableBuilder<Endpoint> package static func endpoints(playlists: PlaylistService) -> [Endpoint] {
        let format = Endpoint.Parameter(
            "format", .choice(of: PlaylistFormat.self), "m3u8 by default")
        Endpoint(
            .get, "/api/v1/playlists/{id}/export", .requires(.listen), tag: "playlists",
            "The playlist as a file: M3U8, XSPF or JSPF", parameters: [format],
            reply: .bytes(mediaType: "application/octet-stream")
        ) { request, context in
            let format = try request.choice("format", of: PlaylistFormat.self) ?? .m3u8
            let document = try await playlists.document(of: context.id("id"), as: context.principal())
            var fields: HTTPFields = [.contentType: format.mediaType, .cacheControl: "private, no-store"]
            fields[.contentDisposition] = AttachmentName.field(
                Array("\(document.title ?? "playlist").\(format.rawValue)".utf8))
            return Response(
                status: .ok, headers: fields,
                body: ResponseBody(byteBuffer: ByteBuffer(string: format.text(of: document))))
        }
        Endpoint(
            .post, "/api/v1/playlists/import", .requires(.listen), tag: "playlists",
            "Create a playlist from the bytes of an M3U, M3U8, XSPF or JSPF file of at most 8 MiB; the reply lists the tracks that were not found",
            parameters: [
                Endpoint.Parameter(
                    "format", .choice(of: PlaylistFormat.self), "recognized by content by default"),
                Endpoint.Parameter("name", .text, "Instead of the file's own title"),
            ], upload: ["audio/x-mpegurl", "application/xspf+xml", "application/jspf+json"],
            reply: PlaylistImport.self, status: .created, capacity: 8192
        ) { request, context in
            let wanted = try request.choice("format", of: PlaylistFormat.self)
            let name = try request.text("name", upTo: 4096)
            let bytes = try await request.content(upTo: PlaylistLimits.file)
            let document = try (wanted ?? .of(bytes)).document(from: bytes)
            return try await playlists.create(
                from: document, named: name, as: context.principal(), from: context.remoteAddress)
        }
    }
}
