import Accounts
package import Catalog
package import HTTPSupport
import Hummingbird
package import Listening
import Primitives

/// Corrects the tags of files, for moderators.
package enum EditRoutes {
    @TableBuilder<Endpoint>
    package static func endpoints(
        edits: EditService, catalog: CatalogService, listening: ListeningService, annotations: AnnotationLookup
    ) -> [Endpoint] {
        let what = "absent fields stay, null restores the file's value; a cover is set by PUT"
        Endpoint(
            .patch, "/api/v1/tracks/{id}", .requires(.moderate), tag: "edits", "Correct a track: \(what)",
            body: TrackEditBody().schema, reply: TrackBody.self
        ) { request, context in
            let id: ID<Track> = try context.id("id")
            let change = try await TrackEditBody().read(request)
            try await edits.edit(id, change, as: context.principal(), by: context.caller().actor)
            return try await TrackBody(of: id, catalog, listening, annotations, as: context.principal())
        }
        Endpoint(
            .put, "/api/v1/tracks/{id}/cover", .requires(.moderate), tag: "edits",
            "Set a track's cover: the bytes of a JPEG, PNG or WebP file of at most 20 MiB", upload: Endpoint.pictures,
            reply: TrackBody.self
        ) { request, context in
            let id: ID<Track> = try context.id("id")
            try await edits.setCover(
                request.content(upTo: EditRules.maximumCoverBytes), of: id, as: context.principal(),
                by: context.caller().actor)
            return try await TrackBody(of: id, catalog, listening, annotations, as: context.principal())
        }
        Endpoint(
            .get, "/api/v1/tracks/{id}/edits", .requires(.moderate), tag: "edits",
            "The corrections of a track, newest first", parameters: .paging, reply: Page<EditRecord>.self
        ) { request, context in
            try await edits.records(of: context.id("id"), request.pageRequest(), as: context.principal())
        }
        Endpoint(
            .post, "/api/v1/tracks/{id}/edits/{edit}/undo", .requires(.moderate), tag: "edits",
            "Undo a correction, unless the same field has been changed again since", reply: TrackBody.self
        ) { _, context in
            let id: ID<Track> = try context.id("id")
            try await edits.undo(context.id("edit"), of: id, as: context.principal(), by: context.caller().actor)
            return try await TrackBody(of: id, catalog, listening, annotations, as: context.principal())
        }
        Endpoint(
            .patch, "/api/v1/albums/{id}", .requires(.moderate), tag: "edits",
            "Correct all tracks of an album alike: \(what). Its id changes if it becomes part of an existing album",
            body: AlbumEditBody().schema, reply: AlbumBody.self, capacity: 8192
        ) { request, context in
            let change = try await AlbumEditBody().read(request)
            let id: ID<Album> = try await edits.edit(
                context.id("id"), change, as: context.principal(), by: context.caller().actor)
            return try await AlbumBody(of: id, catalog, annotations, as: context.principal())
        }
        Endpoint(
            .put, "/api/v1/albums/{id}/cover", .requires(.moderate), tag: "edits",
            "Set the cover of an album and its tracks: the bytes of a JPEG, PNG or WebP file of at most 20 MiB",
            upload: Endpoint.pictures, reply: AlbumBody.self, capacity: 8192
        ) { request, context in
            let id: ID<Album> = try context.id("id")
            try await edits.setCover(
                request.content(upTo: EditRules.maximumCoverBytes), of: id, as: context.principal(),
                by: context.caller().actor)
            return try await AlbumBody(of: id, catalog, annotations, as: context.principal())
        }
    }
}
