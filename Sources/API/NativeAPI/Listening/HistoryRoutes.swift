import Catalog
package import HTTPSupport
import Hummingbird
package import Listening
import Primitives
import Shelf

/// The caller's listening history.
package enum HistoryRoutes {
    @TableBuilder<Endpoint>
    package static func endpoints(listening: ListeningService, annotations: AnnotationLookup) -> [Endpoint] {
        Endpoint(
            .get, "/api/v1/history", .requires(.listen), tag: "Listening", "The caller's plays, newest first",
            parameters: .paging, reply: Page<HistoryEntryBody>.self, capacity: 32 * 1024, compressed: true
        ) { request, context in
            let caller = try context.principal()
            let page = try await listening.history(request.pageRequest(), as: caller)
            let annotations = try await annotations.of(tracks: page.items.map(\.track), as: caller)
            return page.map { HistoryEntryBody(entry: $0, annotations: annotations) }
        }
        Endpoint(
            .post, "/api/v1/history", .requires(.listen), tag: "Listening",
            "Record plays of the past that a player counted while it could not reach the server; a play that is "
                + "sent again is not counted again", body: PastPlaysBody().schema
        ) { request, context in
            let (plays, client) = try await PastPlaysBody().read(request)
            try await listening.record(plays, by: client, as: context.principal(), from: context.remoteAddress)
        }
        Endpoint(
            .delete, "/api/v1/history/{id}", .requires(.listen), tag: "Listening", "Delete a play of the caller's"
        ) { _, context in
            try await listening.delete(
                context.id("id", of: Play.self), as: context.principal(), from: context.remoteAddress)
        }
    }
}

/// Plays that a player counted itself.
private struct PastPlaysBody: InputBody {
    private static let most = 500

    let plays = Input<[InputFields<PastPlayBody>]>("plays", .objects(of: PastPlayBody(), upTo: Self.most))
    let client = Input<String?>("client", .text(upTo: 256))

    func read(_ request: Request) async throws -> (plays: [SubmittedPlay], client: String?) {
        try await request.read(self, upTo: 128 * 1024) { fields in
            let plays = try fields.read(\.plays).map { item throws(DomainError) in
                let (track, playedAt) = try item.only(\.track, \.playedAt)
                return SubmittedPlay(track: track, playedAt: playedAt)
            }
            let client = try fields.read(\.client)
            return (plays, client)
        }
    }
}

private struct PastPlayBody: InputBody {
    let track = Input<ID<Track>>("trackId", .id())
    let playedAt = Input<Timestamp>("playedAt", .instant)
}

struct HistoryEntryBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("id") { $0.entry.play.id.rawValue }
        Field("playedAt") { $0.entry.play.playedAt }
        Field("client") { $0.entry.play.client }
        Field("source") { $0.entry.play.source }
        Field("track") { TrackItemBody($0.entry.track, $0.annotations) }
    }

    let entry: HistoryEntry
    let annotations: Annotations
}
