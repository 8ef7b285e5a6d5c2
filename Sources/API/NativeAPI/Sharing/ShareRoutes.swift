import Accounts
import Catalog
import Foundation
package import HTTPSupport
package import Hummingbird
import Primitives
package import Sharing

/// The caller's own shares.
package struct ShareRoutes: Sendable {
    private let shares: ShareService
    /// The server's own address as browsers reach it.
    private let origin: @Sendable (Request) -> String

    package init(shares: ShareService, origin: @escaping @Sendable (Request) -> String) {
        self.shares = shares
        self.origin = origin
    }

    @TableBuilder<Endpoint> package var endpoints: [Endpoint] {
        Endpoint(
            .get, "/api/v1/shares", .requires(.listen), tag: "sharing",
            "The caller's shares, newest first; without url for a token that may only read",
            reply: ListBody<ShareBody>.self, capacity: 16 * 1024
        ) { request, context in
            let found = try await shares.list(as: context.principal())
            return ListBody(try await bodies(found, request, context))
        }
        Endpoint(
            .post, "/api/v1/shares", .requires(.listen), tag: "sharing",
            "Share tracks, albums and playlists with everyone who has the link", body: ShareDraftBody().schema,
            reply: ShareBody.self, status: .created
        ) { request, context in
            let draft = try await ShareDraftBody().read(request)
            let share = try await shares.create(
                draft, as: context.principal(), with: context.caller().credential, from: context.remoteAddress)
            return try await bodies([share], request, context)[0]
        }
        Endpoint(
            .patch, "/api/v1/shares/{id}", .requires(.listen), tag: "sharing",
            "Change a share's description or its end; null means that it never ends", body: ShareChangeBody().schema,
            reply: ShareBody.self
        ) { request, context in
            let change = try await ShareChangeBody().read(request)
            let share = try await shares.change(
                context.id("id"), change, as: context.principal(), from: context.remoteAddress)
            return try await bodies([share], request, context)[0]
        }
        Endpoint(.delete, "/api/v1/shares/{id}", .requires(.listen), tag: "sharing", "Delete a share") { _, context in
            try await shares.remove(context.id("id"), as: context.principal(), from: context.remoteAddress)
        }
    }

    /// One body for each share, in their order.
    private func bodies(_ found: [Share], _ request: Request, _ context: GatewayContext) async throws -> [ShareBody] {
        let (origin, caller) = (origin(request), try context.principal())
        return try await shares.describe(found, as: caller) { share, heading, tracks in
            ShareBody(
                share: share, heading: heading, url: shares.path(of: share, for: caller).map { origin + $0 },
                tracks: tracks)
        }
    }
}
