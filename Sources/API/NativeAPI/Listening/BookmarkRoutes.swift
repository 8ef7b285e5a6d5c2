import Catalog
package import HTTPSupport
import Hummingbird
package import Listening
import Primitives
import Shelf

/// The caller's bookmarks.
package enum BookmarkRoutes {
    @TableBuilder<Endpoint>
    package static func endpoints(bookmarks: BookmarkService, annotations: AnnotationLookup) -> [Endpoint] {
        Endpoint(
            .get, "/api/v1/bookmarks", .requires(.listen), tag: "Listening",
            "The caller's bookmarks, the last changed first",
            parameters: [Endpoint.Parameter("track", .text, "Only the one in this track")]
                + .paging, reply: Page<BookmarkedTrackBody>.self, capacity: 32 * 1024, compressed: true
        ) { request, context in
            let caller = try context.principal()
            let page: Page<BookmarkedTrack>
            if let track = try request.text("track", upTo: 64) {
                let found = try await bookmarks.bookmark(in: ID(track), as: caller)
                page = Page(items: found.map { [$0] } ?? [], next: nil)
            } else {
                page = try await bookmarks.list(request.pageRequest(), as: caller)
            }
            let annotations = try await annotations.of(tracks: page.items.map(\.track), as: caller)
            return page.map { BookmarkedTrackBody(item: $0, annotations: annotations) }
        }
        Endpoint(
            .put, "/api/v1/bookmarks/{id}", .requires(.listen), tag: "Listening",
            "Create or move the bookmark in a track", body: BookmarkDraftBody().schema, reply: Bookmark.self
        ) { request, context in
            let (position, comment) = try await request.read(\.position, \.comment, of: BookmarkDraftBody())
            return try await bookmarks.put(
                context.id("id"), position: .milliseconds(position), comment: comment, as: context.principal(),
                from: context.remoteAddress)
        }
        Endpoint(
            .delete, "/api/v1/bookmarks/{id}", .requires(.listen), tag: "Listening", "Remove the bookmark in a track"
        ) { _, context in
            try await bookmarks.remove(context.id("id"), as: context.principal(), from: context.remoteAddress)
        }
    }
}

/// The place of a bookmark, in milliseconds, and the listener's words about it.
private struct BookmarkDraftBody: InputBody {
    let position = Input<Int64>("positionMs", .integer(in: 0...Int64(Int32.max)))
    let comment = Input<String?>("comment", .text(upTo: 4096))
}

/// A bookmark without its track, as the track's own page shows it.
extension Bookmark: ObjectBody {
    package static let component: String? = "Bookmark"
    package static let fields = Fields<Self> {
        Field("trackId") { $0.track.rawValue }
        Field("positionMs") { $0.position.wholeMilliseconds }
        Field("comment") { $0.comment }
        Field("createdAt") { $0.createdAt }
        Field("changedAt") { $0.changedAt }
    }
}

struct BookmarkedTrackBody: ObjectBody {
    static let fields = Fields<Self> {
        Field(allOf: Bookmark.self) { $0.item.bookmark }
        Field("track") { TrackItemBody($0.item.track, $0.annotations) }
    }

    let item: BookmarkedTrack
    let annotations: Annotations
}
