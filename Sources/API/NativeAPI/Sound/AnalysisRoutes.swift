package import Analysis
package import HTTPSupport
import Hummingbird
import Primitives

/// The analyses of tracks, and the progress of the analysis.
package enum AnalysisRoutes {
    @TableBuilder<Endpoint> package static func endpoints(analysis: AnalysisService) -> [Endpoint] {
        let track = "/api/v1/tracks/{id}"
        Endpoint(
            .get, track + "/analysis", .requires(.browse), tag: "analysis",
            "The tempo, beats, hard points, key, loudness and silence of a track. 404 analysis_pending while it waits for its analysis",
            reply: .json(.ok, AnalysisBody.schema), compressed: true
        ) { request, context in
            let (revision, sound) = try await analysis.sound(of: context.id("id"), as: context.principal())
            return SoundReply.reply(request, revision: "\(revision)") { AnalysisBody(sound: sound) }
        }
        Endpoint(
            .get, track + "/waveform", .requires(.browse), tag: "analysis",
            "The waveform of a track: the peak and the body (RMS) of each stretch, from 0 to 255",
            parameters: [WaveformZoom.parameter], reply: .json(.ok, WaveformBody.schema), compressed: true
        ) { request, context in
            let zoom = try request.choice("zoom") ?? WaveformZoom.overview
            let (revision, sound) = try await analysis.sound(of: context.id("id"), as: context.principal())
            return SoundReply.reply(request, revision: "\(revision)-\(zoom)") {
                WaveformBody(waveform: sound.sound.waveform, zoom: zoom)
            }
        }
        Endpoint(
            .get, "/api/v1/tracks/figures", .requires(.browse), tag: "analysis",
            "The tempo, key and energy of some tracks, in their order. Those that are not analyzed are left out",
            parameters: [
                Endpoint.Parameter(
                    "ids", .text,
                    "The ids of tracks, separated by commas; at most \(AnalysisService.mostFigures)")
            ], reply: ListBody<TrackFigures>.self, capacity: 8 * 1024, compressed: true
        ) { request, context in
            let figures = try await analysis.figures(
                of: request.ids("ids", upTo: AnalysisService.mostFigures), as: context.principal())
            return ListBody(figures)
        }
        Endpoint(
            .get, "/api/v1/analysis", .requires(.manageLibraries), tag: "analysis", "The progress of the analysis",
            reply: AnalysisProgress.self
        ) { _, context in try await analysis.progress(as: context.principal()) }
        Endpoint(
            .get, "/api/v1/analysis/problems", .requires(.manageLibraries), tag: "analysis",
            "The tracks that could not be analyzed, the latest first", parameters: .paging,
            reply: Page<AnalysisFault>.self, capacity: 16 * 1024
        ) { request, context in try await analysis.problems(request.pageRequest(), as: context.principal()) }
    }
}

/// Replies with a strong validator: the same analysis has the same bytes.
enum SoundReply {
    static func reply(_ request: Request, revision: String, _ body: () -> some ObjectBody) -> Response {
        let validators = Validators(
            entityTag: "\"\(AnalyzedSound.version)-\(revision)\"", lastModified: nil)
        let headers: HTTPFields = [.eTag: validators.entityTag, .cacheControl: "private, no-cache"]
        if validators.evaluate(request.headers) == .notModified {
            return Response(status: .notModified, headers: headers)
        }
        var response = Response.json(body(), capacity: 32 * 1024)
        for field in headers { response.headers[field.name] = field.value }
        return response
    }
}

/// The two resolutions of a waveform.
enum WaveformZoom: String, CaseIterable {
    case overview, detail

    static let parameter = Endpoint.Parameter(
        "zoom", .choice(of: Self.self),
        "The whole recording in at most a thousand stretches (the default), or 25 a second")
}

extension AnalysisProgress: ObjectBody {
    package static let fields = Fields<Self> {
        Field("analyzed") { $0.done }
        Field("pending") { $0.remaining }
        Field("failed") { $0.failed }
    }
}

extension AnalysisFault: ObjectBody {
    package static let fields = Fields<Self> {
        Field("trackId") { $0.track.rawValue }
        Field("title") { $0.title }
        Field("path") { $0.path }
        Field("reason", .choice(of: AnalysisProblem.self)) { $0.problem.rawValue }
        Field("at") { $0.at }
    }
}
