import Catalog
package import HTTPSupport
import Hummingbird
package import Listening
import Primitives
import Shelf

/// The play queue that the caller's players share.
package struct QueueRoutes: Sendable {
    /// The largest body in bytes: ten thousand ids of 64 characters, and some overhead.
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

struct QueueBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("items") { body in body.contents.items.map { TrackItemBody($0, body.annotations) } }
        Field("currentIndex") { $0.contents.queue.currentIndex }
        Field("positionMs") { $0.contents.queue.position.wholeMilliseconds }
        Field("revision") { $0.contents.queue.revision }
        Field("updatedAt") { $0.contents.queue.updatedAt }
        Field("client") { $0.contents.queue.client }
    }

    let contents: QueueContents
    let annotations: Annotations
}

struct QueueStampBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("revision") { $0.stamp.revision }
        Field("updatedAt") { $0.stamp.updatedAt }
    }

    let stamp: QueueStamp
}

/// A new list of tracks for the queue.
struct QueueReplacementBody {
    static let schema = Schema.object(
        required: [("trackIds", .array(.text)), ("currentIndex", .integer), ("positionMs", .integer)],
        optional: [("client", .text), ("revision", .integer)])

    let replacement: QueueReplacement

    init(_ fields: consuming JSONFields) throws(DomainError) {
        var fields = fields
        let tracks = try fields.texts("trackIds", count: PlayQueue.longest, eachUpTo: 64)
        let index = try fields.integer("currentIndex", in: 0...Int64(PlayQueue.longest))
        let position = try fields.integer("positionMs", in: PositionBody.range)
        let client = try fields.optionalText("client", upTo: 256)
        let revision = try fields.optionalInteger("revision", in: 0...Int64.max)
        try fields.end()
        replacement = try QueueReplacement(
            tracks: tracks.map { ID<Track>($0) }, currentIndex: Int(index), position: .milliseconds(position),
            client: client, expected: revision)
    }
}

/// A new position within the queue.
struct QueuePositionBody {
    static let schema = Schema.object(
        required: [("positionMs", .integer), ("revision", .integer)], optional: [("currentIndex", .integer)])

    let position: QueuePosition

    init(_ fields: consuming JSONFields) throws(DomainError) {
        var fields = fields
        let index = try fields.optionalInteger("currentIndex", in: 0...Int64(PlayQueue.longest))
        let offset = try fields.integer("positionMs", in: PositionBody.range)
        let revision = try fields.integer("revision", in: 0...Int64.max)
        try fields.end()
        position = try QueuePosition(
            currentIndex: index.map { Int($0) }, position: .milliseconds(offset), revision: revision)
    }
}
