import Catalog
package import HTTPSupport
import Hummingbird
package import Listening
import Primitives
import Shelf

/// Receives players' reports and lists what is playing now.
package enum PlaybackRoutes {
    @TableBuilder<Endpoint>
    package static func endpoints(listening: ListeningService, annotations: AnnotationLookup) -> [Endpoint] {
        Endpoint(
            .post, "/api/v1/playback", .requires(.listen), tag: "Listening", "Report what a player does",
            body: PlaybackReportBody().schema, reply: PlaybackAnswer.self
        ) { request, context in
            let report = try await PlaybackReportBody().read(request)
            return try await listening.report(report, as: context.principal(), from: context.remoteAddress)
        }
        Endpoint(
            .get, "/api/v1/now-playing", .requires(.listen), tag: "Listening", "Playback on the caller's devices",
            reply: ListBody<NowPlayingBody>.self, compressed: true
        ) { _, context in
            let caller = try context.principal()
            let items = try await listening.nowPlaying(as: caller)
            let annotations = try await annotations.of(tracks: items.map(\.track), as: caller)
            return ListBody(items.map { NowPlayingBody(item: $0, annotations: annotations) })
        }
    }
}

/// A player's report about a play.
struct PlaybackReportBody: InputBody {
    let play = Input<String>("playId", .text(upTo: 64))
    let track = Input<ID<Track>>("trackId", .id())
    let event = Input<PlaybackEvent>("event", .choice())
    let position = Input<Int64>("positionMs", .position)
    let client = Input<String?>("client", .text(upTo: 256))
    /// The speed of playback since the report before; 1 where it is absent.
    let rate = Input<Double?>("rate", .rate)

    func read(_ request: Request) async throws -> PlaybackReport {
        var fields = try await request.input(self, upTo: 4096)
        let play = try PlayID(fields.read(\.play))
        let track = try fields.read(\.track)
        let event = try fields.read(\.event)
        let position = try fields.read(\.position)
        let client = try fields.read(\.client)
        let rate = try fields.read(\.rate)
        try fields.end()
        return try PlaybackReport(
            play: play, track: track, event: event, position: .milliseconds(position), client: client, rate: rate ?? 1)
    }
}

extension InputKind where Value == Int64 {
    /// A position in a track: up to thirty-one days in milliseconds.
    static var position: Self { .integer(in: 0...2_678_400_000) }
}

extension InputKind where Value == Double {
    /// A number; the domain bounds it.
    static var rate: Self {
        Self(.number) { fields, name throws(DomainError) in try fields.optionalNumber(name) }
    }
}

extension PlaybackAnswer: ObjectBody {
    package static let fields = Fields<Self> {
        Field("counted") { $0.isCounted }
        Field("listenedMs") { $0.listened.wholeMilliseconds }
    }
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
