import Accounts
package import Catalog
package import HTTPSupport
import Hummingbird
import Primitives

/// Libraries, scans and broken files, for admins.
package struct LibraryRoutes: Sendable {
    /// The library to scan; all of them by default.
    private static let library = Input<ID<Library>?>("libraryId", .id())

    private let libraries: LibraryService
    private let scans: ScanService

    package init(libraries: LibraryService, scans: ScanService) {
        self.libraries = libraries
        self.scans = scans
    }

    @TableBuilder<Endpoint> package var endpoints: [Endpoint] {
        Endpoint(
            .get, "/api/v1/libraries", .requires(.manageLibraries), tag: "libraries", "The music folders",
            reply: ListBody<LibraryBody>.self
        ) { _, context in ListBody(try await libraries.list(as: context.principal()).map(LibraryBody.init)) }
        Endpoint(
            .post, "/api/v1/libraries", .requiresConfirmed(.manageLibraries), tag: "libraries",
            "Add a folder of the server's machine as a library", body: LibraryDraftBody().schema,
            reply: LibraryBody.self, status: .created
        ) { request, context in
            let (name, path) = try await request.read(\.name, \.path, of: LibraryDraftBody())
            let item = try await libraries.add(
                name: name, path: Array(path.utf8), as: context.principal(), by: context.caller().actor)
            return LibraryBody(item: item)
        }
        Endpoint(
            .delete, "/api/v1/libraries/{id}", .requiresConfirmed(.manageLibraries), tag: "libraries",
            "Remove a library; its files stay"
        ) { _, context in
            try await libraries.remove(context.id("id"), as: context.principal(), by: context.caller().actor)
        }
        Endpoint(
            .get, "/api/v1/problems", .requires(.manageLibraries), tag: "libraries", "Files that could not be read",
            parameters: [Endpoint.Parameter("libraryId", .text, "Only of this library")] + .paging,
            reply: PageBody<LibraryProblemBody>.self
        ) { request, context in
            let page = try await libraries.problems(
                of: request.text("libraryId", upTo: 64).map { ID($0) }, request.pageRequest(), as: context.principal())
            return PageBody(page.map(LibraryProblemBody.init))
        }
        Endpoint(
            .get, "/api/v1/scans", .requires(.manageLibraries), tag: "libraries", "Scans, newest first",
            parameters: .paging, reply: PageBody<ScanBody>.self
        ) { request, context in
            PageBody(try await scans.scans(request.pageRequest(), as: context.principal()).map(ScanBody.init))
        }
        Endpoint(
            .post, "/api/v1/scans", .requires(.manageLibraries), tag: "libraries", "Start a scan",
            body: Self.library.schema, reply: ScanBody.self, status: .accepted
        ) { request, context in
            let library = try await request.read(Self.library)
            let scan = try await scans.start(library, as: context.principal(), by: context.caller().actor)
            return ScanBody(scan: scan)
        }
        Endpoint(
            .get, "/api/v1/scans/{id}", .requires(.manageLibraries), tag: "libraries", "One scan", reply: ScanBody.self,
            handler: scan)
        Endpoint(
            .delete, "/api/v1/scans/{id}", .requires(.manageLibraries), tag: "libraries", "Cancel a scan",
            reply: ScanBody.self, status: .accepted
        ) { _, context in ScanBody(scan: try await scans.cancel(context.id("id"), as: context.principal())) }
    }

    private func scan(_: Request, _ context: GatewayContext) async throws -> ScanBody {
        ScanBody(scan: try await scans.scan(context.id("id"), as: context.principal()))
    }
}

/// A folder of this machine and the name that it gets.
private struct LibraryDraftBody: InputBody {
    let name = Input<String>("name", .text())
    let path = Input<String>("path", .text(upTo: 4096))
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
