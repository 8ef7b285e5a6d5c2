package import Accounts
import Catalog
package import Streaming
import HTTPSupport
import HTTPTypes
import Hummingbird
import Podcasts
import Primitives

/// The audio itself. Fetching it does not count as a play: clients report plays.
package struct MediaEndpoints: Sendable {
    private static let downloadable = "song, album, playlist, directory or podcast episode"

    let transcoding: TranscodingService
    let downloads: DownloadService
    let podcasts: PodcastServices
    let revocations: Revocations

    @TableBuilder<SubsonicEndpoint> package var endpoints: [SubsonicEndpoint] {
        SubsonicEndpoint(media: "stream", .requires(.stream, .stream), stream)
        SubsonicEndpoint(media: "download", .requires(.stream, .stream), download)
    }

    private func stream(_ call: SubsonicCall) async throws -> Response {
        let estimates = try call.flag("estimateContentLength", default: false)
        let access = try call.signedIn()
        if case .episode(let id) = SubsonicID(try call.required("id")) { return try await episode(id, call) }
        let audio = try await transcoding.open(
            call.track(), Self.streamRequest(call), as: access.principal,
            for: Listener(access.authenticated, at: call.origin),
            begins: call.request.method != .head)
        return AudioResponder(
            audio: audio, for: access.authenticated, revocations: revocations, estimatesLength: estimates
        ).respond(to: call.request, on: call.context.channel)
    }

    /// A song's file, or a zip of the contents of an album, a playlist or a directory.
    private func download(_ call: SubsonicCall) async throws -> Response {
        switch try call.id(of: Self.downloadable) {
        case .track(let id): return try await file(id, call)
        case .album(let id): return try await archive(.album(id), call)
        case .playlist(let id): return try await archive(.playlist(id), call)
        case .folder(let id): return try await archive(.folder(id), call)
        case .episode(let id):
            try DownloadService.authorize(call.caller)
            return try await episode(id, call)
        case .artist, .day, .image, .station, .podcast: throw SubsonicFailure.absent(Self.downloadable)
        }
    }

    /// Unchanged whatever format is asked for: players play what podcasts are made of.
    private func episode(_ id: ID<Episode>, _ call: SubsonicCall) async throws -> Response {
        let access = try call.signedIn()
        let audio = try await podcasts.audio.open(
            id, as: access.principal, for: Listener(access.authenticated, at: call.origin),
            begins: call.request.method != .head)
        return EpisodeResponder(episodes: podcasts.audio, revocations: revocations).respond(
            with: audio, for: access.authenticated, to: call.request, on: call.context.channel)
    }

    private func archive(_ source: DownloadSource, _ call: SubsonicCall) async throws -> Response {
        let access = try call.signedIn()
        return try await DownloadResponder(
            downloads.download(source, as: access.principal), from: downloads, for: access.authenticated,
            revocations: revocations
        ).respond(to: call.request, from: call.origin, on: call.context.channel)
    }

    /// The original file under its own name; converted only for users whose bitrate limit it exceeds.
    private func file(_ track: ID<Track>, _ call: SubsonicCall) async throws -> Response {
        let access = try call.signedIn()
        try DownloadService.authorize(access.principal)
        let audio = try await transcoding.open(
            track, StreamRequest(.original), as: access.principal,
            for: Listener(access.authenticated, at: call.origin),
            begins: call.request.method != .head)
        var response = AudioResponder(audio: audio, for: access.authenticated, revocations: revocations).respond(
            to: call.request, on: call.context.channel)
        response.headers[.contentDisposition] = AttachmentName.field(
            audio.source?.path.name ?? [], endingIn: audio.encoding?.format.rawValue)
        return response
    }

    private static func streamRequest(_ call: SubsonicCall) throws -> StreamRequest {
        let form: StreamRequest.Form =
            switch try call.text("format")?.lowercased() {
            case nil: .any
            case "raw": .original
            case "mp3": .format(.mp3)
            case "opus", "ogg", "oga": .format(.opus)
            case "aac": .format(.aac)
            case "m4a", "mp4": .format(.m4a)
            case "flac": .format(.flac)
            // A player that requests a format that is not made here gets the usual one (decision 0010).
            default: .format(StreamPlan.usualFormat)
            }
        let bitrate = try call.count("maxBitRate", default: 0, most: 100_000)
        let seconds = try call.count("timeOffset", default: 0, most: 1_000_000)
        let lowest = TranscodeFormat.bitrates.first ?? 1
        return StreamRequest(
            form, maximumBitrate: bitrate == 0 || form == .original ? nil : max(bitrate, lowest),
            offset: form == .original ? 0 : Int64(seconds) * 1000)
    }
}
