package import Administration
package import HTTPSupport
import Hummingbird
import Primitives

/// What admins decide about the machine's clock and about cleanups.
package struct UpkeepRoutes: Sendable {
    private let upkeep: UpkeepService

    package init(upkeep: UpkeepService) {
        self.upkeep = upkeep
    }

    package var endpoints: [Endpoint] {
        [
            Endpoint(
                .post, "/api/v1/clock/acceptance", .requiresConfirmed(.administer), tag: "administration",
                "Take the machine's clock for right after a leap: days, expiries and cleanups follow it from then on",
                reply: .empty(.noContent), handler: acceptClock),
            Endpoint(
                .post, "/api/v1/cleanups/{id}/allowance", .requiresConfirmed(.administer), tag: "administration",
                "Let the next runs of a cleanup that was stopped remove as much as they find",
                reply: .empty(.noContent), handler: allowCleanup),
        ]
    }

    @Sendable private func acceptClock(_ request: Request, _ context: GatewayContext) async throws -> Response {
        try await upkeep.acceptClock(as: context.caller())
        return .empty()
    }

    @Sendable private func allowCleanup(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let name: ID<CleanupKind> = try context.id("id")
        guard let kind = CleanupKind(rawValue: name.rawValue) else {
            throw DomainError.notFound("There is no such cleanup")
        }
        try await upkeep.allowCleanup(kind, as: context.caller())
        return .empty()
    }
}
