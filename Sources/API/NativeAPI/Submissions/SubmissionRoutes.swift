package import Accounts
import Analysis
import Catalog
package import HTTPSupport
import Hummingbird
import Primitives
package import Streaming
package import Submissions

/// Users' submissions to the libraries.
package struct SubmissionRoutes: Sendable {
    private let submissions: SubmissionService
    private let transcoding: TranscodingService
    private let revocations: Revocations

    package init(submissions: SubmissionService, transcoding: TranscodingService, revocations: Revocations) {
        self.submissions = submissions
        self.transcoding = transcoding
        self.revocations = revocations
    }

    @TableBuilder<Endpoint> package var endpoints: [Endpoint] {
        let path = "/api/v1/submissions"
        let filters = [
            Endpoint.Parameter("state", .choice(of: Submission.State.self), "All by default"),
            Endpoint.Parameter("q", .text, "Words of title, artists or album"),
            Endpoint.Parameter("batch", .text, "Only those that were uploaded together"),
            Endpoint.Parameter("order", .choice(of: ListOrder.self), "desc by default"),
        ]
        Endpoint(
            .get, "/api/v1/me/submissions", .requires(.submit), tag: "submissions", "The caller's submissions",
            parameters: filters + .paging, reply: Page<SubmissionBody>.self, capacity: 64 * 1024, compressed: true
        ) { request, context in
            let caller = try context.principal()
            let page = try await submissions.own(query(request), request.pageRequest(), as: caller)
            return page.map { SubmissionBody(submission: $0, caller: caller) }
        }
        Endpoint(
            .get, path, .requires(.moderate), tag: "submissions", "All users' submissions",
            parameters: filters + [Endpoint.Parameter("giverId", .text, "Only by the user with this id")] + .paging,
            reply: SubmissionQueueBody.self, capacity: 64 * 1024, compressed: true
        ) { request, context in
            let caller = try context.principal()
            let (page, pending) = try await submissions.queue(query(request), request.pageRequest(), as: caller)
            return SubmissionQueueBody(page: page, pending: pending, caller: caller)
        }
        Endpoint(
            .get, path + "/{id}", .requires(.submit), tag: "submissions",
            "A submission, for its submitter and for moderators", reply: SubmissionBody.self, compressed: true
        ) { _, context in try await reply(submissions.submission(context.id("id"), as: context.principal()), context) }
        Endpoint(
            .patch, path + "/{id}", .requires(.submit), tag: "submissions",
            "Describe the file; with revision, only if its description has not changed since",
            body: SubmissionChangeBody().schema, reply: SubmissionBody.self
        ) { request, context in
            let change = try await SubmissionChangeBody().read(request)
            return try await reply(
                submissions.edit(context.id("id"), change, as: context.principal(), from: context.remoteAddress),
                context)
        }
        Endpoint(
            .patch, path, .requires(.submit), tag: "submissions",
            "Describe several at once, such as the tracks of an album, all of them or none; revisions, in the order of ids, "
                + "are those that the caller has seen; coverFrom: the one whose cover all get, null for each file's own",
            body: SubmissionsChangeBody().schema, reply: ListBody<SubmissionBody>.self, capacity: 64 * 1024
        ) { request, context in
            let edit = try await SubmissionsChangeBody().read(request)
            let caller = try context.principal()
            let changed = try await submissions.editAll(
                edit.versions, edit.change, cover: edit.cover, as: caller, from: context.remoteAddress)
            return ListBody(changed.map { SubmissionBody(submission: $0, caller: caller) })
        }
        Endpoint(
            .put, path + "/{id}/cover", .requires(.submit), tag: "submissions",
            "Set its cover: the bytes of a JPEG, PNG or WebP file of at most 5 MiB, cropped to a square",
            upload: Endpoint.pictures, reply: SubmissionBody.self
        ) { request, context in
            let id = try context.id("id", of: Submission.self)
            return try await reply(
                submissions.setCover(
                    request.picture(), of: id, as: context.principal(), from: context.remoteAddress),
                context)
        }
        Endpoint(
            .delete, path + "/{id}/cover", .requires(.submit), tag: "submissions", "Restore the file's own cover",
            reply: SubmissionBody.self
        ) { _, context in
            try await reply(
                submissions.setCover(nil, of: context.id("id"), as: context.principal(), from: context.remoteAddress),
                context)
        }
        Endpoint(
            .get, path + "/{id}/audio", .requires(.submit), tag: "submissions",
            "The submitted file, with ranges, for its submitter and for moderators until it is in a library; or converted, as a track's stream. The listener's plan applies to both",
            parameters: StreamQuery.parameters, reply: .bytes(mediaType: "audio/*")
        ) { request, context in
            let authenticated = try context.signedIn()
            let caller = authenticated.principal
            let streamRequest = try StreamQuery(request).wish
            let (submission, file) = try await submissions.audio(of: context.id("id"), as: caller)
            let audio = try await transcoding.open(
                file, submission.audio, submission.id, streamRequest, as: caller,
                for: Listener(authenticated, at: context.remoteAddress), begins: request.method != .head)
            return AudioResponder(audio: audio, for: authenticated, revocations: revocations).respond(
                to: request, on: context.channel)
        }
        Endpoint(
            .get, path + "/{id}/analysis", .requires(.submit), tag: "submissions",
            "The tempo, key and loudness of a submitted file, with its clipped and silent stretches",
            reply: .json(.ok, AnalysisBody.schema), compressed: true
        ) { request, context in
            let id = try context.id("id", of: Submission.self)
            let sound = try await submissions.sound(of: id, as: context.principal())
            return SoundReply.reply(request, revision: id.rawValue) { AnalysisBody(sound: sound) }
        }
        Endpoint(
            .get, path + "/{id}/waveform", .requires(.submit), tag: "submissions",
            "The waveform of a submitted file, as that of a track", parameters: [WaveformZoom.parameter],
            reply: .json(.ok, WaveformBody.schema), compressed: true
        ) { request, context in
            let zoom = try request.choice("zoom") ?? WaveformZoom.overview
            let id = try context.id("id", of: Submission.self)
            let sound = try await submissions.sound(of: id, as: context.principal())
            return SoundReply.reply(request, revision: "\(id)-\(zoom)") {
                WaveformBody(waveform: sound.sound.waveform, zoom: zoom)
            }
        }
        Endpoint(
            .post, path + "/{id}/submit", .requires(.submit), tag: "submissions",
            "Submit the caller's file, also again after it was rejected or withdrawn", reply: SubmissionBody.self
        ) { _, context in
            try await reply(
                submissions.submit(context.id("id"), as: context.principal(), from: context.remoteAddress), context)
        }
        Endpoint(
            .post, path + "/{id}/withdraw", .requires(.submit), tag: "submissions",
            "Withdraw the caller's submission before it is decided about", reply: SubmissionBody.self
        ) { _, context in
            try await reply(
                submissions.withdraw(context.id("id"), as: context.principal(), from: context.remoteAddress), context)
        }
        Endpoint(
            .delete, path + "/{id}", .requires(.submit), tag: "submissions",
            "Remove a submission outside of the queue, with its file"
        ) { _, context in
            try await submissions.remove(context.id("id"), as: context.principal(), from: context.remoteAddress)
        }
    }

    private func query(_ request: Request) throws(DomainError) -> SubmissionQuery {
        SubmissionQuery(
            state: try request.choice("state"), submitter: try request.text("giverId").map { ID($0) },
            text: try request.text("q"), batch: try request.text("batch")?.lowercased(),
            isDescending: try request.choice("order", of: ListOrder.self) != .ascending)
    }

    private func reply(_ submission: Submission, _ context: GatewayContext) throws -> SubmissionBody {
        SubmissionBody(submission: submission, caller: try context.principal())
    }
}
