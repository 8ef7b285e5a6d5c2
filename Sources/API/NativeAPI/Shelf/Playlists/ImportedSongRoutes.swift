import Catalog
package import HTTPSupport
import HTTPTypes
import Hummingbird
import Primitives
package import Shelf

/// The songs of a playlist that was brought from another service, for its owner.
package struct ImportedSongRoutes: Sendable {
    private let songs: ImportedSongService
    private let annotations: AnnotationLookup

    package init(songs: ImportedSongService, annotations: AnnotationLookup) {
        self.songs = songs
        self.annotations = annotations
    }

    package var endpoints: [Endpoint] {
        let path = "/api/v1/playlists/{id}/imported"
        return [
            Endpoint(
                .get, path, .requires(.listen), tag: "playlists",
                "How surely the songs of the caller's playlist matched that was brought from another service, and how many are awaited; all are 0 for other playlists",
                reply: .json(.ok, ImportedSongCountsBody.schema), handler: counts),
            Endpoint(
                .get, path + "/songs", .requires(.listen), tag: "playlists",
                "The songs as the service described them, each with the track that it became",
                parameters: [
                    Endpoint.Parameter(
                        "filter", .choice(ImportedSongFilter.allCases.map(\.rawValue)), "all by default")
                ] + .paging, reply: .json(.ok, .page(of: .named("ImportedSong"))), compressed: true, handler: list),
            Endpoint(
                .get, path + "/songs/{song}/candidates", .requires(.listen), tag: "playlists",
                "At most five tracks that the song may be, the best first",
                reply: .json(.ok, ImportedSongCandidatesBody.schema), handler: candidates),
            Endpoint(
                .put, path + "/songs/{song}/track", .requires(.listen), tag: "playlists",
                "Choose the track that the song is; null says that none is it, and the song is awaited",
                body: ImportedSongChoiceBody().schema, reply: .empty(.noContent), handler: choose),
            Endpoint(
                .delete, path + "/songs/{song}", .requires(.listen), tag: "playlists",
                "Remove the song from the playlist, with its track", reply: .empty(.noContent), handler: remove),
            Endpoint(
                .post, path + "/wishes", .requires(.takePart), tag: "playlists",
                "Wish for one awaited song, or for all, as far as the limit of wishes allows. Another user's wish for the same is backed instead",
                body: ImportedWishBody().schema, reply: .json(.ok, ImportedWishesBody.schema), handler: wish),
        ]
    }

    @Sendable private func counts(_ request: Request, _ context: GatewayContext) async throws -> Response {
        .json(ImportedSongCountsBody(counts: try await songs.counts(of: context.id("id"), as: context.principal())))
    }

    @Sendable private func list(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let caller = try context.principal()
        let page = try await songs.songs(
            of: context.id("id"), try request.choice("filter") ?? .all, request.pageRequest(), as: caller)
        let annotations = try await annotations.of(tracks: page.items.compactMap(\.track), as: caller)
        return .json(
            PageBody(page.map { ImportedSongBody(item: $0, annotations: annotations) }),
            capacity: page.items.count * 900)
    }

    @Sendable private func candidates(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let caller = try context.principal()
        let tracks = try await songs.candidates(for: context.id("song"), of: context.id("id"), as: caller)
        let annotations = try await annotations.of(tracks: tracks, as: caller)
        return .json(ImportedSongCandidatesBody(tracks: tracks, annotations: annotations), capacity: 4096)
    }

    @Sendable private func choose(_ request: Request, _ context: GatewayContext) async throws -> Response {
        var fields = try await request.input(ImportedSongChoiceBody())
        let track = try fields.read(\.track)
        try fields.end()
        try await songs.choose(
            track, for: context.id("song"), of: context.id("id"), as: context.principal(),
            from: context.remoteAddress)
        return .empty()
    }

    @Sendable private func remove(_ request: Request, _ context: GatewayContext) async throws -> Response {
        try await songs.remove(
            context.id("song"), of: context.id("id"), as: context.principal(), from: context.remoteAddress)
        return .empty()
    }

    @Sendable private func wish(_ request: Request, _ context: GatewayContext) async throws -> Response {
        var fields = try await request.input(ImportedWishBody())
        let song = try fields.read(\.song)
        try fields.end()
        let outcome = try await songs.wish(
            for: song, of: context.id("id"), as: context.principal(), from: context.remoteAddress)
        return .json(ImportedWishesBody(outcome: outcome))
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

struct ImportedSongCountsBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("total") { $0.counts.total }
        Field("exact") { $0.counts[.exact] }
        Field("sure") { $0.counts[.sure] }
        Field("likely") { $0.counts[.likely] }
        Field("chosen") { $0.counts[.chosen] }
        Field("missing") { $0.counts.missing }
    }

    let counts: ImportedSongCounts
}

struct ImportedSongCandidatesBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("items") { body in body.tracks.map { TrackItemBody($0, body.annotations) } }
    }

    let tracks: [TrackItem]
    let annotations: Annotations
}

/// The chosen track.
struct ImportedSongChoiceBody: InputBody {
    let track = Input<ID<Track>?>("trackId", .id())
}

/// The song to wish for; all awaited ones if it is missing.
struct ImportedWishBody: InputBody {
    let song = Input<ID<ImportedSong>?>("songId", .id())
}

struct ImportedWishesBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("made") { $0.outcome.made }
        Field("backed") { $0.outcome.backed }
        Field("present") { $0.outcome.present }
        Field("left") { $0.outcome.left }
    }

    let outcome: ImportedWishes
}
