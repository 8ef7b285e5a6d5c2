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
                "Ask moderators to look at a song, public playlist, post, comment or a user's picture (id is the person's then)",
                body: .object(
                    required: [("kind", .choice(Report.Kind.allCases.map(\.rawValue))), ("id", .text)],
                    optional: [("text", .text)]),
                reply: .json(.created, IDBody.schema), handler: report),
            Endpoint(
                .get, path + "/reports", .requires(.moderate), tag: "moderation",
                "What people have reported, newest first",
                parameters: [Endpoint.Parameter("closed", .flag, "Those that were decided about, not the open ones")]
                    + .paging,
                reply: .json(.ok, ReportPageBody.schema), handler: list),
            Endpoint(
                .post, path + "/reports/{id}/closing", .requires(.moderate), tag: "moderation",
                "Decide about a report and all others about the same thing; who reported is told",
                body: .object(
                    required: [("outcome", .choice(["acted", "dismissed"]))], optional: [("answer", .text)]),
                reply: .json(.ok, .named("Report")), handler: close),
            Endpoint(
                .post, path + "/people/{id}/picture-removal", .requires(.moderate), tag: "moderation",
                "Remove a user's profile picture, with a reason that they are told",
                body: .object(required: [("reason", .text)], optional: []), reply: .empty(.noContent),
                handler: removePicture),
        ]
    }

    @Sendable private func report(_ request: Request, _ context: GatewayContext) async throws -> Response {
        var fields = try await request.jsonFields(upTo: 16 * 1024)
        guard let kind = try fields.optionalChoice("kind", of: Report.Kind.self) else {
            throw DomainError.invalid("kind is required", field: "kind")
        }
        let draft = try ReportDraft(
            kind: kind, subject: fields.text("id", upTo: 64), text: fields.optionalText("text", upTo: 8192) ?? "")
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
        var fields = try await request.jsonFields(upTo: 16 * 1024)
        guard let outcome = try fields.optionalChoice("outcome", of: Report.State.self) else {
            throw DomainError.invalid("outcome is required", field: "outcome")
        }
        let answer = try fields.optionalText("answer", upTo: 8192) ?? ""
        try fields.end()
        let closed = try await reports.close(
            context.id("id"), as: outcome, answer: answer, as: context.principal(), from: context.remoteAddress)
        return .json(ReportBody(report: closed))
    }

    @Sendable private func removePicture(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let reason = try HidingBody.reason(await request.jsonFields(upTo: 16 * 1024))
        try await reports.removePicture(
            of: context.id("id"), because: reason, as: context.principal(), from: context.remoteAddress)
        return .empty()
    }
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
