import Accounts
import Catalog
import HTTPSupport
import HTTPTypes
import Hummingbird
package import Listening
import Primitives

/// The rows of `/listenbrainz/1/`.
package struct ListenEndpoints: Sendable {
    private static let ordinaryCount: Int64 = 25

    private static let smallBody = 64 << 10

    private let plays: NamedPlayService
    private let large = SubmissionLimit()

    package init(plays: NamedPlayService) {
        self.plays = plays
    }

    package var endpoints: [ListenBrainzEndpoint] {
        let root = ListenBrainzAPI.root + "/1"
        return [
            ListenBrainzEndpoint(.post, root + "/submit-listens", .write, submit),
            ListenBrainzEndpoint(.post, root + "/delete-listen", .write, delete),
            ListenBrainzEndpoint(.get, root + "/validate-token", nil, validate),
            ListenBrainzEndpoint(.get, root + "/user/{name}/listens", .read, listens),
            ListenBrainzEndpoint(.get, root + "/user/{name}/listen-count", .read, count),
            ListenBrainzEndpoint(.get, root + "/user/{name}/playing-now", .read, playingNow),
        ]
    }

    @Sendable private func submit(_ call: ListenCall) async throws -> Response {
        // Only a body of many listens takes much memory to read.
        let length = call.request.headers[.contentLength].flatMap { Int($0) }
        let place = length.map { $0 <= Self.smallBody } ?? false ? nil : try large.take(for: call.caller.user)
        let submission = try ListenSubmission(await call.request.bytes(upTo: ListenSubmission.mostBytes))
        withExtendedLifetime(place) {}
        if submission.kind == .playingNow {
            for play in submission.plays {
                try await plays.begin(play.track, by: play.client, as: call.caller, from: call.origin)
            }
        } else {
            _ = try await plays.record(submission.plays, as: call.caller, from: call.origin)
        }
        return .json(StatusBody())
    }

    @Sendable private func delete(_ call: ListenCall) async throws -> Response {
        let value = try JSONValue(parsing: await call.request.bytes(upTo: 4096))
        guard case .object(let fields) = value, case .integer(let seconds)? = fields["listened_at"],
            (0..<253_402_300_800).contains(seconds), case .text(let track)? = fields["recording_msid"],
            track.utf8.count <= 64
        else { throw RequestFailure.malformed("Give listened_at, a whole number, and recording_msid, a string") }
        try await plays.delete(ID(track), playedAt: seconds, as: call.caller, from: call.origin)
        return .json(StatusBody())
    }

    @Sendable private func validate(_ call: ListenCall) async throws -> Response {
        .json(TokenBody(username: call.access.username))
    }

    @Sendable private func listens(_ call: ListenCall) async throws -> Response {
        try call.requireOwnName()
        let wanted = try call.number("count") ?? Self.ordinaryCount
        let range = try PlayRange(
            after: call.number("min_ts"), before: call.number("max_ts"), limit: Int(clamping: wanted))
        let found = try await plays.history(range, as: call.caller)
        let ends = try await plays.ends(as: call.caller)
        return .json(
            ListensBody(plays: found, username: call.access.username, newest: ends?.newest, oldest: ends?.oldest),
            capacity: 256 + found.count * 768)
    }

    @Sendable private func count(_ call: ListenCall) async throws -> Response {
        try call.requireOwnName()
        return .json(ListenCountBody(count: try await plays.count(as: call.caller)))
    }

    @Sendable private func playingNow(_ call: ListenCall) async throws -> Response {
        try call.requireOwnName()
        let playing = try await plays.nowPlaying(as: call.caller)
        return .json(PlayingNowBody(track: playing?.track, client: playing?.client, username: call.access.username))
    }
}
