package import HTTPSupport
import Hummingbird
import Primitives
import Shelf
package import Submissions

/// Has the server download files from their addresses.
package struct LinkImportRoutes: Sendable {
    private let imports: LinkImportService
    private let broadcaster: LinkBroadcaster

    package init(imports: LinkImportService, broadcaster: LinkBroadcaster) {
        self.imports = imports
        self.broadcaster = broadcaster
    }

    package var endpoints: [Endpoint] {
        let path = "/api/v1/imports"
        return [
            Endpoint(
                .get, path, .requires(.submit), tag: "submissions",
                "The caller's imports by link of the last days, whether any are taken, and from which hosts alone where the admins have listed some",
                reply: .json(.ok, LinkImportsBody.schema), handler: list),
            Endpoint(
                .post, path, .requires(.submit), tag: "submissions",
                "Have the gateway fetch a file of music by http or https; what comes is an upload, and later a submission, of the same id",
                body: .object(required: [("url", .text)], optional: [("wishId", .nullable(.text))]),
                reply: .json(.created, .named("Import")), handler: create),
            Endpoint(
                .delete, path + "/{id}", .requires(.submit), tag: "submissions",
                "End one that waits or is being fetched, or forget one that has ended; what it became stays",
                reply: .empty(.noContent), handler: remove),
        ]
    }

    @Sendable private func list(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let caller = try context.principal()
        let items = try await imports.imports(as: caller).map(body)
        return .json(
            LinkImportsBody(items: items, rules: try await imports.rules(as: caller)), capacity: 256 * items.count + 128
        )
    }

    @Sendable private func create(_ request: Request, _ context: GatewayContext) async throws -> Response {
        var fields = try await request.jsonFields()
        let url = try fields.text("url", upTo: 16 * 1024)
        let wish = try fields.optionalText("wishId", upTo: 64).map { ID<Wish>($0) }
        try fields.end()
        let link = try await imports.create(url, wish: wish, as: context.principal(), from: context.remoteAddress)
        return .json(body(link), status: .created)
    }

    @Sendable private func remove(_ request: Request, _ context: GatewayContext) async throws -> Response {
        try await imports.remove(context.id("id"), as: context.principal())
        return .empty()
    }

    private func body(_ link: LinkImport) -> LinkImportBody {
        LinkImportBody(link: link, progress: link.state == .fetching ? broadcaster.latest(link.id) : nil)
    }
}

/// A file that the server downloads for a user.
struct LinkImportBody: JSONWritable {
    static let schema = Schema.object(
        required: [
            ("id", .text), ("url", .text), ("state", .choice(LinkImport.State.allCases.map(\.rawValue))),
            ("received", .integer), ("createdAt", .instant), ("changedAt", .instant),
        ],
        optional: [("name", .text), ("total", .integer), ("wishId", .text), ("reason", .text), ("detail", .text)])

    let link: LinkImport
    /// The present progress, where it is known more exactly than from `link`.
    let progress: LinkProgress?

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("id", link.id.rawValue)
            json.field("url", link.address)
            json.field("state", link.state.rawValue)
            json.field("name", link.name)
            json.field("received", progress?.received ?? link.received)
            if let total = progress?.total ?? link.total { json.field("total", total) }
            json.field("wishId", link.wish?.rawValue)
            json.field("reason", link.failure?.rawValue)
            json.field("detail", link.failure?.detail)
            json.field("createdAt", link.createdAt)
            json.field("changedAt", link.changedAt)
        }
    }
}

/// A user's link imports, and what may be imported.
struct LinkImportsBody: JSONWritable {
    static let schema = Schema.object(
        required: [("items", .array(.named("Import"))), ("open", .flag), ("hosts", .array(.text))], optional: [])

    let items: [LinkImportBody]
    let rules: LinkRules

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("items", items)
            json.field("open", rules.isEnabled)
            json.field("hosts", rules.hosts.map(\.text))
        }
    }
}

/// The data of an `importProgress` event.
package struct LinkProgressBody: JSONWritable {
    private let progress: LinkProgress

    package init(_ progress: LinkProgress) {
        self.progress = progress
    }

    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("id", progress.id.rawValue)
            json.field("received", progress.received)
            if let total = progress.total { json.field("total", total) }
        }
    }
}
