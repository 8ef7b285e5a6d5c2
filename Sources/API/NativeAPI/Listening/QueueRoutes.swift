import Catalog
package import HTTPSupport
import Hummingbird
package import Listening
import Primitives
import Shelf

/// The play queue that the caller's players share.
package enum QueueRoutes {
    @TableBuilder<Endpoint>
    package static func endpoints(queue: QueueService, annotations: AnnotationLookup) -> [Endpoint] {
        Endpoint(
            .get, "/api/v1/queue", .requires(.listen), tag: "Listening", "The caller's play queue",
            reply: QueueBody.self, capacity: 64 * 1024, compressed: true
        ) { _, context in
            let caller = try context.principal()
            let contents = try await queue.queue(as: caller)
            let annotations = try await annotations.of(tracks: contents.items, as: caller)
            return QueueBody(contents: contents, annotations: annotations)
        }
        Endpoint(
            .put, "/api/v1/queue", .requires(.listen), tag: "Listening", "Replace the caller's play queue",
            body: QueueReplacementBody().schema, reply: QueueStamp.self
        ) { request, context in
            let replacement = try await QueueReplacementBody().read(request)
            return try await queue.replace(
                with: replacement, as: context.principal(), from: context.remoteAddress)
        }
        Endpoint(
            .patch, "/api/v1/queue", .requires(.listen), tag: "Listening", "Move within the caller's play queue",
            body: QueuePositionBody().schema, reply: QueueStamp.self
        ) { request, context in
            let position = try await QueuePositionBody().read(request)
            return try await queue.move(to: position, as: context.principal())
        }
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

extension QueueStamp: ObjectBody {
    package static let fields = Fields<Self> {
        Field("revision") { $0.revision }
        Field("updatedAt") { $0.updatedAt }
    }
}

/// A new list of tracks for the queue.
struct QueueReplacementBody: InputBody {
    /// The largest body in bytes: ten thousand ids of 64 characters, and some overhead.
    private static let longest = 768 * 1024

    let tracks = Input<[ID<Track>]>("trackIds", .ids(upTo: PlayQueue.longest))
    let index = Input<Int>("currentIndex", .integer(in: 0...Int64(PlayQueue.longest)))
    let position = Input<Int64>("positionMs", .position)
    let client = Input<String?>("client", .text(upTo: 256))
    let revision = Input<Int64?>("revision", .integer(in: 0...Int64.max))

    func read(_ request: Request) async throws -> QueueReplacement {
        let (tracks, index, position, client, revision) = try await request.read(
            \.tracks, \.index, \.position, \.client, \.revision, of: self, upTo: Self.longest)
        return try QueueReplacement(
            tracks: tracks, currentIndex: index, position: .milliseconds(position), client: client,
            expected: revision)
    }
}

/// A new position within the queue.
struct QueuePositionBody: InputBody {
    let position = Input<Int64>("positionMs", .position)
    let revision = Input<Int64>("revision", .integer(in: 0...Int64.max))
    let index = Input<Int?>("currentIndex", .integer(in: 0...Int64(PlayQueue.longest)))

    func read(_ request: Request) async throws -> QueuePosition {
        let (index, position, revision) = try await request.read(\.index, \.position, \.revision, of: self, upTo: 4096)
        return try QueuePosition(currentIndex: index, position: .milliseconds(position), revision: revision)
    }
}
