package import HTTPSupport
import Hummingbird
package import Listening
import Primitives

/// The play queue that the caller's players share.
package struct QueueRoutes: Sendable {
    /// Ten thousand ids of 64 characters, and the rest.
    private static let longestBody = 768 * 1024

    private let queue: QueueService
    private let annotations: AnnotationLookup

    package init(queue: QueueService, annotations: AnnotationLookup) {
        self.queue = queue
        self.annotations = annotations
    }

    package var endpoints: [Endpoint] {
        [
            Endpoint(
                .get, "/api/v1/queue", .requires(.listen), tag: "Listening", "The own play queue",
                reply: .json(.ok, QueueBody.schema), compressed: true, handler: contents),
            Endpoint(
                .put, "/api/v1/queue", .requires(.listen), tag: "Listening", "Replace the own play queue",
                body: QueueReplacementBody.schema, reply: .json(.ok, QueueStampBody.schema), handler: replace),
            Endpoint(
                .patch, "/api/v1/queue", .requires(.listen), tag: "Listening", "Move within the own play queue",
                body: QueuePositionBody.schema, reply: .json(.ok, QueueStampBody.schema), handler: move),
        ]
    }

    @Sendable private func contents(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let caller = try context.principal()
        let contents = try await queue.queue(as: caller)
        let annotations = try await annotations.of(tracks: contents.items, as: caller)
        return .json(QueueBody(contents: contents, annotations: annotations), capacity: 64 * 1024)
    }

    @Sendable private func replace(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let body = try QueueReplacementBody(await request.jsonFields(upTo: Self.longestBody))
        let stamp = try await queue.replace(
            with: body.replacement, as: context.principal(), from: context.remoteAddress)
        return .json(QueueStampBody(stamp: stamp))
    }

    @Sendable private func move(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let body = try QueuePositionBody(await request.jsonFields(upTo: 4096))
        return .json(QueueStampBody(stamp: try await queue.move(to: body.position, as: context.principal())))
    }
}
