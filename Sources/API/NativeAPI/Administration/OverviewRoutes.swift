package import Administration
package import HTTPSupport
import Hummingbird
import Primitives

/// How the gateway is doing, for admins.
package struct OverviewRoutes: Sendable {
    private let overview: OverviewService

    package init(overview: OverviewService) {
        self.overview = overview
    }

    package var endpoints: [Endpoint] {
        [
            Endpoint(
                .get, "/api/v1/overview", .requires(.administer), tag: "administration",
                "Warnings, live streams, the latest scan, conversions, what goes on in the background, storage, disks, the certificate",
                reply: .json(.ok, OverviewBody.schema), handler: show)
        ]
    }

    @Sendable private func show(_ request: Request, _ context: GatewayContext) async throws -> Response {
        .json(OverviewBody(overview: try await overview.overview(as: context.principal())), capacity: 8 * 1024)
    }
}
