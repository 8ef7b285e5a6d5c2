import Analysis
package import HTTPSupport
import HTTPTypes
import Hummingbird
import Primitives
package import Submissions

/// The analyses of submitted files, for their submitters and for moderators.
package struct SubmissionSoundRoutes: Sendable {
    private let submissions: SubmissionService

    package init(submissions: SubmissionService) {
        self.submissions = submissions
    }

    package var endpoints: [Endpoint] {
        let path = "/api/v1/submissions/{id}"
        return [
            Endpoint(
                .get, path + "/analysis", .requires(.submit), tag: "submissions",
                "The tempo, key and loudness of a submitted file, with its clipped and silent stretches",
                reply: .json(.ok, .named("Analysis")), compressed: true, handler: show),
            Endpoint(
                .get, path + "/waveform", .requires(.submit), tag: "submissions",
                "The waveform of a submitted file, as that of a track",
                parameters: [WaveformZoom.parameter], reply: .json(.ok, .named("Waveform")), compressed: true,
                handler: waveform),
        ]
    }

    @Sendable private func show(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let id = try context.id("id", of: Submission.self)
        let sound = try await submissions.sound(of: id, as: context.principal())
        return SoundReply.reply(request, revision: id.rawValue) { AnalysisBody(sound: sound) }
    }

    @Sendable private func waveform(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let zoom = try request.choice("zoom") ?? WaveformZoom.overview
        let id = try context.id("id", of: Submission.self)
        let sound = try await submissions.sound(of: id, as: context.principal())
        return SoundReply.reply(request, revision: "\(id)-\(zoom)") {
            WaveformBody(waveform: sound.sound.waveform, zoom: zoom)
        }
    }
}
