package import Catalog
package import HTTPSupport
import Hummingbird
import Primitives
package import Shelf

/// Songs of the outside catalog that become entries of the caller's shelf.
package enum OutsideShelfRoutes {
    @TableBuilder<Endpoint>
    package static func endpoints(
        shelf: ShelfService, files: OutsideFileService, annotations: AnnotationLookup
    ) -> [Endpoint] {
        Endpoint(
            .post, "/api/v1/shelf/outside", .requires(.listen), tag: "shelf",
            "Put an outside song on the shelf as an entry. The server copies its picture as the cover; the entry has none where the picture cannot be had. 409 if the song is on the shelf already",
            body: OutsideShelfBody().schema, reply: ShelfItemBody.self, status: .created
        ) { request, context in
            let (song, draft) = try await OutsideShelfBody().read(request)
            let caller = try context.principal()
            let id = try await shelf.add(draft, ofOutside: song, as: caller, from: context.remoteAddress) {
                try await files.pictureBytes(of: song, as: caller)
            }
            let item = try await shelf.item(id, as: caller)
            let annotations = try await annotations.of(tracks: item.tracks, as: caller)
            return ShelfItemBody(shelved: item, annotations: annotations)
        }
    }
}

/// The number of the outside song, and the entry that is made from it.
struct OutsideShelfBody: InputBody {
    let song = OutsideRoutes.song
    let title = Input<String>("title", .text(upTo: 8192))
    let details = ShelfItemDetailsBody()

    func read(_ request: Request) async throws -> (song: Int64, draft: ShelfItemDraft) {
        try await request.read(self) { fields in
            let song = try fields.read(\.song)
            let title = try fields.read(\.title)
            let draft = try fields.read(part: \.details) { part throws(DomainError) in
                try ShelfItemDetailsBody.entry(titled: title, &part)
            }
            return (song, draft)
        }
    }
}
