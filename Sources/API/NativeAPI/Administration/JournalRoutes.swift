import Accounts
package import HTTPSupport
import HTTPTypes
import Hummingbird
package import Journal
import NIOCore
import Primitives

/// The journal, for admins: reads, verifies, exports it, and removes old entries.
package struct JournalRoutes: Sendable {
    private let journal: JournalService

    package init(journal: JournalService) {
        self.journal = journal
    }

    package var endpoints: [Endpoint] {
        let filters = [
            Endpoint.Parameter("person", .text, "Of this person's id only"),
            Endpoint.Parameter("action", .text, "Of this action only, like user.create"),
            Endpoint.Parameter("kind", .text, "About this kind of thing only, like track"),
            Endpoint.Parameter("from", .instant, "From this time on"),
            Endpoint.Parameter("until", .instant, "Before this time"),
        ]
        return [
            Endpoint(
                .get, "/api/v1/journal", .requires(.administer), tag: "journal",
                "Who did what, when and from where, newest first",
                parameters: filters + [
                    Endpoint.Parameter("plays", .flag, "Plays too, which are in people's histories; not unless said")
                ] + .paging, reply: .json(.ok, .page(of: .named("JournalEntry"))), handler: list),
            Endpoint(
                .get, "/api/v1/journal/actions", .requires(.administer), tag: "journal",
                "Every action that there is an entry of",
                reply: .json(.ok, .object(required: [("items", .array(.text))], optional: [])), handler: actions),
            Endpoint(
                .get, "/api/v1/journal/verification", .requires(.administer), tag: "journal",
                "Hold every entry against its seal: whether all is as it was written, and the first entry that is not",
                parameters: [
                    Endpoint.Parameter(
                        "noted", .text, "A head that was noted down before, which must be there still and not cut off")
                ],
                reply: .json(.ok, JournalVerificationBody.schema), handler: verify),
            Endpoint(
                .get, "/api/v1/journal/export", .requires(.administer), tag: "journal",
                "The journal as a file, oldest first",
                parameters: [
                    Endpoint.Parameter(
                        "format", .choice(JournalFormat.allCases.map(\.rawValue)), "jsonl unless it says otherwise")
                ] + filters,
                reply: .bytes(mediaType: "application/jsonl"), handler: export),
            Endpoint(
                .post, "/api/v1/journal/cut", .requiresConfirmed(.administer), tag: "journal",
                "Cut off what is older than so many days, at least 30; a sealed summary stays",
                body: .object(required: [("days", .integer)], optional: []),
                reply: .json(.ok, .object(required: [("removed", .integer), ("through", .integer)], optional: [])),
                handler: truncate),
        ]
    }

    @Sendable private func list(_ request: Request, _ context: GatewayContext) async throws -> Response {
        var filter = try Self.filter(request)
        filter.excludesPlays = try request.text("plays") != "true" && filter.action == nil
        let page = try await journal.entries(filter, request.pageRequest(), as: context.principal())
        return .json(PageBody(page.map(JournalRecordBody.init)), capacity: 32 * 1024)
    }

    @Sendable private func actions(_ request: Request, _ context: GatewayContext) async throws -> Response {
        .json(NamesBody(names: try await journal.actions(as: context.principal())))
    }

    @Sendable private func verify(_ request: Request, _ context: GatewayContext) async throws -> Response {
        var noted: JournalChain.Point?
        if let text = try request.text("noted") {
            guard let point = JournalChain.Point(text: text) else {
                throw DomainError.invalid("noted is a head as a verification gave it", field: "noted")
            }
            noted = point
        }
        return .json(JournalVerificationBody(result: try await journal.verify(noted: noted, as: context.principal())))
    }

    @Sendable private func export(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let format = try request.choice("format", of: JournalFormat.self) ?? .jsonl
        let filter = try Self.filter(request)
        let caller = try context.principal()
        try journal.authorizeExport(as: caller)
        let body = ResponseBody { [journal] writer in
            try await writer.write(format.head)
            try await journal.export(filter, as: caller) { try await writer.write(format.lines($0)) }
            try await writer.finish(nil)
        }
        return Response(
            status: .ok,
            headers: [
                .contentType: format.mediaType, .cacheControl: "private, no-store",
                .contentDisposition: "attachment; filename=\"rondo-journal.\(format.rawValue)\"",
            ], body: body)
    }

    @Sendable private func truncate(_ request: Request, _ context: GatewayContext) async throws -> Response {
        var fields = try await request.jsonFields()
        let days = try fields.integer("days", in: 30...36_500)
        try fields.end()
        let caller = try context.caller()
        let cut = try await journal.cut(
            olderThan: .seconds(days * 86_400), as: context.principal(), by: caller.actor)
        return .json(TruncationBody(cut: cut))
    }

    private static func filter(_ request: Request) throws -> JournalFilter {
        JournalFilter(
            person: try request.text("person", upTo: 64).map { ID($0) }, action: try request.text("action", upTo: 64),
            kind: try request.text("kind", upTo: 64), from: try request.instant("from"),
            until: try request.instant("until"))
    }
}

private struct NamesBody: JSONWritable {
    let names: [String]

    func write(to json: inout JSONWriter) {
        json.object { $0.field("items", names) }
    }
}

private struct TruncationBody: JSONWritable {
    let cut: JournalCut?

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("removed", cut?.count ?? 0)
            json.field("through", cut?.through.number ?? 0)
        }
    }
}

/// A journal entry, as the console, exports and commands show it.
package struct JournalRecordBody: JSONWritable {
    private let record: JournalRecord

    package init(record: JournalRecord) {
        self.record = record
    }

    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("number", record.number)
            json.field("id", record.id)
            json.field("at", record.at)
            json.field("action", record.action)
            json.field("personId", record.actor.user?.rawValue)
            json.field("person", record.actorName)
            json.field("origin", record.actor.origin)
            json.field("subjectKind", record.subject?.kind)
            json.field("subjectId", record.subject?.id)
            json.key("details")
            json.object { json in
                for (name, value) in record.details.sorted(by: { $0.key < $1.key }) {
                    json.key(text: name)
                    json.value(value)
                }
            }
            json.field("seal", record.seal.hex)
            guard !record.names.isEmpty else { return }
            json.key("names")
            json.object { json in
                for (name, reference) in named {
                    json.key(text: name)
                    json.object { json in
                        json.field("name", record.names[reference]?.name)
                        json.field("artist", record.names[reference]?.artist)
                    }
                }
            }
        }
    }

    /// The references that have names: the subject, and the details by their keys.
    private var named: [(String, JournalReference)] {
        let details = record.details.map { ($0.key, JournalReference(kind: $0.key, id: $0.value)) }
        let all = [record.subjectReference.map { ("subject", $0) }].compactMap(\.self) + details.sorted { $0.0 < $1.0 }
        return all.filter { record.names[$0.1] != nil }
    }

    static let schema = Schema.object(
        required: [
            ("number", .integer), ("id", .text), ("at", .instant), ("action", .text), ("origin", .text),
            ("details", .anything), ("seal", .text),
        ],
        optional: [
            ("personId", .text), ("person", .text), ("subjectKind", .text), ("subjectId", .text), ("names", .anything),
        ])
}

/// The result of verifying the journal.
package struct JournalVerificationBody: JSONWritable {
    private let result: JournalVerification

    package init(result: JournalVerification) {
        self.result = result
    }

    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("intact", result.isIntact)
            json.field("checked", result.checked)
            json.field("cutThrough", result.cutThrough)
            json.field("head", result.head.text)
            if let finding = result.finding {
                json.field("badNumber", finding.number)
                json.field("badId", finding.id)
                json.field("fault", finding.fault.rawValue)
            }
        }
    }

    static let schema = Schema.object(
        required: [("intact", .flag), ("checked", .integer), ("cutThrough", .integer), ("head", .text)],
        optional: [
            ("badNumber", .integer), ("badId", .text),
            ("fault", .choice(JournalVerification.Fault.allCases.map(\.rawValue))),
        ])
}
