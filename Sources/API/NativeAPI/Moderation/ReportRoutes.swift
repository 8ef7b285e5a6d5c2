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
                "Ask moderators to look at a song, public playlist, post, comment or somebody's picture (id is the person's then)",
                body: .object(
                    required: [("kind", .choice(Report.Kind.allCases.map(\.rawValue))), ("id", .text)],
                    optional: [("text", .text)]),
                reply: .json(.created, .object(required: [("id", .text)], optional: [])), handler: report),
            Endpoint(
                .get, path + "/reports", .requires(.moderate), tag: "moderation",
                "What people have reported, newest first",
                parameters: [Endpoint.Parameter("closed", .flag, "Those that were decided about, not the open ones")]
                    + .paging,
                reply: .json(
                    .ok,
                    .object(
                        required: [("items", .array(.named("Report"))), ("open", .integer)],
                        optional: [("nextCursor", .text)])), handler: list),
            Endpoint(
                .post, path + "/reports/{id}/closing", .requires(.moderate), tag: "moderation",
                "Decide about a report and all others about the same thing; who reported is told",
                body: .object(
                    required: [("outcome", .choice(["acted", "dismissed"]))], optional: [("answer", .text)]),
                reply: .json(.ok, .named("Report")), handler: close),
            Endpoint(
                .post, path + "/people/{id}/picture-removal", .requires(.moderate), tag: "moderation",
                "Remove somebody's profile picture, with a reason that they are told",
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

private struct IDBody: JSONWritable {
    let id: String

    func write(to json: inout JSONWriter) {
        json.object { $0.field("id", id) }
    }
}

private struct ReportPageBody: JSONWritable {
    let page: Page<Report>
    let open: Int

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("items", page.items.map(ReportBody.init))
            json.field("nextCursor", page.next?.text)
            json.field("open", open)
        }
    }
}

struct ReportBody: JSONWritable {
    static let schema = Schema.object(
        required: [
            ("id", .text), ("kind", .choice(Report.Kind.allCases.map(\.rawValue))), ("subjectId", .text),
            ("title", .text), ("text", .text), ("at", .instant), ("reporter", NamedPersonBody.schema),
            ("state", .choice(Report.State.allCases.map(\.rawValue))), ("answer", .text), ("count", .integer),
        ],
        optional: [("day", .text), ("owner", NamedPersonBody.schema), ("moderator", NamedPersonBody.schema)])

    let report: Report

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("id", report.id.rawValue)
            json.field("kind", report.kind.rawValue)
            json.field("subjectId", report.subject)
            json.field("day", report.day)
            json.field("title", report.title)
            if let owner = report.owner { json.field("owner", NamedPersonBody(owner)) }
            json.field("text", report.text)
            json.field("at", report.at)
            json.field("reporter", NamedPersonBody(report.reporter))
            json.field("state", report.state.rawValue)
            if let moderator = report.moderator { json.field("moderator", NamedPersonBody(moderator)) }
            json.field("answer", report.answer)
            json.field("count", report.count)
        }
    }
}
