package import HTTPSupport
import Hummingbird
package import Moderation
import Primitives

/// Users' reports, and moderators' decisions about them.
package struct ReportRoutes: Sendable {
    private let reports: ReportService

    package init(reports: ReportService) {
        self.reports = reports
    }

    @TableBuilder<Endpoint> package var endpoints: [Endpoint] {
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
            body: ReportClosingBody().schema, reply: ReportBody.self
        ) { request, context in
            let (outcome, answer) = try await request.read(
                \.outcome, \.answer, of: ReportClosingBody(), upTo: 16 * 1024)
            let closed = try await reports.close(
                context.id("id"), as: outcome, answer: answer ?? "", as: context.principal(),
                from: context.remoteAddress)
            return ReportBody(report: closed)
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
        Field("items") { $0.page.items.map(ReportBody.init) }
        Field("nextCursor") { $0.page.next?.text }
        Field("open") { $0.open }
    }

    let page: Page<Report>
    let open: Int
}

struct ReportBody: ObjectBody {
    static let component: String? = "Report"
    static let fields = Fields<Self> {
        Field("id") { $0.report.id.rawValue }
        Field("kind") { $0.report.kind }
        Field("subjectId") { $0.report.subject }
        Field("day") { $0.report.day }
        Field("trackId") { $0.report.track }
        Field("title") { $0.report.title }
        Field("owner") { $0.report.owner.map(NamedPersonBody.init) }
        Field("text") { $0.report.text }
        Field("at") { $0.report.at }
        Field("reporter") { NamedPersonBody(person: $0.report.reporter) }
        Field("state") { $0.report.state }
        Field("moderator") { $0.report.moderator.map(NamedPersonBody.init) }
        Field("answer") { $0.report.answer }
        Field("count") { $0.report.count }
    }

    let report: Report
}
