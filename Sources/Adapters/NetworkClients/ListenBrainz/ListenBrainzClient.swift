package import Catalog
import Foundation
package import Listening
package import Primitives

/// Speaks ListenBrainz' API, version 1 (listenbrainz.readthedocs.io/en/latest/users/api/core.html). Another Rondo
/// answers under `/listenbrainz`.
package struct ListenBrainzClient: TokenScrobbleClient {
    package let kind = ScrobbleKind.listenbrainz
    /// The listens of one request: as many as fit into the reader's limit, with all that a server may add to each.
    private static let pageSize = 200

    /// A batch is long, and takes a server some time to store.
    package static let limits = GuardedReader.Limits(
        bytes: 2 << 20,
        time: LinkLimits(reach: .seconds(15), pace: .seconds(10), paceBytes: 1, whole: .seconds(30)))

    private let reader: GuardedReader

    package init(reader: GuardedReader) {
        self.reader = reader
    }

    package func name(of token: String, at base: String) async throws -> String? {
        let (_, object) = try await send("/1/validate-token", token, at: base)
        guard let isValid = object.flag("valid") else { throw ScrobbleFailure(.malformed) }
        guard isValid else { return nil }
        guard let name = object.name("user_name") else { throw ScrobbleFailure(.malformed) }
        return name
    }

    package func submit(_ plays: [Scrobble], with token: String, at base: String) async throws -> ScrobbleReceipt {
        let listens = plays.map { play -> [String: Any] in
            let second = play.playedAt.milliseconds / 1000
            return ["listened_at": second, "track_metadata": Self.metadata(play.track, play.client)]
        }
        let body = try Self.body(plays.count == 1 ? "single" : "import", listens)
        let (reply, object) = try await send("/1/submit-listens", token, at: base, posting: body)
        guard object.text("status") == "ok" else { throw ScrobbleFailure(.malformed) }
        return ScrobbleReceipt(pause: Self.pause(reply))
    }

    package func announce(_ track: NamedTrack, by client: String, with token: String, at base: String) async throws {
        let body = try Self.body("playing_now", [["track_metadata": Self.metadata(track, client)]])
        _ = try await send("/1/submit-listens", token, at: base, posting: body)
    }

    package func listens(
        of name: String, before second: Int64?, with token: String, at base: String
    ) async throws -> ListenPage {
        let bound = second.map { "&max_ts=\($0)" } ?? ""
        let (reply, object) = try await send(
            "/1/user/\(name.percentEncoded)/listens?count=\(Self.pageSize)\(bound)", token, at: base)
        guard let payload = object.object("payload"), payload.number("count") != nil else {
            throw ScrobbleFailure(.malformed)
        }
        let all = payload.objects("listens", upTo: ListenPage.longest).compactMap { listen in
            Self.second(listen).map { (second: $0, listen: listen) }
        }
        // A server that ignores the bound would be asked for the same listens for ever.
        let within = all.filter { $0.second < second ?? .max }
        return ListenPage(
            plays: within.compactMap { Self.play($0.listen, at: $0.second) }, oldest: within.map(\.second).min(),
            pause: Self.pause(reply))
    }

    private func send(
        _ path: String, _ token: String, at base: String, posting body: [UInt8]? = nil
    ) async throws -> (reply: LinkReply, object: ProviderObject) {
        let document: GuardedReader.Document
        do {
            document = try await reader.read(
                base + path, secrets: [("Authorization", "Token \(token)")], posting: body.map(RequestBody.json))
        } catch let failure as ServiceFailure {
            throw ScrobbleFailure(failure)
        }
        let object = ProviderObject(try? ProviderObject.document(document.content))
        if let failure = Self.failure(document, object, isPosting: body != nil) { throw failure }
        guard let object else { throw ScrobbleFailure(.malformed) }
        return (document.reply, object)
    }

    private static func failure(
        _ document: GuardedReader.Document, _ object: ProviderObject?, isPosting: Bool
    ) -> ScrobbleFailure? {
        let wait = document.reply.wait ?? document.reply.field("x-ratelimit-reset-in").flatMap(LinkReply.wait)
        switch document.status {
        case 200: return nil
        case 401, 403: return ScrobbleFailure(.token)
        // Any server answers 400; this service says in JSON what it refuses.
        case 400, 413, 422:
            guard isPosting, let text = object?.name("error") else { return ScrobbleFailure(.malformed) }
            return ScrobbleFailure(.refused, text: String(text.prefix(200)))
        case 429: return ScrobbleFailure(.limit, retryAfter: wait ?? .seconds(60))
        case 500...599: return ScrobbleFailure(.failing, retryAfter: wait)
        default: return ScrobbleFailure(.malformed)
        }
    }

    /// The time until the server's count of requests begins anew, where no request is left.
    private static func pause(_ reply: LinkReply) -> Duration? {
        guard reply.field("x-ratelimit-remaining") == "0" else { return nil }
        return reply.field("x-ratelimit-reset-in").flatMap(LinkReply.wait)
    }

    private static func body(_ kind: String, _ listens: [[String: Any]]) throws -> [UInt8] {
        let document: [String: Any] = ["listen_type": kind, "payload": listens]
        // Sorted, as a listen has the same bytes whenever it is sent.
        return Array(
            try JSONSerialization.data(withJSONObject: document, options: [.sortedKeys, .withoutEscapingSlashes]))
    }

    private static func metadata(_ track: NamedTrack, _ client: String) -> [String: Any] {
        var info: [String: Any] = ["media_player": client, "submission_client": "Rondo"]
        info["recording_mbid"] = track.recording
        info["isrc"] = track.isrc
        info["duration_ms"] = track.durationMilliseconds
        var metadata: [String: Any] = [
            "track_name": track.title, "artist_name": track.artist, "additional_info": info,
        ]
        if let album = track.album, !album.isEmpty { metadata["release_name"] = album }
        return metadata
    }

    private static func second(_ listen: ProviderObject) -> Int64? {
        listen.number("listened_at").flatMap { Int64(exactly: $0.rounded()) }.flatMap { second in
            (1..<253_402_300_800).contains(second) ? second : nil
        }
    }

    private static func play(_ listen: ProviderObject, at second: Int64) -> NamedPlay? {
        guard let data = listen.object("track_metadata"), let title = data.name("track_name"),
            let artist = data.name("artist_name")
        else { return nil }
        let info = data.object("additional_info")
        let recording = data.object("mbid_mapping")?.name("recording_mbid") ?? info?.name("recording_mbid")
        let length = info?.number("duration_ms").flatMap { (1...1e12).contains($0) ? Int64($0) : nil }
        let track = NamedTrack(
            recording: recording, isrc: info?.name("isrc"), title: title, artist: artist,
            album: data.name("release_name"), durationMilliseconds: length)
        let client = info?.name("media_player") ?? info?.name("submission_client")
        return NamedPlay(track: track, playedAt: Timestamp(milliseconds: second * 1000), client: client)
    }
}
