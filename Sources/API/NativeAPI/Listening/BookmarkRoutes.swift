import Catalog
package import HTTPSupport
import Hummingbird
package import Listening
import Primitives
import Shelf

/// The caller's bookmarks.
package struct BookmarkRoutes: Sendable {
    private let bookmarks: BookmarkService
    private let annotations: AnnotationLookup

    package init(bookmarks: BookmarkService, annotations: AnnotationLookup) {
        self.bookmarks = bookmarks
        self.annotations = annotations
    }

    @TableBuilder<Endpoint> package var endpoints: [Endpoint] {
        Endpoint(
            .get, "/api/v1/bookmarks", .requires(.listen), tag: "Listening",
            "The caller's bookmarks, the last changed first",
            parameters: [Endpoint.Parameter("track", .text, "Only the one in this track")]
                + .paging, reply: PageBody<BookmarkedTrackBody>.self, capacity: 32 * 1024, compressed: true,
            handler: list)
        Endpoint(
            .put, "/api/v1/bookmarks/{id}", .requires(.listen), tag: "Listening",
            "Create or move the bookmark in a track", body: BookmarkDraftBody().schema, reply: BookmarkBody.self
        ) { request, context in
            let (position, comment) = try await request.read(\.position, \.comment, of: BookmarkDraftBody())
            let bookmark = try await bookmarks.put(
                context.id("id"), position: .milliseconds(position), comment: comment, as: context.principal(),
                from: context.remoteAddress)
            return BookmarkBody(bookmark: bookmark)
        }
        Endpoint(
            .delete, "/api/v1/bookmarks/{id}", .requires(.listen), tag: "Listening", "Remove the bookmark in a track"
        ) { _, context in
            try await bookmarks.remove(context.id("id"), as: context.principal(), from: context.remoteAddress)
        }
    }

    private func list(_ request: Request, _ context: GatewayContext) async throws -> PageBody<BookmarkedTrackBody> {
        let caller = try context.principal()
        let page: Page<BookmarkedTrack>
        if let track = try request.text("track", upTo: 64) {
            let found = try await bookmarks.bookmark(in: ID(track), as: caller)
            page = Page(items: found.map { [$0] } ?? [], next: nil)
        } else {
            page = try await bookmarks.list(request.pageRequest(), as: caller)
        }
        let annotations = try await annotations.of(tracks: page.items.map(\.track), as: caller)
        return PageBody(page.map { BookmarkedTrackBody(item: $0, annotations: annotations) })
    }
}

/// The place of a bookmark, in milliseconds, and the listener's words about it.
private struct BookmarkDraftBody: InputBody {
    let position = Input<Int64>("positionMs", .integer(in: 0...Int64(Int32.max)))
    let comment = Input<String?>("comment", .text(upTo: 4096))
}

/// A bookmark without its track, as the track's own page shows it.
struct BookmarkBody: ObjectBody {
    static let component: String? = "Bookmark"
    static let fields = Fields<Self> {
        Field("trackId") { $0.bookmark.track.rawValue }
        Field("positionMs") { $0.bookmark.position.wholeMilliseconds }
        Field("comment") { $0.bookmark.comment }
        Field("createdAt") { $0.bookmark.createdAt }
        Field("changedAt") { $0.bookmark.changedAt }
    }

    let bookmark: Bookmark
}

struct BookmarkedTrackBody: ObjectBody {
    static let fields = Fields<Self> {
        Field(allOf: BookmarkBody.self) { BookmarkBody(bookmark: $0.item.bookmark) }
        Field("track") { TrackItemBody($0.item.track, $0.annotations) }
    }

    let item: BookmarkedTrack
    let annotations: Annotations
}
