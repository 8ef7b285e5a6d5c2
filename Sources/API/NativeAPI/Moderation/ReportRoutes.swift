package import HTTPSupport
import Hummingbird
package import Moderation
import Primitives

/// Users' reports, and moderators' decisions about them.
package enum ReportRoutes {
    @TableBuilder<Endpoint> package static func endpoints(reports: ReportService) -> [Endpoint] {
        let path = "/api/v1/moderation"
        Endpoint(
            .post, "/api/v1/reports", .requires(.takePart), tag: "moderation",
            "Report a song, public playlist, post, comment, moment or a user's picture (by the user's id) to moderators",
            body: ReportDraftBody().schema, reply: IDBody.self, status: .created
        ) { request, context in
            let draft = try await request.read(ReportDraftBody(), upTo: 16 * 1024) { fields in
                try ReportDraft(
                    kind: fields.read(\.kind), subject: fields.read(\.subject), text: fields.read(\.text) ?? "")
            }
            let id = try await reports.report(draft, as: context.principal(), from: context.remoteAddress)
            return IDBody(id: id.rawValue)
        }
        Endpoint(
            .get, path + "/reports", .requires(.moderate), tag: "moderation", "Users' reports, newest first",
            parameters: [Endpoint.Parameter("closed", .flag, "Closed reports instead of open ones")]
                + .paging, reply: ReportPageBody.self, capacity: 32 * 1024
        ) { request, context in
            let (page, open) = try await reports.reports(
                isOpen: request.text("closed") != "true", request.pageRequest(), as: context.principal())
            return ReportPageBody(page: page, open: open)
        }
        Endpoint(
            .post, path + "/reports/{id}/closing", .requires(.moderate), tag: "moderation",
            "Decide about a report and all others about the same subject, and notify their authors",
            body: ReportClosingBody().schema, reply: Report.self
        ) { request, context in
            let (outcome, answer) = try await request.read(
                \.outcome, \.answer, of: ReportClosingBody(), upTo: 16 * 1024)
            return try await reports.close(
                context.id("id"), as: outcome, answer: answer ?? "", as: context.principal(),
                from: context.remoteAddress)
        }
        Endpoint(
            .post, path + "/people/{id}/picture-removal", .requires(.moderate), tag: "moderation",
            "Remove a user's profile picture, with a reason that they see", body: ReasonBody().schema
        ) { request, context in
            let reason = try await ReasonBody().read(request)
            try await reports.removePicture(
                of: context.id("id"), because: reason, as: context.principal(), from: context.remoteAddress)
        }
    }
}

/// A user's report of something.
private struct ReportDraftBody: InputBody {
    let kind = Input<Report.Kind>("kind", .choice(), missing: "kind is required")
    let subject = Input<String>("id", .text(upTo: 64))
    let text = Input<String?>("text", .text(upTo: 8192))
}

/// A moderator's decision about a report, and the answer to its author.
private struct ReportClosingBody: InputBody {
    let outcome = Input<Report.State>(
        "outcome", .choice(documented: [.acted, .dismissed]), missing: "outcome is required")
    let answer = Input<String?>("answer", .text(upTo: 8192))
}

private struct IDBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("id") { $0.id }
    }

    let id: String
}

private struct ReportPageBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("items") { $0.page.items }
        Field("nextCursor") { $0.page.next?.text }
        Field("open") { $0.open }
    }

    let page: Page<Report>
    let open: Int
}

extension Report: ObjectBody {
    package static let component: String? = "Report"
    package static let fields = Fields<Self> {
        Field("id") { $0.id.rawValue }
        Field("kind") { $0.kind }
        Field("subjectId") { $0.subject }
        Field("day") { $0.day }
        Field("trackId") { $0.track }
        Field("title") { $0.title }
        Field("owner") { $0.owner }
        Field("text") { $0.text }
        Field("at") { $0.at }
        Field("reporter") { $0.reporter }
        Field("state") { $0.state }
        Field("moderator") { $0.moderator }
        Field("answer") { $0.answer }
        Field("count") { $0.count }
    }
}
