import Catalog
package import HTTPSupport
import Hummingbird
import Primitives
package import Shelf

/// The songs of a playlist that was brought from another service, for its owner.
package enum ImportedSongRoutes {
    /// The song to wish for; all awaited ones if it is missing.
    private static let song = Input<ID<ImportedSong>?>("songId", .id())
    /// The chosen track.
    private static let track = Input<ID<Track>?>("trackId", .id())

    @TableBuilder<Endpoint>
    package static func endpoints(songs: ImportedSongService, annotations: AnnotationLookup) -> [Endpoint] {
        let path = "/api/v1/playlists/{id}/imported"
        Endpoint(
            .get, path, .requires(.listen), tag: "playlists",
            "How surely the songs of the caller's playlist matched that was brought from another service, and how many are awaited; all are 0 for other playlists",
            reply: ImportedSongCounts.self
        ) { _, context in try await songs.counts(of: context.id("id"), as: context.principal()) }
        Endpoint(
            .get, path + "/songs", .requires(.listen), tag: "playlists",
            "The songs as the service described them, each with the track that it became",
            parameters: [
                Endpoint.Parameter(
                    "filter", .choice(of: ImportedSongFilter.self), "all by default")
            ] + .paging, reply: Page<ImportedSongBody>.self, capacity: 64 * 1024, compressed: true
        ) { request, context in
            let caller = try context.principal()
            let page = try await songs.songs(
                of: context.id("id"), try request.choice("filter") ?? .all, request.pageRequest(), as: caller)
            let annotations = try await annotations.of(tracks: page.items.compactMap(\.track), as: caller)
            return page.map { ImportedSongBody(item: $0, annotations: annotations) }
        }
        Endpoint(
            .get, path + "/songs/{song}/candidates", .requires(.listen), tag: "playlists",
            "At most five tracks that the song may be, the best first", reply: ListBody<TrackItemBody>.self,
            capacity: 4096
        ) { _, context in
            let caller = try context.principal()
            let tracks = try await songs.candidates(for: context.id("song"), of: context.id("id"), as: caller)
            let annotations = try await annotations.of(tracks: tracks, as: caller)
            return ListBody(tracks.map { TrackItemBody($0, annotations) })
        }
        Endpoint(
            .put, path + "/songs/{song}/track", .requires(.listen), tag: "playlists",
            "Choose the track that the song is; null says that none is it, and the song is awaited",
            body: Self.track.schema
        ) { request, context in
            let track = try await request.read(Self.track)
            try await songs.choose(
                track, for: context.id("song"), of: context.id("id"), as: context.principal(),
                from: context.remoteAddress)
        }
        Endpoint(
            .delete, path + "/songs/{song}", .requires(.listen), tag: "playlists",
            "Remove the song from the playlist, with its track"
        ) { _, context in
            try await songs.remove(
                context.id("song"), of: context.id("id"), as: context.principal(), from: context.remoteAddress)
        }
        Endpoint(
            .post, path + "/wishes", .requires(.takePart), tag: "playlists",
            "Wish for one awaited song, or for all, as far as the limit of wishes allows. Another user's wish for the same is backed instead",
            body: Self.song.schema, reply: ImportedWishes.self
        ) { request, context in
            let song = try await request.read(Self.song)
            return try await songs.wish(
                for: song, of: context.id("id"), as: context.principal(), from: context.remoteAddress)
        }
    }
}

/// A song that was brought from another service.
struct ImportedSongBody: ObjectBody {
    static let component: String? = "ImportedSong"
    static let fields = Fields<Self> {
        Field("id") { $0.item.song.id.rawValue }
        Field("title") { $0.item.song.named.title }
        Field("artist") { $0.item.song.named.artist }
        Field("album") { $0.item.song.named.album }
        Field("durationMs") { $0.item.song.named.durationMilliseconds }
        Field("isrc") { $0.item.song.named.isrc }
        Field("outsideId") { $0.item.song.outside }
        Field("state") { $0.item.song.state }
        Field("track") { body in body.item.track.map { TrackItemBody($0, body.annotations) } }
    }

    let item: ImportedSongItem
    let annotations: Annotations
}

extension ImportedSongCounts: ObjectBody {
    package static let fields = Fields<Self> {
        Field("total") { $0.total }
        Field("exact") { $0[.exact] }
        Field("sure") { $0[.sure] }
        Field("likely") { $0[.likely] }
        Field("chosen") { $0[.chosen] }
        Field("missing") { $0.missing }
    }
}

extension ImportedWishes: ObjectBody {
    package static let fields = Fields<Self> {
        Field("made") { $0.made }
        Field("backed") { $0.backed }
        Field("present") { $0.present }
        Field("left") { $0.left }
    }
}
