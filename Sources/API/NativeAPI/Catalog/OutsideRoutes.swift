package import Catalog
package import HTTPSupport
import Hummingbird
import Primitives
package import Shelf

/// The songs of an outside catalog: searched, heard as a preview, saved to a playlist and wished for.
package struct OutsideRoutes: Sendable {
    /// The file at such an address may be another one tomorrow.
    private static let fields: HTTPFields = [.cacheControl: "private, max-age=3600"]

    private static let path = "/api/v1/outside/"
    /// The number of the outside song.
    static let song = Input<Int64>("songId", .outsideNumber)

    private let songs: OutsideCatalogService
    private let files: OutsideFileService
    private let saved: ImportedSongService
    private let annotations: AnnotationLookup

    package init(
        songs: OutsideCatalogService, files: OutsideFileService, saved: ImportedSongService,
        annotations: AnnotationLookup
    ) {
        self.songs = songs
        self.files = files
        self.saved = saved
        self.annotations = annotations
    }

    /// The address of a song's picture.
    static func picturePath(of song: Int64) -> String { "\(path)\(song)/picture" }

    @TableBuilder<Endpoint> package var endpoints: [Endpoint] {
        let one = Self.path + "{id}"
        Endpoint(
            .get, "/api/v1/search/outside", .requires(.browse), tag: "catalogue",
            "Songs of the outside catalog, each with the own track that is the same song. state: off where admins have not switched it on; unavailable where it fails or was asked too much, to be asked again after retryAfter seconds",
            parameters: [Endpoint.Parameter("q", .text, "1 to \(OutsideCatalogService.longestText) characters")],
            reply: OutsideSearchBody.self, capacity: 16 * 1024, compressed: true
        ) { request, context in
            let caller = try context.principal()
            let answer = try await songs.search(request.text("q", upTo: 1024) ?? "", as: caller)
            var results: [OutsideResult] = []
            if case .found(let found) = answer { results = found }
            let annotations = try await annotations.of(tracks: results.compactMap(\.track), as: caller)
            return OutsideSearchBody(answer: answer, results: results, annotations: annotations)
        }
        Endpoint(
            .get, one + "/picture", .requires(.browse), tag: "catalogue", "The picture of an outside song",
            reply: .bytes(mediaType: "image/*")
        ) { request, context in try await file(.picture, request, context) }
        Endpoint(
            .get, one + "/preview", .requires(.stream), tag: "catalogue", "The preview of an outside song, with ranges",
            reply: .bytes(mediaType: "audio/*")
        ) { request, context in try await file(.preview, request, context) }
        Endpoint(
            .post, one + "/wish", .requires(.takePart), tag: "catalogue",
            "Wish for an outside song, with its picture as the cover where that can be had. Another user's wish for the same is backed instead",
            reply: ImportedWishes.self
        ) { _, context in
            let caller = try context.principal()
            let song = try await songs.song(try Self.number(context), as: caller)
            return try await saved.wish(for: song, as: caller, from: context.remoteAddress) {
                try await files.pictureBytes(of: song.id, as: caller)
            }
        }
        Endpoint(
            .post, "/api/v1/playlists/{id}/outside", .requires(.listen), tag: "playlists",
            "Save an outside song to the caller's playlist. It is awaited there, and becomes the own track when the library has it",
            body: Self.song.schema, reply: OutsideSavedBody.self
        ) { request, context in
            let number = try await request.read(Self.song)
            let caller = try context.principal()
            let outcome = try await saved.save(to: context.id("id"), as: caller, from: context.remoteAddress) {
                try await songs.song(number, as: caller)
            }
            return OutsideSavedBody(outcome: outcome)
        }
        Endpoint(
            .post, "/api/v1/settings/outside/test", .requiresConfirmed(.administer), tag: "administration",
            "Send one request to the outside catalog, whether it is switched on or not", reply: ServiceTestBody.self
        ) { _, context in ServiceTestBody(failure: try await songs.test(as: context.principal())) }
    }

    private func file(_ kind: OutsideFileKind, _ request: Request, _ context: GatewayContext) async throws -> Response {
        let content = try await files.open(kind, of: try Self.number(context), as: context.principal())
        return FileResponder(
            file: content.file, validators: Validators(of: content.file), mediaType: content.mediaType,
            fields: Self.fields
        ).respond(to: request, on: context.channel)
    }

    private static func number(_ context: GatewayContext) throws(DomainError) -> Int64 {
        guard let number = context.parameters.get("id").flatMap({ Int64($0) }), number > 0 else {
            throw .noOutsideSong
        }
        return number
    }
}

extension InputKind where Value == Int64 {
    /// The number of an outside song, which a script's numbers hold exactly.
    static var outsideNumber: Self { .integer(in: 1...(1 << 53)) }
}

private struct OutsideSavedBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("state") { $0.outcome }
    }

    let outcome: SavedOutsideSong
}

/// The outside songs of a search.
private struct OutsideSearchBody: ObjectBody {
    /// The kinds of answers.
    enum State: String, CaseIterable {
        case off, found, unavailable
    }

    static let fields = Fields<Self> {
        Field("state") { $0.state }
        Field("retryAfter") { $0.retryAfter }
        Field("items") { body in body.results.map { OutsideSongBody(result: $0, annotations: body.annotations) } }
    }

    let answer: OutsideAnswer
    let results: [OutsideResult]
    let annotations: Annotations

    private var state: State {
        switch answer {
        case .off: .off
        case .found: .found
        case .unavailable: .unavailable
        }
    }

    /// In seconds, at least one.
    private var retryAfter: Int64? {
        guard case .unavailable(let rest) = answer else { return nil }
        return max(1, rest.components.seconds)
    }
}

/// A song of the outside catalog, with the own track that is the same song.
struct OutsideSongBody: ObjectBody {
    static let component: String? = "OutsideSong"
    static let fields = Fields<Self> {
        Field("id") { $0.result.song.id }
        Field("title") { $0.result.song.named.title }
        Field("artist") { $0.result.song.named.artist }
        Field("album") { $0.result.song.named.album }
        Field("durationMs") { $0.result.song.named.durationMilliseconds }
        Field("explicit") { $0.result.song.isExplicit }
        Field("releaseDate") { $0.result.song.releaseDate }
        Field("genre") { $0.result.song.genre }
        Field("trackNumber") { $0.result.song.trackNumber }
        Field("hasPicture") { $0.result.song.picture != nil }
        Field("hasPreview") { $0.result.song.preview != nil }
        Field("track") { body in body.result.track.map { TrackItemBody($0, body.annotations) } }
    }

    let result: OutsideResult
    let annotations: Annotations
}
