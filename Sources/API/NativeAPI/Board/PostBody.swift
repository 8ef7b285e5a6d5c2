import Board
import Catalog
import HTTPSupport
import Hummingbird
package import Primitives
import Shelf

/// A post as the caller sees it. `song` is present only when the caller may see the song's library. `track` in it is
/// present only while the catalog contains it, and `outside` while the library does not have a song of the outside
/// catalog.
struct PostBody: ObjectBody {
    static let component: String? = "Post"
    static let fields = Fields<Self> {
        Field("id") { $0.item.post.id }
        Field("date") { $0.item.post.day.text }
        Field("at") { $0.item.post.at }
        Field("author") { $0.item.post.author }
        Field("own") { $0.item.isOwn }
        Field("caption") { $0.item.post.caption.isEmpty ? nil : $0.item.post.caption }
        Field("song") { body in
            body.item.post.song.map {
                PostSongBody(song: $0, track: body.track, isOutsideOn: body.item.isOutsideOn)
            }
        }
        Field("reactions", each: { $0.item.post.reactions }) {
            Field("reaction") { $0.reaction }
            Field("count") { $0.count }
            Field("own") { $0.isOwn }
        }
        Field("commentCount") { $0.item.post.comments }
        Field("hidden") { $0.item.post.hiding }
    }

    let item: PostItem
    let annotations: Annotations

    private var track: TrackItemBody? { item.track.map { TrackItemBody($0, annotations) } }
}

/// The song of a post. The catalog's title is newer than the post's.
struct PostSongBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("title") { $0.track?.title ?? $0.song.title }
        Field("artist") { $0.song.artist }
        Field("track") { $0.track }
        Field("outside") { body in body.song.outside.map { PostOutsideBody(song: $0, isOn: body.isOutsideOn) } }
    }

    let song: Post.Song
    let track: TrackItemBody?
    let isOutsideOn: Bool
}

/// A posted song of the outside catalog. While the catalog is switched off it is not available: its picture and
/// preview are not served, and it can be neither saved nor wished for.
struct PostOutsideBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("id") { $0.song.id }
        Field("album") { $0.song.album }
        Field("durationMs") { $0.song.durationMilliseconds }
        Field("available") { $0.isOn }
        Field("hasPicture") { $0.isOn && $0.song.hasPicture }
        Field("hasPreview") { $0.isOn && $0.song.hasPreview }
    }

    let song: Post.Outside
    let isOn: Bool
}

/// A song to post on today's board: a track, or a song of the outside catalog by its number there.
struct PostDraftBody: InputBody {
    let track = Input<ID<Track>?>("trackId", .id())
    let outside = Input<Int64?>("outsideId", .outsideNumber)
    let caption = Input<String?>("caption", .text(upTo: PostDraft.longestCaption * 16))

    /// - Parameter find: looks a song of the outside catalog up.
    func read(_ request: Request, _ find: (Int64) async throws -> OutsideSong) async throws -> PostDraft {
        let (track, outside, caption) = try await request.read(\.track, \.outside, \.caption, of: self, upTo: 16 * 1024)
        switch (track, outside) {
        case (let track?, nil): return try PostDraft(.track(track), caption: caption)
        case (nil, let number?): return try PostDraft(.outside(try await find(number)), caption: caption)
        case (nil, nil): throw DomainError.invalid("trackId or outsideId is missing", field: "trackId")
        case (.some, .some): throw DomainError.invalid("Give trackId or outsideId, not both", field: "outsideId")
        }
    }
}

/// A moderator's hiding of something: only its author or owner and moderators see it.
extension Hiding: ObjectBody {
    package static let fields = Fields<Self> {
        Field("at") { $0.at }
        Field("reason") { $0.reason }
    }
}

/// A moderator's reason.
struct ReasonBody: InputBody {
    let reason = Input<String>("reason", .text(upTo: 8192))

    func read(_ request: Request) async throws -> String {
        try await request.read(\.reason, of: self, upTo: 16 * 1024)
    }
}
