import Foundation

/// An outside catalog on this machine that answers like the iTunes Search API. It has a few songs, one picture, and one
/// preview.
package struct CatalogServer: Sendable {
    /// A song of the catalog.
    package struct Song: Sendable {
        let id: Int
        let title: String
        let artist: String
        let milliseconds: Int
        let isExplicit: Bool

        package init(
            _ id: Int, _ title: String, by artist: String, milliseconds: Int, isExplicit: Bool = false
        ) {
            self.id = id
            self.title = title
            self.artist = artist
            self.milliseconds = milliseconds
            self.isExplicit = isExplicit
        }
    }

    private let server: FileServer
    package var port: Int { server.port }
    package var base: String { "http://127.0.0.1:\(port)" }
    /// The request lines of the requests.
    package var requests: [String] {
        server.heads.map { String($0.prefix { $0 != "\r\n" }) }
    }

    /// - Parameters:
    ///   - preview: the bytes of the previews.
    ///   - respond: replaces the catalog's reply if it returns steps.
    package init(
        _ songs: [Song], port: Int = 0, preview: [UInt8],
        respond: @escaping @Sendable (_ head: String) -> [FileServer.Step]? = { _ in nil }
    ) async throws {
        server = try await FileServer(port: port) { head in
            respond(head) ?? Self.answer(to: head, songs, preview)
        }
    }

    private static func answer(to head: String, _ songs: [Song], _ preview: [UInt8]) -> [FileServer.Step] {
        let target = head.split(separator: " ").dropFirst().first ?? ""
        let host = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("host:") }?.dropFirst(6) ?? ""
        if target.hasPrefix("/picture") { return FileServer.answer("200 OK", ["Content-Type: image/png"], pixel) }
        if target.hasPrefix("/preview") { return FileServer.answer("200 OK", ["Content-Type: audio/x-m4p"], preview) }
        let found =
            target.hasPrefix("/lookup?id=")
            ? songs.filter { target.hasPrefix("/lookup?id=\($0.id)&") } : target.hasPrefix("/search?") ? songs : []
        let items = found.map { song in
            [
                "wrapperType": "track", "kind": "song", "trackId": song.id, "trackName": song.title,
                "artistName": song.artist, "collectionName": "\(song.title) album",
                "trackTimeMillis": song.milliseconds,
                "artworkUrl100": "http://\(host)/picture/\(song.id)/100x100bb.png",
                "previewUrl": "http://\(host)/preview/\(song.id)",
                "trackExplicitness": song.isExplicit ? "explicit" : "notExplicit",
                "releaseDate": "2001-02-03T08:00:00Z",
            ] as [String: Any]
        }
        let body = try? JSONSerialization.data(withJSONObject: ["resultCount": items.count, "results": items])
        return FileServer.answer("200 OK", ["Content-Type: text/javascript; charset=utf-8"], Array(body ?? Data()))
    }

    /// A PNG of one pixel.
    private static let pixel = Array(
        Data(
            base64Encoded:
                "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==")
            ?? Data())
}
