import HTTPSupport
import HTTPTypes
import Hummingbird
import Lyrics
import NIOCore
import Primitives

/// LRCLIB's requests (lrclib.net/docs, and the source of its server at de83c12): names or a number in, plain and synced
/// lyrics out.
struct LRCLIBEndpoints: Sendable {
    /// The number of results of a search, as there.
    private static let mostFound = 20
    /// The milliseconds by which lengths may differ, as there.
    private static let deviation: Int64 = 2000

    let directory: LyricsDirectory

    var endpoints: [LyricsEndpoint] {
        [
            LyricsEndpoint(path: "/lrclib/api/get", handler: byNames),
            LyricsEndpoint(path: "/lrclib/api/get-cached", handler: byNames),
            LyricsEndpoint(path: "/lrclib/api/get/{id}", handler: byNumber),
            LyricsEndpoint(path: "/lrclib/api/search", handler: search),
        ]
    }

    @Sendable private func byNames(_ call: LyricsCall) async throws -> Response {
        guard let title = try call.text("track_name") else { throw RequestFailure.malformed("track_name", "given") }
        guard let artist = try call.text("artist_name") else { throw RequestFailure.malformed("artist_name", "given") }
        let name = LyricsName(
            title: title, artist: artist, album: try call.text("album_name"),
            length: try call.seconds("duration").map {
                LyricsLength(milliseconds: $0, deviation: Self.deviation)
            })
        let song = try await directory.song(named: name, isExact: true, as: call.caller)
        return try await reply(song, call)
    }

    @Sendable private func byNumber(_ call: LyricsCall) async throws -> Response {
        guard let text = call.id, let number = Int64(text) else {
            throw RequestFailure.malformed("id", "a whole number")
        }
        return try await reply(directory.song(number, as: call.caller), call)
    }

    private func reply(_ song: LyricsSong, _ call: LyricsCall) async throws -> Response {
        let body = try await body(of: song, call)
        guard !body.isEmpty else { throw RequestFailure(status: .notFound, "There are no lyrics of this song") }
        return .json(body, capacity: 16 * 1024)
    }

    @Sendable private func search(_ call: LyricsCall) async throws -> Response {
        let (names, title) = (try call.text("q"), try call.text("track_name"))
        guard names != nil || title != nil else { throw RequestFailure.malformed("q or track_name", "given") }
        let query = try LyricsQuery(
            title: title, artist: try call.text("artist_name"), album: try call.text("album_name"),
            names: names, precision: SongLyrics.Precision.none)
        let found = try await directory.search(query, offset: 0, count: Self.mostFound, as: call.caller)
        var bodies: [LRCLIBBody] = []
        for song in found.songs {
            // Lyrics that are gone since they were indexed are left out.
            guard let body = try? await body(of: song, call), !body.isEmpty else { continue }
            bodies.append(body)
        }
        return .json(bodies, capacity: 16 * 1024)
    }

    private func body(of song: LyricsSong, _ call: LyricsCall) async throws -> LRCLIBBody {
        let served = try await directory.lyrics(of: song, as: call.caller)
        let main = served.lyrics.filter { $0.kind == .main }
        return LRCLIBBody(
            song, plain: main.first { !$0.isSynced } ?? main.first, synced: main.first { $0.isSynced },
            isInstrumental: served.isInstrumental)
    }
}

/// A song with its lyrics.
struct LRCLIBBody: JSONWritable {
    private let song: LyricsSong
    private let plain: String?
    private let synced: String?
    private let isInstrumental: Bool

    init(_ song: LyricsSong, plain: SongLyrics?, synced: SongLyrics?, isInstrumental: Bool) {
        self.song = song
        self.isInstrumental = isInstrumental
        self.plain = plain?.plainText
        self.synced = synced?.lineLRC
    }

    var isEmpty: Bool { plain == nil && synced == nil && !isInstrumental }

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("id", song.number)
            json.field("name", song.title)
            json.field("trackName", song.title)
            json.field("artistName", song.artist)
            json.field("albumName", song.album)
            json.field("duration", Double(song.durationMilliseconds) / 1000)
            json.field("instrumental", isInstrumental)
            json.key("plainLyrics")
            if let plain { json.value(plain) } else { json.null() }
            json.key("syncedLyrics")
            if let synced { json.value(synced) } else { json.null() }
            json.field("isrc", song.isrc)
        }
    }
}

/// An error as LRCLIB words it, with its name and the HTTP status.
struct LRCLIBFailure: JSONWritable {
    let failure: RequestFailure

    private var name: String {
        switch failure.status {
        case .badRequest: "ValidationError"
        case .unauthorized: "Unauthorized"
        case .forbidden: "Forbidden"
        case .notFound: "TrackNotFound"
        case .methodNotAllowed: "MethodNotAllowed"
        case .tooManyRequests: "TooManyRequests"
        default: "UnexpectedError"
        }
    }

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("statusCode", failure.status.code)
            json.field("name", name)
            json.field("message", failure.message)
        }
    }

    var response: Response {
        var response = Response.json(self, status: failure.status)
        if let wait = failure.retryAfter { response.headers[.retryAfter] = "\(wait)" }
        if failure.status == .methodNotAllowed { response.headers[.allow] = "GET, HEAD, OPTIONS" }
        return response
    }
}
