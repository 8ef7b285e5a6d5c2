import Accounts
package import Catalog
package import HTTPSupport
import Hummingbird
import Primitives

/// Libraries, scans and broken files, for admins.
package enum LibraryRoutes {
    /// The library to scan; all of them by default.
    private static let library = Input<ID<Library>?>("libraryId", .id())

    @TableBuilder<Endpoint> package static func endpoints(libraries: LibraryService, scans: ScanService) -> [Endpoint] {
        Endpoint(
            .get, "/api/v1/libraries", .requires(.manageLibraries), tag: "libraries", "The music folders",
            reply: ListBody<LibraryItem>.self
        ) { _, context in ListBody(try await libraries.list(as: context.principal())) }
        Endpoint(
            .post, "/api/v1/libraries", .requiresConfirmed(.manageLibraries), tag: "libraries",
            "Add a folder of the server's machine as a library", body: LibraryDraftBody().schema,
            reply: LibraryItem.self, status: .created
        ) { request, context in
            let (name, path) = try await request.read(\.name, \.path, of: LibraryDraftBody())
            return try await libraries.add(
                name: name, path: Array(path.utf8), as: context.principal(), by: context.caller().actor)
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
            reply: Page<LibraryProblem>.self
        ) { request, context in
            try await libraries.problems(
                of: request.text("libraryId", upTo: 64).map { ID($0) }, request.pageRequest(), as: context.principal())
        }
        Endpoint(
            .get, "/api/v1/scans", .requires(.manageLibraries), tag: "libraries", "Scans, newest first",
            parameters: .paging, reply: Page<Scan>.self
        ) { request, context in try await scans.scans(request.pageRequest(), as: context.principal()) }
        Endpoint(
            .post, "/api/v1/scans", .requires(.manageLibraries), tag: "libraries", "Start a scan",
            body: Self.library.schema, reply: Scan.self, status: .accepted
        ) { request, context in
            let library = try await request.read(Self.library)
            return try await scans.start(library, as: context.principal(), by: context.caller().actor)
        }
        Endpoint(
            .get, "/api/v1/scans/{id}", .requires(.manageLibraries), tag: "libraries", "One scan", reply: Scan.self
        ) { _, context in try await scans.scan(context.id("id"), as: context.principal()) }
        Endpoint(
            .delete, "/api/v1/scans/{id}", .requires(.manageLibraries), tag: "libraries", "Cancel a scan",
            reply: Scan.self, status: .accepted
        ) { _, context in try await scans.cancel(context.id("id"), as: context.principal()) }
    }
}

/// A folder of this machine and the name that it gets.
private struct LibraryDraftBody: InputBody {
    let name = Input<String>("name", .text())
    let path = Input<String>("path", .text(upTo: 4096))
}

extension LibraryItem: ObjectBody {
    package static let component: String? = "Library"
    package static let fields = Fields<Self> {
        Field("id") { $0.library.id.rawValue }
        Field("name") { $0.library.name }
        Field("path") { $0.library.displayPath }
        Field("trackCount") { $0.trackCount }
        Field("problemCount") { $0.problemCount }
        Field("lastScanAt") { $0.lastScanAt }
    }
}

extension LibraryProblem: ObjectBody {
    package static let component: String? = "LibraryProblem"
    package static let fields = Fields<Self> {
        Field("id") { $0.id.rawValue }
        Field("libraryId") { $0.library.rawValue }
        Field("path") { $0.path.display }
        Field("reason") { $0.problem.reason }
        Field("detail") { $0.problem.detail }
        Field("foundAt") { $0.foundAt }
    }
}

/// A scan and its progress; also the data of the `scan` event.
extension Scan: ObjectBody {
    package static let component: String? = "Scan"
    package static let fields = Fields<Self> {
        Field("id") { $0.id.rawValue }
        Field("libraryId") { $0.library?.rawValue }
        Field("state") { $0.state }
        Field("step") { $0.step }
        Field("startedAt") { $0.startedAt }
        Field("finishedAt") { $0.finishedAt }
        Field("filesFound") { $0.counts.filesFound }
        Field("filesRead") { $0.counts.filesRead }
        Field("filesTotal") { $0.counts.filesTotal }
        Field("added") { $0.counts.added }
        Field("updated") { $0.counts.updated }
        Field("moved") { $0.counts.moved }
        Field("removed") { $0.counts.removed }
        Field("restored") { $0.counts.restored }
        Field("unchanged") { $0.counts.unchanged }
        Field("problems") { $0.counts.problems }
        Field("detail") { $0.detail }
    }
}
