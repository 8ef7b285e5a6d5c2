import Accounts
package import Catalog
import Primitives
package import Shelf

/// What somebody likes and how they rate it.
package struct AnnotationEndpoints: Sendable {
    /// How many of each kind a list of favourites shows.
    private static let most = 10_000

    private let browsing: BrowsingService
    private let catalog: CatalogService
    private let opinions: OpinionService
    private let marks: MarksReader

    package init(browsing: BrowsingService, catalog: CatalogService, opinions: OpinionService, marks: MarksReader) {
        self.browsing = browsing
        self.catalog = catalog
        self.opinions = opinions
        self.marks = marks
    }

    package var endpoints: [SubsonicEndpoint] {
        [
            SubsonicEndpoint("star", .requires(.write, .listen), star),
            SubsonicEndpoint("unstar", .requires(.write, .listen), unstar),
            SubsonicEndpoint("setRating", .requires(.write, .listen), rate),
            SubsonicEndpoint("getStarred", .requires(.read, .browse), starred),
            SubsonicEndpoint("getStarred2", .requires(.read, .browse), starred2),
        ]
    }

    @Sendable private func star(_ call: SubsonicCall) async throws -> Reply {
        try await opinions.like(subjects(call), as: call.caller, from: call.origin)
        return .empty
    }

    @Sendable private func unstar(_ call: SubsonicCall) async throws -> Reply {
        try await opinions.unlike(subjects(call), as: call.caller, from: call.origin)
        return .empty
    }

    /// 1 to 5, and 0 to take it back, unless there is a review with it, of which this protocol knows nothing.
    @Sendable private func rate(_ call: SubsonicCall) async throws -> Reply {
        let subject = try await subject(try call.required("id"), call.caller)
        guard let stars = try call.integer("rating") else { throw SubsonicFailure.missing("rating") }
        guard stars != 0 else {
            try await opinions.unrate(subject, sparesReview: true, as: call.caller, from: call.origin)
            return .empty
        }
        guard (1...5).contains(stars), let rating = Rating(stars: Double(stars)) else {
            throw SubsonicFailure.malformed("rating", "0 to 5")
        }
        try await opinions.rate(subject, RatingChange(rating), as: call.caller, from: call.origin)
        return .empty
    }

    @Sendable private func starred(_ call: SubsonicCall) async throws -> Reply {
        let (found, marks) = try await found(call)
        let pictures = try call.pictures
        return Reply(capacity: Self.capacity(found)) { writer in
            writer.object("starred") { writer in
                writer.array("artist", found.artists) { ArtistBody($1, marks, pictures).writeShort(to: &$0) }
                writer.array("album", found.albums) { AlbumBody($1, marks).writeDirectory(to: &$0) }
                writer.array("song", found.tracks) { SongBody($1, marks).write(to: &$0) }
            }
        }
    }

    @Sendable private func starred2(_ call: SubsonicCall) async throws -> Reply {
        let (found, marks) = try await found(call)
        let pictures = try call.pictures
        return Reply(capacity: Self.capacity(found)) { writer in
            writer.object("starred2") { writer in
                writer.array("artist", found.artists) { ArtistBody($1, marks, pictures).write(to: &$0) }
                writer.array("album", found.albums) { AlbumBody($1, marks).write(to: &$0) }
                writer.array("song", found.tracks) { SongBody($1, marks).write(to: &$0) }
            }
        }
    }

    /// The latest first.
    private func found(_ call: SubsonicCall) async throws -> (WideSearchResults, Marks) {
        let caller = try await call.narrowed(browsing)
        let window = ListWindow.first(Self.most)
        let found = WideSearchResults(
            artists: try await browsing.artists(for: likedArtists(caller), as: caller),
            albums: try await browsing.albums(AlbumQuery(sort: .liked, order: .descending), window, as: caller),
            tracks: try await browsing.tracks(TrackQuery(sort: .liked, order: .descending), window, as: caller))
        let marks = try await marks.marks(
            tracks: found.tracks, albums: found.albums, artists: found.artists, as: caller)
        return (found, marks)
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

    /// `id` names anything: in the older calls an album is a directory with an id like a song's.
    private func subjects(_ call: SubsonicCall) async throws -> [OpinionSubject] {
        let caller = try call.caller
        var subjects: [OpinionSubject] = []
        for text in ["id", "albumId", "artistId"].flatMap({ call.parameters.all($0) }) {
            subjects.append(try await subject(text, caller))
        }
        guard !subjects.isEmpty else { throw SubsonicFailure.missing("id") }
        return subjects
    }

    private func subject(_ text: String, _ caller: Principal) async throws -> OpinionSubject {
        switch try await browsing.tagged(SubsonicID(text), as: caller) {
        case .track(let id): return .track(id)
        case .album(let id): return .album(id)
        case .artist(let id): return .artist(id)
        case .folder, .playlist, .day, .image, nil: throw SubsonicFailure.absent("song, album or artist")
        }
    }

    private static func capacity(_ found: WideSearchResults) -> Int {
        found.artists.count * 320 + found.albums.count * 1200 + found.tracks.count * 1600
    }
}
