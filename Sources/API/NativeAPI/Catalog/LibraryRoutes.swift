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
                .get, "/api/v1/libraries", .requires(.manageLibraries), tag: "libraries", "The music folders",
                reply: .json(.ok, .list(of: .named("Library"))), handler: list),
            Endpoint(
                .post, "/api/v1/libraries", .requiresConfirmed(.manageLibraries), tag: "libraries",
                "Add a folder of the server's machine as a library",
                body: LibraryDraftBody().schema, reply: .json(.created, .named("Library")), handler: add),
            Endpoint(
                .delete, "/api/v1/libraries/{id}", .requiresConfirmed(.manageLibraries), tag: "libraries",
                "Remove a library; its files stay", reply: .empty(.noContent), handler: remove),
            Endpoint(
                .get, "/api/v1/problems", .requires(.manageLibraries), tag: "libraries",
                "Files that could not be read",
                parameters: [Endpoint.Parameter("libraryId", .text, "Only of this library")] + .paging,
                reply: .json(.ok, .page(of: .named("LibraryProblem"))), handler: problems),
            Endpoint(
                .get, "/api/v1/scans", .requires(.manageLibraries), tag: "libraries", "Scans, newest first",
                parameters: .paging, reply: .json(.ok, .page(of: .named("Scan"))), handler: listScans),
            Endpoint(
                .post, "/api/v1/scans", .requires(.manageLibraries), tag: "libraries", "Start a scan",
                body: ScanStartBody().schema, reply: .json(.accepted, .named("Scan")), handler: start),
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
        var fields = try await request.input(LibraryDraftBody())
        let name = try fields.read(\.name)
        let path = try fields.read(\.path)
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
        var fields = try await request.input(ScanStartBody())
        let library = try fields.read(\.library)
        try fields.end()
        let scan = try await scans.start(library, as: context.principal(), by: context.caller().actor)
        return .json(ScanBody(scan: scan), status: .accepted)
    }

    @Sendable private func scan(_ request: Request, _ context: GatewayContext) async throws -> Response {
        .json(ScanBody(scan: try await scans.scan(context.id("id"), as: context.principal())))
    }

    @Sendable private func cancel(_ request: Request, _ context: GatewayContext) async throws -> Response {
        .json(ScanBody(scan: try await scans.cancel(context.id("id"), as: context.principal())), status: .accepted)
    }
}

/// A folder of this machine and the name that it gets.
private struct LibraryDraftBody: InputBody {
    let name = Input<String>("name", .text())
    let path = Input<String>("path", .text(upTo: 4096))
}

/// The library to scan; all of them by default.
private struct ScanStartBody: InputBody {
    let library = Input<ID<Library>?>("libraryId", .id())
}

struct LibraryBody: ObjectBody {
    static let component: String? = "Library"
    static let fields = Fields<Self> {
        Field("id") { $0.item.library.id.rawValue }
        Field("name") { $0.item.library.name }
        Field("path") { $0.item.library.displayPath }
        Field("trackCount") { $0.item.trackCount }
        Field("problemCount") { $0.item.problemCount }
        Field("lastScanAt") { $0.item.lastScanAt }
    }

    let item: LibraryItem
}

struct LibraryProblemBody: ObjectBody {
    static let component: String? = "LibraryProblem"
    static let fields = Fields<Self> {
        Field("id") { $0.problem.id.rawValue }
        Field("libraryId") { $0.problem.library.rawValue }
        Field("path") { $0.problem.path.display }
        Field("reason") { $0.problem.problem.reason }
        Field("detail") { $0.problem.problem.detail }
        Field("foundAt") { $0.problem.foundAt }
    }

    let problem: LibraryProblem
}

/// A scan and its progress; also the data of the `scan` event.
package struct ScanBody: ObjectBody {
    package static let component: String? = "Scan"
    package static let fields = Fields<Self> {
        Field("id") { $0.scan.id.rawValue }
        Field("libraryId") { $0.scan.library?.rawValue }
        Field("state") { $0.scan.state }
        Field("step") { $0.scan.step }
        Field("startedAt") { $0.scan.startedAt }
        Field("finishedAt") { $0.scan.finishedAt }
        Field("filesFound") { $0.scan.counts.filesFound }
        Field("filesRead") { $0.scan.counts.filesRead }
        Field("filesTotal") { $0.scan.counts.filesTotal }
        Field("added") { $0.scan.counts.added }
        Field("updated") { $0.scan.counts.updated }
        Field("moved") { $0.scan.counts.moved }
        Field("removed") { $0.scan.counts.removed }
        Field("restored") { $0.scan.counts.restored }
        Field("unchanged") { $0.scan.counts.unchanged }
        Field("problems") { $0.scan.counts.problems }
        Field("detail") { $0.scan.detail }
    }

    private let scan: Scan

    package init(scan: Scan) {
        self.scan = scan
    }
}
