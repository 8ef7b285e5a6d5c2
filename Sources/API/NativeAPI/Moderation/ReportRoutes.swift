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

    package var endpoints: [Endpoint] {
        let path = "/api/v1/moderation"
        return [
            Endpoint(
                .post, "/api/v1/reports", .requires(.takePart), tag: "moderation",
                "Report a song, public playlist, post, comment, moment or a user's picture (by the user's id) to moderators",
                body: ReportDraftBody().schema, reply: .json(.created, IDBody.schema), handler: report),
            Endpoint(
                .get, path + "/reports", .requires(.moderate), tag: "moderation",
                "Users' reports, newest first",
                parameters: [Endpoint.Parameter("closed", .flag, "Closed reports instead of open ones")]
                    + .paging,
                reply: .json(.ok, ReportPageBody.schema), handler: list),
            Endpoint(
                .post, path + "/reports/{id}/closing", .requires(.moderate), tag: "moderation",
                "Decide about a report and all others about the same subject, and notify their authors",
                body: ReportClosingBody().schema, reply: .json(.ok, .named("Report")), handler: close),
            Endpoint(
                .post, path + "/people/{id}/picture-removal", .requires(.moderate), tag: "moderation",
                "Remove a user's profile picture, with a reason that they see",
                body: ReasonBody().schema, reply: .empty(.noContent), handler: removePicture),
        ]
    }

    @Sendable private func report(_ request: Request, _ context: GatewayContext) async throws -> Response {
        var fields = try await request.input(ReportDraftBody(), upTo: 16 * 1024)
        let draft = try ReportDraft(
            kind: fields.read(\.kind), subject: fields.read(\.subject), text: fields.read(\.text) ?? "")
        try fields.end()
        let id = try await reports.report(draft, as: context.principal(), from: context.remoteAddress)
        return .json(IDBody(id: id.rawValue), status: .created)
    }

    @Sendable private func list(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let (page, open) = try await reports.reports(
            isOpen: request.text("closed") != "true", request.pageRequest(), as: context.principal())
        return .json(ReportPageBody(page: page, open: open), capacity: page.items.count * 640)
    }

    @Sendable private func close(_ request: Request, _ context: GatewayContext) async throws -> Response {
        var fields = try await request.input(ReportClosingBody(), upTo: 16 * 1024)
        let outcome = try fields.read(\.outcome)
        let answer = try fields.read(\.answer) ?? ""
        try fields.end()
        let closed = try await reports.close(
            context.id("id"), as: outcome, answer: answer, as: context.principal(), from: context.remoteAddress)
        return .json(ReportBody(report: closed))
    }

    @Sendable private func removePicture(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let reason = try await ReasonBody().read(request)
        try await reports.removePicture(
            of: context.id("id"), because: reason, as: context.principal(), from: context.remoteAddress)
        return .empty()
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
        Field("reporter") { NamedPersonBody($0.report.reporter) }
        Field("state") { $0.report.state }
        Field("moderator") { $0.report.moderator.map(NamedPersonBody.init) }
        Field("answer") { $0.report.answer }
        Field("count") { $0.report.count }
    }

    let report: Report
}
