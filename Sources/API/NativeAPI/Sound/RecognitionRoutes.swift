package import Catalog
package import HTTPSupport
import Hummingbird
package import Primitives
package import Recognition
import Shelf

/// Finds the song that a recording is of, and the caller's history of such songs.
package struct RecognitionRoutes: Sendable {
    /// The types that a recording can have. What it is, its content says.
    private static let types = [
        "audio/webm", "video/webm", "audio/mp4", "video/mp4", "audio/aac", "audio/ogg", "application/ogg",
        "audio/opus", "audio/wav", "audio/x-wav", "audio/wave", "audio/vnd.wave", "audio/flac", "audio/x-flac",
        "audio/mpeg", "audio/mp3", "application/octet-stream",
    ]

    private let recognition: RecognitionService
    private let tracks: @Sendable ([ID<Track>], Principal) async throws -> [TrackItem]
    private let annotations: AnnotationLookup

    /// - Parameter tracks: the tracks with these ids that the caller may see.
    package init(
        recognition: RecognitionService, annotations: AnnotationLookup,
        tracks: @escaping @Sendable ([ID<Track>], Principal) async throws -> [TrackItem]
    ) {
        self.recognition = recognition
        self.annotations = annotations
        self.tracks = tracks
    }

    @TableBuilder<Endpoint> package var endpoints: [Endpoint] {
        let path = "/api/v1/recognitions"
        Endpoint(
            .post, path, .requires(.listen), tag: "recognition",
            "Find the song that a recording is of. The recording may still be in the making: the answer comes as soon as the song is certain, after 3, 5, 8, 12 or 20 seconds, or at its end",
            upload: Self.types, reply: RecognitionBody.self, handler: recognize)
        Endpoint(
            .get, path, .requires(.listen), tag: "recognition",
            "The songs that the caller has recognized, the latest first", parameters: .paging,
            reply: Page<PastRecognitionBody>.self, capacity: 32 * 1024
        ) { request, context in
            let caller = try context.principal()
            let page = try await recognition.history(request.pageRequest(), as: caller)
            let annotations = try await annotations.of(tracks: page.items.compactMap(\.track), as: caller)
            return page.map { PastRecognitionBody(entry: $0, annotations: annotations) }
        }
        Endpoint(
            .delete, path, .requires(.listen), tag: "recognition", "Remove all recognized songs from the history"
        ) { _, context in try await recognition.removeAll(as: context.principal()) }
        Endpoint(
            .get, path + "/coverage", .requires(.listen), tag: "recognition",
            "How many of the caller's tracks can be recognized", reply: RecognitionCoverage.self
        ) { _, context in try await recognition.coverage(for: context.principal()) }
        Endpoint(
            .delete, path + "/{id}", .requires(.listen), tag: "recognition", "Remove a recognized song from the history"
        ) { _, context in try await recognition.remove(context.id("id"), as: context.principal()) }
    }

    private func recognize(_ request: Request, _ context: GatewayContext) async throws -> RecognitionBody {
        let type = (request.headers[.contentType] ?? "application/octet-stream").prefix { $0 != ";" && $0 != " " }
        guard Self.types.contains(type.lowercased()) else {
            throw DomainError(
                .unsupportedMediaType, "Send the recording as WebM, MP4, Ogg, WAV, FLAC or MP3",
                reason: "recording_type")
        }
        let caller = try context.principal()
        let found = try await recognition.recognize(request.parts, as: caller)
        let songs = found.songs
        let items = try await tracks(songs.map(\.track), caller)
        let annotations = try await annotations.of(tracks: items, as: caller)
        let bodies = songs.compactMap { song in
            items.first { $0.id == song.track }.map {
                RecognizedSongBody(song: song, track: TrackItemBody($0, annotations))
            }
        }
        return RecognitionBody(recognition: found, songs: bodies)
    }
}

struct RecognitionBody: ObjectBody {
    static let component: String? = "Recognition"
    static let fields = Fields<Self> {
        Field("outcome", .choice(["matched", "unmatched"])) { $0.match == nil ? "unmatched" : "matched" }
        Field("id") { $0.recognition.entry?.rawValue }
        Field("match") { $0.match }
        Field("candidates") { body in body.songs.filter { $0.song != body.recognition.match } }
        Field("heardMs") { $0.recognition.heard.wholeMilliseconds }
        Field("isQuiet") { $0.recognition.isQuiet }
        Field("coverage") { $0.recognition.coverage }
    }

    let recognition: Recognition
    /// The match and the candidates, in their order; one that was removed meanwhile is missing.
    let songs: [RecognizedSongBody]

    fileprivate var match: RecognizedSongBody? { songs.first { $0.song == recognition.match } }
}

struct RecognizedSongBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("track") { $0.track }
        Field("positionMs") { $0.song.position.wholeMilliseconds }
        Field("score") { $0.song.score }
        Field("confidence") { $0.song.confidence }
    }

    let song: RecognizedSong
    let track: TrackItemBody
}

extension RecognitionCoverage: ObjectBody {
    package static let fields = Fields<Self> {
        Field("analyzed") { $0.analyzed }
        Field("total") { $0.total }
    }
}

struct PastRecognitionBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("id") { $0.entry.id.rawValue }
        Field("at") { $0.entry.at }
        Field("track") { body in body.entry.track.map { TrackItemBody($0, body.annotations) } }
        Field("title") { $0.entry.title }
        Field("artist") { $0.entry.artist }
        Field("positionMs") { $0.entry.position.wholeMilliseconds }
        Field("confidence") { $0.entry.confidence }
    }

    let entry: PastRecognition
    let annotations: Annotations
}
