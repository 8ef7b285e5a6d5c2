import Accounts
package import Catalog
package import HTTPSupport
import HTTPTypes
import Hummingbird
import Primitives

/// Libraries, scans and broken files, for admins.
package struct LibraryRoutes: Sendable {
    private let libraries: LibraryService
    private let scans: ScanService

    package init(libraries: LibraryService, scans: ScanService) {
        self.libraries = libraries
        self.scans = scans
    }

    package var endpoints: [Endpoint] {
        [
            Endpoint(
                .get, "/api/v1/libraries", .requires(.manageLibraries), tag: "libraries", "The folders of music",
                reply: .json(.ok, .list(of: .named("Library"))), handler: list),
            Endpoint(
                .post, "/api/v1/libraries", .requiresConfirmed(.manageLibraries), tag: "libraries",
                "Add a folder of this machine",
                body: .object(required: [("name", .text), ("path", .text)], optional: []),
                reply: .json(.created, .named("Library")), handler: add),
            Endpoint(
                .delete, "/api/v1/libraries/{id}", .requiresConfirmed(.manageLibraries), tag: "libraries",
                "Forget a folder; its files stay", reply: .empty(.noContent), handler: remove),
            Endpoint(
                .get, "/api/v1/problems", .requires(.manageLibraries), tag: "libraries",
                "Files that could not be taken in",
                parameters: [Endpoint.Parameter("libraryId", .text, "Only of this library")] + .paging,
                reply: .json(.ok, .page(of: .named("LibraryProblem"))), handler: problems),
            Endpoint(
                .get, "/api/v1/scans", .requires(.manageLibraries), tag: "libraries", "Scans, newest first",
                parameters: .paging, reply: .json(.ok, .page(of: .named("Scan"))), handler: listScans),
            Endpoint(
                .post, "/api/v1/scans", .requires(.manageLibraries), tag: "libraries", "Start a scan",
                body: .object(required: [], optional: [("libraryId", .text)]),
                reply: .json(.accepted, .named("Scan")), handler: start),
            Endpoint(
                .get, "/api/v1/scans/{id}", .requires(.manageLibraries), tag: "libraries", "One scan",
                reply: .json(.ok, .named("Scan")), handler: scan),
            Endpoint(
                .delete, "/api/v1/scans/{id}", .requires(.manageLibraries), tag: "libraries", "Cancel a scan",
                reply: .json(.accepted, .named("Scan")), handler: cancel),
        ]
    }

    @Sendable private func list(_ request: Request, _ context: GatewayContext) async throws -> Response {
        .json(ListBody(try await libraries.list(as: context.principal()).map(LibraryBody.init)))
    }

    @Sendable private func add(_ request: Request, _ context: GatewayContext) async throws -> Response {
        var fields = try await request.jsonFields()
        let name = try fields.text("name")
        let path = try fields.text("path", upTo: 4096)
        try fields.end()
        let item = try await libraries.add(
            name: name, path: Array(path.utf8), as: context.principal(), by: context.caller().actor)
        return .json(LibraryBody(item: item), status: .created)
    }

    @Sendable private func remove(_ request: Request, _ context: GatewayContext) async throws -> Response {
        try await libraries.remove(context.id("id"), as: context.principal(), by: context.caller().actor)
        return .empty()
    }

    @Sendable private func problems(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let page = try await libraries.problems(
            of: request.text("libraryId", upTo: 64).map { ID($0) }, request.pageRequest(), as: context.principal())
        return .json(PageBody(page.map(LibraryProblemBody.init)))
    }

    @Sendable private func listScans(_ request: Request, _ context: GatewayContext) async throws -> Response {
        .json(PageBody(try await scans.scans(request.pageRequest(), as: context.principal()).map(ScanBody.init)))
    }

    @Sendable private func start(_ request: Request, _ context: GatewayContext) async throws -> Response {
        var fields = try await request.jsonFields()
        let library = try fields.optionalText("libraryId", upTo: 64)
        try fields.end()
        let scan = try await scans.start(
            library.map { ID($0) }, as: context.principal(), by: context.caller().actor)
        return .json(ScanBody(scan: scan), status: .accepted)
    }

    @Sendable private func scan(_ request: Request, _ context: GatewayContext) async throws -> Response {
        .json(ScanBody(scan: try await scans.scan(context.id("id"), as: context.principal())))
    }

    @Sendable private func cancel(_ request: Request, _ context: GatewayContext) async throws -> Response {
        .json(ScanBody(scan: try await scans.cancel(context.id("id"), as: context.principal())), status: .accepted)
    }
}

struct LibraryBody: JSONWritable {
    let item: LibraryItem

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("id", item.library.id.rawValue)
            json.field("name", item.library.name)
            json.field("path", item.library.displayPath)
            json.field("trackCount", item.trackCount)
            json.field("problemCount", item.problemCount)
            json.field("lastScanAt", item.lastScanAt)
        }
    }

    static let schema = Schema.object(
        required: [
            ("id", .text), ("name", .text), ("path", .text), ("trackCount", .integer), ("problemCount", .integer),
        ],
        optional: [("lastScanAt", .instant)])
}

struct LibraryProblemBody: JSONWritable {
    let problem: LibraryProblem

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("id", problem.id.rawValue)
            json.field("libraryId", problem.library.rawValue)
            json.field("path", problem.path.display)
            json.field("reason", problem.problem.reason.rawValue)
            json.field("detail", problem.problem.detail)
            json.field("foundAt", problem.foundAt)
        }
    }

    static let schema = Schema.object(
        required: [
            ("id", .text), ("libraryId", .text), ("path", .text),
            ("reason", .choice(FileProblem.Reason.allCases.map(\.rawValue))), ("detail", .text), ("foundAt", .instant),
        ], optional: [])
}

/// A scan and its progress; also the data of the `scan` event.
package struct ScanBody: JSONWritable {
    private let scan: Scan

    package init(scan: Scan) {
        self.scan = scan
    }

    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("id", scan.id.rawValue)
            json.field("libraryId", scan.library?.rawValue)
            json.field("state", scan.state.rawValue)
            json.field("step", scan.step.rawValue)
            json.field("startedAt", scan.startedAt)
            json.field("finishedAt", scan.finishedAt)
            json.field("filesFound", scan.counts.filesFound)
            json.field("filesRead", scan.counts.filesRead)
            json.field("filesTotal", scan.counts.filesTotal)
            json.field("added", scan.counts.added)
            json.field("updated", scan.counts.updated)
            json.field("moved", scan.counts.moved)
            json.field("removed", scan.counts.removed)
            json.field("restored", scan.counts.restored)
            json.field("unchanged", scan.counts.unchanged)
            json.field("problems", scan.counts.problems)
            json.field("detail", scan.detail)
        }
    }

    static let schema = Schema.object(
        required: [
            ("id", .text), ("state", .choice(Scan.State.allCases.map(\.rawValue))),
            ("step", .choice(Scan.Step.allCases.map(\.rawValue))), ("startedAt", .instant), ("filesFound", .integer),
            ("filesRead", .integer), ("added", .integer), ("updated", .integer), ("moved", .integer),
            ("removed", .integer),
            ("restored", .integer), ("unchanged", .integer), ("problems", .integer),
        ],
        optional: [("libraryId", .text), ("finishedAt", .instant), ("filesTotal", .integer), ("detail", .text)])
}
