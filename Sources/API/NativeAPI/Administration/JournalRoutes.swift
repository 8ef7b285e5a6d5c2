import Accounts
package import HTTPSupport
import Hummingbird
package import Journal
import NIOCore
import Primitives

/// The journal, for admins: reads, verifies, exports it, and removes old entries.
package struct JournalRoutes: Sendable {
    /// The age in days from which entries are removed.
    private static let days = Input<Int64>("days", .integer(in: 30...36_500))

    private let journal: JournalService

    package init(journal: JournalService) {
        self.journal = journal
    }

    @TableBuilder<Endpoint> package var endpoints: [Endpoint] {
        let filters = [
            Endpoint.Parameter("person", .text, "Only by the user with this id"),
            Endpoint.Parameter("action", .text, "Only this action, like user.create"),
            Endpoint.Parameter("kind", .text, "Only about this kind of subject, like track"),
            Endpoint.Parameter("from", .instant, "From this time on"),
            Endpoint.Parameter("until", .instant, "Before this time"),
        ]
        Endpoint(
            .get, "/api/v1/journal", .requires(.administer), tag: "journal",
            "Entries (user, action, time, origin), newest first",
            parameters: filters + [
                Endpoint.Parameter("plays", .flag, "Includes plays, which are in users' histories too")
            ] + .paging, reply: Page<JournalRecord>.self, capacity: 32 * 1024
        ) { request, context in
            var filter = try Self.filter(request)
            filter.excludesPlays = try request.text("plays") != "true" && filter.action == nil
            return try await journal.entries(filter, request.pageRequest(), as: context.principal())
        }
        Endpoint(
            .get, "/api/v1/journal/actions", .requires(.administer), tag: "journal",
            "All actions that occur in the journal", reply: ListBody<String>.self
        ) { _, context in ListBody(try await journal.actions(as: context.principal())) }
        Endpoint(
            .get, "/api/v1/journal/verification", .requires(.administer), tag: "journal",
            "Verify the seals of all entries: whether all are unchanged, and the first one that is not",
            parameters: [
                Endpoint.Parameter(
                    "noted", .text, "A head that was recorded earlier; the journal must still contain it")
            ], reply: JournalVerification.self
        ) { request, context in
            var noted: JournalChain.Point?
            if let text = try request.text("noted") {
                guard let point = JournalChain.Point(text: text) else {
                    throw DomainError.invalid("noted must be a head that a verification has returned", field: "noted")
                }
                noted = point
            }
            return try await journal.verify(noted: noted, as: context.principal())
        }
        Endpoint(
            .get, "/api/v1/journal/export", .requires(.administer), tag: "journal",
            "The journal as a file, oldest first",
            parameters: [
                Endpoint.Parameter(
                    "format", .choice(of: JournalFormat.self), "jsonl by default")
            ] + filters, reply: .bytes(mediaType: "application/jsonl"), handler: export)
        Endpoint(
            .post, "/api/v1/journal/cut", .requiresConfirmed(.administer), tag: "journal",
            "Remove the entries older than a number of days, at least 30; a sealed summary stays",
            body: Self.days.schema, reply: TruncationBody.self
        ) { request, context in
            let days = try await request.read(Self.days)
            let caller = try context.caller()
            let cut = try await journal.cut(
                olderThan: .seconds(days * 86_400), as: context.principal(), by: caller.actor)
            return TruncationBody(cut: cut)
        }
    }

    private func export(_ request: Request, _ context: GatewayContext) async throws -> Response {
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

    private static func filter(_ request: Request) throws -> JournalFilter {
        JournalFilter(
            person: try request.text("person", upTo: 64).map { ID($0) }, action: try request.text("action", upTo: 64),
            kind: try request.text("kind", upTo: 64), from: try request.instant("from"),
            until: try request.instant("until"))
    }
}

struct TruncationBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("removed") { $0.cut?.count ?? 0 }
        Field("through") { $0.cut?.through.number ?? 0 }
    }

    let cut: JournalCut?
}

/// A journal entry, as the console, exports and commands show it.
extension JournalRecord: ObjectBody {
    package static let component: String? = "JournalEntry"
    package static let fields = Fields<Self> {
        Field("number") { $0.number }
        Field("id") { $0.id }
        Field("at") { $0.at }
        Field("action") { $0.action }
        Field("personId") { $0.actor.user }
        Field("person") { $0.actorName }
        Field("origin") { $0.actor.origin }
        Field("subjectKind") { $0.subject?.kind }
        Field("subjectId") { $0.subject?.id }
        Field("details", .anything) { JSONObject($0.details) }
        Field("seal") { $0.seal.hex }
        Field("names", .anything) { $0.names.isEmpty ? nil : JSONObject($0.named) }
    }

    /// The references that have names: the subject, and the details by their keys.
    fileprivate var named: [(String, JournalName)] {
        let details = details.map { ($0.key, JournalEntry.Subject(kind: $0.key, id: $0.value)) }
        let all = [subject.map { ("subject", $0) }].compactMap(\.self) + details.sorted { $0.0 < $1.0 }
        return all.compactMap { name, reference in names[reference].map { (name, $0) } }
    }
}

/// The present name of what an entry refers to.
extension JournalName: ObjectBody {
    package static let fields = Fields<Self> {
        Field("name") { $0.name }
        Field("artist") { $0.artist }
    }
}

/// The result of verifying the journal.
extension JournalVerification: ObjectBody {
    package static let fields = Fields<Self> {
        Field("intact") { $0.isIntact }
        Field("checked") { $0.checked }
        Field("cutThrough") { $0.cutThrough }
        Field("head") { $0.head.text }
        Field("badNumber") { $0.finding?.number }
        Field("badId") { $0.finding?.id }
        Field("fault") { $0.finding?.fault }
    }
}
