import Accounts
package import Catalog
import HTTPSupport
import Primitives
package import Shelf

/// The caller's likes and ratings.
package struct AnnotationEndpoints: Sendable {
    /// The number of each kind in a list of favorites.
    private static let most = 10_000

    let browsing: CatalogSyncService
    let catalog: CatalogService
    let annotations: AnnotationService
    let annotationReader: UserAnnotationsReader

    @TableBuilder<SubsonicEndpoint> package var endpoints: [SubsonicEndpoint] {
        SubsonicEndpoint(silent: "star", .requires(.write, .listen)) { call in
            try await annotations.like(subjects(call, Self.names), as: call.caller, from: call.origin)
        }
        SubsonicEndpoint(silent: "unstar", .requires(.write, .listen)) { call in
            try await annotations.unlike(subjects(call, Self.names), as: call.caller, from: call.origin)
        }
        SubsonicEndpoint("setRating", .requires(.write, .listen), rate)
        SubsonicEndpoint("getStarred", .requires(.read, .browse), compressed: true, starred)
        SubsonicEndpoint("getStarred2", .requires(.read, .browse), compressed: true, starred2)
    }

    /// Sets a rating of 1 to 5. 0 removes it, unless a review belongs to it: this protocol knows no reviews.
    private func rate(_ call: SubsonicCall) async throws -> Reply {
        guard let stars = try call.integer("rating") else { throw SubsonicFailure.missing("rating") }
        let subjects = try await subjects(call, ["id"])
        guard stars != 0 else {
            for subject in subjects {
                try await annotations.unrate(subject, sparesReview: true, as: call.caller, from: call.origin)
            }
            return .empty
        }
        guard (1...5).contains(stars), let rating = Rating(stars: Double(stars)) else {
            throw SubsonicFailure.malformed("rating", "0 to 5")
        }
        for subject in subjects {
            try await annotations.rate(subject, RatingChange(rating), as: call.caller, from: call.origin)
        }
        return .empty
    }

    private func starred(_ call: SubsonicCall) async throws -> Reply {
        let (found, userAnnotations) = try await found(call)
        let pictures = try call.pictures
        return Reply(capacity: Self.capacity(found)) { writer in
            writer.object("starred") { writer in
                writer.array("artist", found.artists) { ArtistBody($1, userAnnotations, pictures).writeShort(to: &$0) }
                writer.array("album", found.albums) { AlbumBody($1, userAnnotations).writeDirectory(to: &$0) }
                writer.array("song", found.tracks) { SongBody($1, userAnnotations).write(to: &$0) }
            }
        }
    }

    private func starred2(_ call: SubsonicCall) async throws -> Reply {
        let (found, userAnnotations) = try await found(call)
        let pictures = try call.pictures
        return Reply(capacity: Self.capacity(found)) { writer in
            writer.object("starred2") { writer in
                writer.array("artist", found.artists) { ArtistBody($1, userAnnotations, pictures).write(to: &$0) }
                writer.array("album", found.albums) { AlbumBody($1, userAnnotations).write(to: &$0) }
                writer.array("song", found.tracks) { SongBody($1, userAnnotations).write(to: &$0) }
            }
        }
    }

    /// The caller's likes, the latest first.
    private func found(_ call: SubsonicCall) async throws -> (WideSearchResults, UserAnnotations) {
        let caller = try await call.narrowed(browsing)
        let window = ListWindow.first(Self.most)
        let found = WideSearchResults(
            artists: try await browsing.artists(for: likedArtists(caller), as: caller),
            albums: try await browsing.albums(AlbumQuery(sort: .liked, order: .descending), window, as: caller),
            tracks: try await browsing.tracks(TrackQuery(sort: .liked, order: .descending), window, as: caller))
        let userAnnotations = try await annotationReader.read(
            tracks: found.tracks, albums: found.albums, artists: found.artists, as: caller)
        return (found, userAnnotations)
    }

    private func likedArtists(_ caller: Principal) async throws -> [ID<Artist>] {
        var (ids, cursor): ([ID<Artist>], Cursor?) = ([], nil)
        repeat {
            let page = try await catalog.artists(
                ArtistQuery(sort: .liked, order: .descending),
                PageRequest(limit: PageRequest.maximumLimit, cursor: cursor), as: caller)
            ids += page.items.map(\.id)
            cursor = page.next
        } while cursor != nil && ids.count < Self.most
        return ids
    }

    private static let names = ["id", "albumId", "artistId"]

    /// The items that the parameters of these names contain, without deleted ones. Throws 70 where none is left.
    ///
    /// `id` may be any item: in the older calls an album is a directory with an id like a song's.
    private func subjects(_ call: SubsonicCall, _ names: [String]) async throws -> [AnnotationSubject] {
        let caller = try call.caller
        let texts = names.flatMap { call.parameters.all($0) }
        guard texts.contains(where: { !$0.isEmpty }) else { throw SubsonicFailure.missing("id") }
        guard texts.count <= AnnotationService.most else {
            throw SubsonicFailure(DomainError(.tooLarge, "At most \(AnnotationService.most) ids are taken at a time"))
        }
        var named: [AnnotationSubject] = []
        for text in texts {
            switch try await browsing.tagged(SubsonicID(text), as: caller) {
            case .track(let id): named.append(.track(id))
            case .album(let id): named.append(.album(id))
            case .artist(let id): named.append(.artist(id))
            case .folder, .playlist, .day, .image, .station, .podcast, .episode, nil: break
            }
        }
        let subjects = try await annotations.known(named, as: caller)
        guard !subjects.isEmpty else { throw SubsonicFailure.absent("song, album or artist") }
        return subjects
    }

    private static func capacity(_ found: WideSearchResults) -> Int {
        found.artists.count * 320 + found.albums.count * 1200 + found.tracks.count * 1600
    }
}
