import Accounts
package import Catalog
import HTTPSupport
import Primitives
package import Shelf

/// The caller's likes and ratings.
package struct AnnotationEndpoints: Sendable {
    /// The number of each kind in a list of favorites.
    private static let most = 10_000

    let items: ItemReader
    let catalog: CatalogService
    let annotations: AnnotationService

    @TableBuilder<SubsonicEndpoint> package var endpoints: [SubsonicEndpoint] {
        SubsonicEndpoint(silent: "star", .requires(.write, .listen)) { call in
            try await annotations.like(subjects(call, Self.names), as: call.caller, from: call.origin)
        }
        SubsonicEndpoint(silent: "unstar", .requires(.write, .listen)) { call in
            try await annotations.unlike(subjects(call, Self.names), as: call.caller, from: call.origin)
        }
        SubsonicEndpoint("setRating", .requires(.write, .listen), rate)
        SubsonicEndpoint("getStarred", .requires(.read, .browse), compressed: true) { call in
            try await starred(call, "starred", isShort: true)
        }
        SubsonicEndpoint("getStarred2", .requires(.read, .browse), compressed: true) { call in
            try await starred(call, "starred2", isShort: false)
        }
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

    /// The caller's likes, the latest first.
    ///
    /// - Parameter isShort: whether artists and albums have the forms of the older calls.
    private func starred(_ call: SubsonicCall, _ object: StaticString, isShort: Bool) async throws -> Reply {
        let caller = try await call.narrowed(items.browsing)
        let window = ListWindow.first(Self.most)
        let found = WideSearchResults(
            artists: try await items.browsing.artists(for: likedArtists(caller), as: caller),
            albums: try await items.browsing.albums(AlbumQuery(sort: .liked, order: .descending), window, as: caller),
            tracks: try await items.browsing.tracks(TrackQuery(sort: .liked, order: .descending), window, as: caller))
        return try await items.reply(object, found, call, as: caller, isShort: isShort)
    }

    private func likedArtists(_ caller: Principal) async throws -> [ID<Artist>] {
        try await Page.all(upTo: Self.most) { page in
            try await catalog.artists(ArtistQuery(sort: .liked, order: .descending), page, as: caller)
        }.map(\.id)
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
            switch try await items.browsing.tagged(SubsonicID(text), as: caller) {
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
}
