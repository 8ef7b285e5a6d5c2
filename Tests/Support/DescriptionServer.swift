import Foundation
import Synchronization

/// A server on this machine with the APIs of MusicBrainz, the Cover Art Archive and fanart.tv. It knows one artist with
/// one album of one track.
package final class DescriptionServer: Sendable {
    package static let artist = "5b11f4ce-a62d-471e-81fc-a69a8278c7da"
    private static let release = "76df3287-6cda-33eb-8e9a-044b5e15ffdd"
    private static let group = "c9fdb94c-4975-4ed6-a96f-ef6d80bb7738"

    private final class Log: Sendable {
        let times = Mutex<[ContinuousClock.Instant]>([])
    }

    private let server: FileServer
    private let log: Log
    package var port: Int { server.port }
    package var base: String { "http://127.0.0.1:\(port)" }
    /// The targets of the requests.
    package var requests: [String] {
        server.heads.compactMap { $0.split(separator: " ").dropFirst().first.map(String.init) }
    }
    package var heads: [String] { server.heads }
    /// The times of the requests to MusicBrainz.
    package var times: [ContinuousClock.Instant] { log.times.withLock { $0 } }

    /// - Parameters:
    ///   - picture: the bytes of every picture.
    ///   - respond: replaces the server's reply if it returns steps.
    package init(
        artist: String, album: String, picture: [UInt8],
        respond: @escaping @Sendable (_ target: String) -> [FileServer.Step]? = { _ in nil }
    ) async throws {
        let log = Log()
        self.log = log
        server = try await FileServer { head in
            let target = head.split(separator: " ").dropFirst().first.map(String.init) ?? ""
            if target.hasPrefix("/mb/") { log.times.withLock { $0.append(.now) } }
            return respond(target) ?? Self.answer(to: target, head, artist, album, picture)
        }
    }

    private static func answer(
        to target: String, _ head: String, _ artist: String, _ album: String, _ picture: [UInt8]
    ) -> [FileServer.Step] {
        let host = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("host:") }?.dropFirst(6) ?? ""
        let group = #"{"id":"\#(group)","first-release-date":"1967-05-26"}"#
        switch target {
        case let path where path.hasPrefix("/mb/ws/2/release?query="):
            return json(
                #"{"releases":[{"id":"\#(release)","title":"\#(album)","track-count":1,"release-group":\#(group),"#
                    + #""artist-credit":[{"name":"\#(artist)","artist":{"id":"\#(Self.artist)","name":"\#(artist)"}}]}]}"#
            )
        case let path where path.hasPrefix("/mb/ws/2/release/\(release)?"):
            return json(#"{"id":"\#(release)","title":"\#(album)","date":"1990-01-01","release-group":\#(group)}"#)
        case let path where path.hasPrefix("/mb/ws/2/artist/"):
            return json(#"{"id":"\#(Self.artist)","name":"The Beatles"}"#)
        case "/mb/artist/\(Self.artist)/wikipedia-extract":
            return json(
                #"{"wikipediaExtract":{"content":"<p>\#(artist) plays <b>many</b> tunes &amp; songs.</p>","#
                    + #""url":"https://en.wikipedia.org/wiki/Someone","language":"en"}}"#)
        case "/caa/release/\(release)/front-1200":
            return FileServer.answer("307 Temporary Redirect", ["Location: http://\(host)/archive/front.png"])
        case "/fanart/v3/music/\(Self.artist)":
            return json(#"{"artistthumb":[{"url":"http://\#(host)/fanart/thumb.png","likes":"3"}]}"#)
        case "/archive/front.png", "/fanart/thumb.png":
            return FileServer.answer("200 OK", ["Content-Type: image/png"], picture)
        default:
            return FileServer.answer("404 Not Found", ["Content-Type: text/html"], Array("<h1>none</h1>".utf8))
        }
    }

    private static func json(_ text: String) -> [FileServer.Step] {
        FileServer.answer("200 OK", ["Content-Type: application/json"], Array(text.utf8))
    }
}
