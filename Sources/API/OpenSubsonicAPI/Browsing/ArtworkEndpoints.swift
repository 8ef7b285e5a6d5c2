package import Accounts
import Podcasts
import Primitives
package import Board
package import Catalog
import HTTPSupport
import HTTPTypes
import Hummingbird
package import Listening
import NIOCore
package import Shelf

/// Covers. An item without one gets a drawing, the same that the web client shows.
package struct ArtworkEndpoints: Sendable {
    /// The picture at such an address never changes.
    private static let immutable: HTTPFields = [.cacheControl: "private, max-age=31536000, immutable"]
    /// The picture of an item may change by tomorrow.
    private static let mutable: HTTPFields = [.cacheControl: "private, max-age=3600"]

    let browsing: CatalogSyncService
    let playlists: PlaylistService
    let board: BoardService
    let radio: RadioService
    let accounts: AccountService
    let artwork: ArtworkService
    let podcasts: PodcastServices

    @TableBuilder<SubsonicEndpoint> package var endpoints: [SubsonicEndpoint] {
        SubsonicEndpoint(media: "getCoverArt", .requires(.read, .browse), takesPictureProof: true, cover)
        SubsonicEndpoint(media: "getAvatar", .requires(.read, .browse)) { call in
            let person = try await accounts.person(named: call.required("username"), as: call.caller)
            guard let picture = person.picture else { return try await drawing(person.name, nil, call) }
            return try await self.picture(picture.hex, person.name, nil, call, Self.mutable)
        }
    }

    private func cover(_ call: SubsonicCall) async throws -> Response {
        let caller = try call.caller
        let size = try size(call)
        let id = try call.id(of: "picture")
        if case .image(let key) = id { return try await picture(key, key, size, call, Self.immutable) }
        let (key, name) = try await subject(id, caller)
        if let key { return try await picture(key.hex, name, size, call, Self.mutable) }
        return try await drawing(name, size, call)
    }

    private func drawing(_ name: String, _ size: RenditionSize?, _ call: SubsonicCall) async throws -> Response {
        respond(
            try await artwork.drawing(for: name, size: size ?? .standard, format: .jpeg, as: call.caller), call,
            Self.mutable)
    }

    /// Nil for the original picture: when no size is requested, or 0. Sizes out of range get the nearest one.
    private func size(_ call: SubsonicCall) throws -> RenditionSize? {
        guard let asked = try call.integer("size"), asked != 0 else { return nil }
        guard asked > 0 else { throw SubsonicFailure.malformed("size", "a number of pixels") }
        let bounds = RenditionSize.all.map(\.pixels)
        return RenditionSize(atLeast: Int(min(max(asked, Int64(bounds.first ?? 1)), Int64(bounds.last ?? 1))))
    }

    /// The picture of an item, and the name for a drawing where it has none.
    private func subject(_ id: SubsonicID, _ caller: Principal) async throws -> (BlobKey?, String) {
        switch id {
        case .album(let id):
            guard let album = try await browsing.albums(for: [id], as: caller).first else { break }
            return (album.item.cover, album.item.name)
        case .artist(let id):
            guard let artist = try await browsing.artists(for: [id], as: caller).first else { break }
            return (artist.item.picture, artist.item.name)
        case .track(let id):
            let track = try await browsing.track(id, as: caller)
            return (track.item.cover, track.item.albumName)
        case .folder(let id):
            let folder = try await browsing.contents(of: id, as: caller).folder
            return (folder.cover, folder.name)
        case .playlist(let id):
            let playlist = try await playlists.playlist(id, as: caller)
            return (playlist.cover ?? playlist.covers.first, playlist.name)
        case .day(let day):
            let tracks = try await board.playlist(of: .date(day), as: caller)
            return (tracks.first?.cover, day.text)
        case .station(let id):
            guard let station = try await radio.stations(as: caller).first(where: { $0.id == id }) else { break }
            return (station.picture, station.name)
        case .podcast(let id):
            let podcast = try await podcasts.podcasts.subscription(id, as: caller).podcast
            return (podcast.picture, podcast.title)
        case .episode(let id):
            let listed = try await podcasts.episodes.episode(id, as: caller)
            return (listed.picture, listed.podcastTitle)
        case .image: break
        }
        throw SubsonicFailure.absent("picture")
    }

    /// A drawing for `name` where the picture cannot be shown.
    private func picture(
        _ key: String, _ name: String, _ size: RenditionSize?, _ call: SubsonicCall, _ fields: HTTPFields
    ) async throws -> Response {
        let caller = try call.caller
        guard let size else {
            guard let image = try await artwork.openUnlessBroken(key, as: caller) else {
                return try await drawing(name, nil, call)
            }
            return FileResponder(
                file: image.file, validators: Validators(entityTag: "\"\(image.key.hex)\"", lastModified: nil),
                mediaType: image.kind.mediaType, fields: fields
            ).respond(to: call.request, on: call.context.channel)
        }
        let made = try await artwork.rendition(of: key, orDrawing: name, size: size, format: .jpeg, as: caller)
        return respond(made, call, made.0.isDrawing ? Self.mutable : fields)
    }

    private func respond(
        _ made: (rendition: Rendition, content: RenditionContent), _ call: SubsonicCall, _ fields: HTTPFields
    ) -> Response {
        let validators = Validators(entityTag: "\"\(made.rendition.name)\"", lastModified: nil)
        let mediaType = made.rendition.format.mediaType
        switch made.content {
        case .file(let file):
            return FileResponder(file: file, validators: validators, mediaType: mediaType, fields: fields)
                .respond(to: call.request, on: call.context.channel)
        case .bytes(let bytes):
            var fields = fields
            fields[.eTag] = validators.entityTag
            switch validators.evaluate(call.request.headers) {
            case .preconditionFailed: return Response(status: .preconditionFailed, headers: fields)
            case .notModified: return Response(status: .notModified, headers: fields)
            case .proceed: break
            }
            fields[.contentType] = mediaType
            return Response(status: .ok, headers: fields, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
        }
    }
}
