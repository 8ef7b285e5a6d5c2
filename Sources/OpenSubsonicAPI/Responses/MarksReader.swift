import Catalog
package import Listening
import Primitives
package import Shelf

/// Finds the marks of what a reply shows.
package struct MarksReader: Sendable {
    private let listening: ListeningService
    private let opinions: OpinionService
    private let bookmarks: BookmarkService

    package init(listening: ListeningService, opinions: OpinionService, bookmarks: BookmarkService) {
        self.listening = listening
        self.opinions = opinions
        self.bookmarks = bookmarks
    }

    func marks(
        tracks: [TrackDetails] = [], albums: [AlbumProfile] = [], artists: [ArtistProfile] = [], as caller: Principal
    ) async throws -> Marks {
        let subjects =
            tracks.map { OpinionSubject.track($0.item.id) } + albums.map { .album($0.item.id) }
            + artists.map { .artist($0.item.id) }
        // Side by side: each waits for a connection of its own.
        async let trackPlays = listening.playCounts(of: tracks.map(\.item.id), as: caller)
        async let albumPlays = listening.playCounts(of: albums.map(\.item.id), as: caller)
        async let positions = bookmarks.positions(in: tracks.map(\.item.id), as: caller)
        var marks = Marks()
        marks.bitrateCeiling = caller.maximumBitrate
        marks.opinions = try await opinions.opinions(of: subjects, as: caller)
        marks.trackPlays = try await trackPlays
        marks.albumPlays = try await albumPlays
        marks.bookmarks = try await positions
        return marks
    }
}
