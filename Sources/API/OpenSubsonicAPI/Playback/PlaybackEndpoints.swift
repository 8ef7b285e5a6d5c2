import Accounts
import Catalog
import HTTPSupport
package import Listening
import Primitives

/// The caller's playback: what is playing, and plays.
package struct PlaybackEndpoints: Sendable {
    /// The number of plays in one request.
    private static let mostPlays = 1000

    let items: ItemReader
    let listening: ListeningService

    @TableBuilder<SubsonicEndpoint> package var endpoints: [SubsonicEndpoint] {
        SubsonicEndpoint("scrobble", .requires(.write, .listen), scrobble)
        SubsonicEndpoint("reportPlayback", .requires(.write, .listen), report)
        SubsonicEndpoint("getNowPlaying", .requires(.read, .listen), nowPlaying)
    }

    private func scrobble(_ call: SubsonicCall) async throws -> Reply {
        let caller = try call.caller
        let (tracks, times) = (try call.tracks(), call.parameters.all("time"))
        guard !tracks.isEmpty else { throw SubsonicFailure.missing("id") }
        guard tracks.count <= Self.mostPlays else {
            throw SubsonicFailure.malformed("id", "given at most \(Self.mostPlays) times")
        }
        guard times.isEmpty || times.count == tracks.count else {
            throw SubsonicFailure.malformed("time", "given once for each id")
        }
        if try call.flag("submission", default: true) {
            let instants = try times.map { try call.instant("time", $0) }
            let plays = tracks.enumerated().map { index, track in
                SubmittedPlay(track: track, playedAt: instants.isEmpty ? nil : instants[index])
            }
            try await listening.record(plays, by: call.client, as: caller, from: call.origin)
        } else if let track = tracks.last {
            // The player sends no further report while it plays, nor when it stops.
            let started = try PlayerReport(
                track: track, state: .starting, client: call.client, counts: false, timeout: .seconds(10))
            try await listening.report(started, as: caller, from: call.origin)
        }
        return .empty
    }

    private func report(_ call: SubsonicCall) async throws -> Reply {
        guard try call.required("mediaType") == "song" else {
            throw SubsonicFailure.malformed("mediaType", "song: there is nothing else here")
        }
        guard let state = PlayerReport.State(rawValue: try call.required("state")) else {
            throw SubsonicFailure.malformed("state", "starting, playing, paused or stopped")
        }
        guard let position = try call.position("positionMs", expected: "0 or more") else {
            throw SubsonicFailure.missing("positionMs")
        }
        var rate = 1.0
        if let text = try call.text("playbackRate", upTo: 16) {
            guard let number = Double(text) else { throw SubsonicFailure.malformed("playbackRate", "a number") }
            rate = number
        }
        let counts = try !call.flag("ignoreScrobble", default: false)
        let report = try PlayerReport(
            track: try call.track("mediaId"), state: state, position: position, client: call.client,
            rate: rate, counts: counts, timeout: .seconds(30 * 60))
        try await listening.report(report, as: call.caller, from: call.origin)
        return .empty
    }

    /// The caller's own players: other users' listening is private.
    private func nowPlaying(_ call: SubsonicCall) async throws -> Reply {
        let (caller, username) = (try call.caller, try call.signedIn().username)
        let playing = try await listening.nowPlaying(as: caller)
        let songs = try await items.songsByID(playing.map(\.track.id), as: caller)
        let entries = playing.compactMap { item in songs[item.track.id].map { (item, $0) } }
        return Reply("nowPlaying", capacity: entries.count * 1600) { writer in
            writer.array("entry", entries.enumerated()) { writer, entry in
                let (number, (item, song)) = entry
                writer.attribute("username", username)
                writer.attribute("minutesAgo", Int(item.silence.components.seconds / 60))
                writer.attribute("playerId", number + 1)
                writer.attribute("playerName", item.play.client)
                if writer.detail == .full {
                    writer.bareText("state", item.play.credit.state == .paused ? "paused" : "playing")
                    writer.attribute("positionMs", item.position.wholeMilliseconds)
                    writer.attribute("playbackRate", item.play.rate)
                }
                song.write(to: &writer)
            }
        }
    }
}
