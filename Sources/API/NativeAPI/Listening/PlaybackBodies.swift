import Catalog
import Shelf
import HTTPSupport
import Listening
import Primitives

/// What a player posts about a play.
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

/// Positions in a track, as bodies carry them.
enum PositionBody {
    /// Up to thirty-one days in milliseconds.
    static let range: ClosedRange<Int64> = 0...2_678_400_000
}

struct PlaybackAnswerBody: JSONWritable {
    static let schema = Schema.object(required: [("counted", .flag), ("listenedMs", .integer)], optional: [])

    let answer: PlaybackAnswer

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("counted", answer.isCounted)
            json.field("listenedMs", answer.listened.wholeMilliseconds)
        }
    }
}

struct NowPlayingBody: JSONWritable {
    static let schema = Schema.object(
        required: [
            ("playId", .text), ("track", .named("TrackItem")), ("client", .text), ("positionMs", .integer),
            ("paused", .flag), ("updatedAt", .instant),
        ], optional: [("sessionId", .text)])

    let item: NowPlayingItem
    let annotations: Annotations

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("playId", item.play.id.text)
            json.field("track", TrackItemBody(item.track, annotations))
            json.field("client", item.play.client)
            json.field("positionMs", item.play.credit.position.wholeMilliseconds)
            json.field("paused", item.play.credit.state == .paused)
            json.field("updatedAt", item.play.updatedAt)
            json.field("sessionId", item.play.session?.rawValue)
        }
    }
}
