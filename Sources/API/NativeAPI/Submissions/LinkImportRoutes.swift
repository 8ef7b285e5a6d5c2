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

    @TableBuilder<Endpoint> package var endpoints: [Endpoint] {
        let path = "/api/v1/imports"
        Endpoint(
            .get, path, .requires(.submit), tag: "submissions",
            "The caller's imports by link of the last days, whether imports are allowed, and the only allowed hosts if the admins have listed any",
            reply: .json(.ok, LinkImportsBody.schema)
        ) { _, context in
            let caller = try context.principal()
            let items = try await imports.imports(as: caller).map(body)
            return .json(
                LinkImportsBody(items: items, rules: try await imports.rules(as: caller)),
                capacity: 256 * items.count + 128
            )
        }
        Endpoint(
            .post, path, .requires(.submit), tag: "submissions",
            "Have the server download a music file by http or https; it becomes an upload, and later a submission, with the same id",
            body: LinkImportDraftBody().schema, reply: LinkImportBody.self, status: .created
        ) { request, context in
            let (url, wish) = try await request.read(\.url, \.wish, of: LinkImportDraftBody())
            let link = try await imports.create(
                url, wish: wish.present, as: context.principal(), from: context.remoteAddress)
            return body(link)
        }
        Endpoint(
            .delete, path + "/{id}", .requires(.submit), tag: "submissions",
            "Cancel an import, or delete one that has ended; its upload or submission stays"
        ) { _, context in try await imports.remove(context.id("id"), as: context.principal()) }
    }

    private func body(_ link: LinkImport) -> LinkImportBody {
        LinkImportBody(link: link, progress: link.state == .fetching ? broadcaster.latest(link.id) : nil)
    }
}

/// An address, and the wish that its file is for.
private struct LinkImportDraftBody: InputBody {
    let url = Input<String>("url", .text(upTo: 16 * 1024))
    let wish = Input<Patch<ID<Wish>>>("wishId", .id())
}

/// A file that the server downloads for a user.
struct LinkImportBody: ObjectBody {
    static let component: String? = "Import"
    static let fields = Fields<Self> {
        Field("id") { $0.link.id.rawValue }
        Field("url") { $0.link.address }
        Field("state") { $0.link.state }
        Field("name") { $0.link.name }
        Field("received") { $0.progress?.received ?? $0.link.received }
        Field("total") { $0.progress?.total ?? $0.link.total }
        Field("wishId") { $0.link.wish?.rawValue }
        Field("reason") { $0.link.failure?.rawValue }
        Field("detail") { $0.link.failure?.detail }
        Field("createdAt") { $0.link.createdAt }
        Field("changedAt") { $0.link.changedAt }
    }

    let link: LinkImport
    /// The present progress, where it is known more exactly than from `link`.
    let progress: LinkProgress?
}

/// A user's link imports, and what may be imported.
struct LinkImportsBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("items") { $0.items }
        Field("open") { $0.rules.isEnabled }
        Field("hosts") { $0.rules.hosts.map(\.text) }
    }

    let items: [LinkImportBody]
    let rules: LinkRules
}

/// The data of an `importProgress` event.
extension LinkProgress: ObjectBody {
    package static let fields = Fields<Self> {
        Field("id") { $0.id }
        Field("received") { $0.received }
        Field("total") { $0.total }
    }
}
