import Catalog
package import HTTPSupport
import Hummingbird
package import Listening
import Primitives
import Shelf

/// Receives players' reports and lists what is playing now.
package struct PlaybackRoutes: Sendable {
    private let listening: ListeningService
    private let annotations: AnnotationLookup

    package init(listening: ListeningService, annotations: AnnotationLookup) {
        self.listening = listening
        self.annotations = annotations
    }

    package var endpoints: [Endpoint] {
        [
            Endpoint(
                .post, "/api/v1/playback", .requires(.listen), tag: "Listening", "Report what a player does",
                body: PlaybackReportBody.schema, reply: .json(.ok, PlaybackAnswerBody.schema), handler: report),
            Endpoint(
                .get, "/api/v1/now-playing", .requires(.listen), tag: "Listening", "What the own devices play",
                reply: .json(.ok, .list(of: NowPlayingBody.schema)), compressed: true, handler: nowPlaying),
        ]
    }

    @Sendable private func report(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let body = try PlaybackReportBody(await request.jsonFields(upTo: 4096))
        let answer = try await listening.report(
            body.report, as: context.principal(), from: context.remoteAddress)
        return .json(PlaybackAnswerBody(answer: answer))
    }

    @Sendable private func nowPlaying(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let caller = try context.principal()
        let items = try await listening.nowPlaying(as: caller)
        let annotations = try await annotations.of(tracks: items.map(\.track), as: caller)
        return .json(ListBody(items.map { NowPlayingBody(item: $0, annotations: annotations) }))
    }
}

/// A player's report about a play.
struct PlaybackReportBody {
    static let schema = Schema.object(
        required: [
            ("playId", .text), ("trackId", .text), ("event", .choice(PlaybackEvent.allCases.map(\.rawValue))),
            ("positionMs", .integer),
        ], optional: [("client", .text)])

    let report: PlaybackReport

    init(_ fields: consuming JSONFields) throws(DomainError) {
        var fields = fields
        let play = try PlayID(fields.text("playId", upTo: 64))
        let track = ID<Track>(try fields.text("trackId", upTo: 64))
        guard let event = try fields.optionalChoice("event", of: PlaybackEvent.self) else {
            throw .invalid("event is missing", field: "event")
        }
        let position = try fields.integer("positionMs", in: PositionBody.range)
        let client = try fields.optionalText("client", upTo: 256)
        try fields.end()
        report = PlaybackReport(
            play: play, track: track, event: event, position: .milliseconds(position), client: client)
    }
}

/// Positions in a track, as bodies contain them.
enum PositionBody {
    /// Up to thirty-one days in milliseconds.
    static let range: ClosedRange<Int64> = 0...2_678_400_000
}

struct PlaybackAnswerBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("counted") { $0.answer.isCounted }
        Field("listenedMs") { $0.answer.listened.wholeMilliseconds }
    }

    let answer: PlaybackAnswer
}

struct NowPlayingBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("playId") { $0.item.play.id.text }
        Field("track") { TrackItemBody($0.item.track, $0.annotations) }
        Field("client") { $0.item.play.client }
        Field("positionMs") { $0.item.play.credit.position.wholeMilliseconds }
        Field("paused") { $0.item.play.credit.state == .paused }
        Field("updatedAt") { $0.item.play.updatedAt }
        Field("sessionId") { $0.item.play.session?.rawValue }
    }

    let item: NowPlayingItem
    let annotations: Annotations
}
