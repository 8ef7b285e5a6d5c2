import Catalog
package import Listening
import Primitives
package import Shelf

/// Finds the marks of what a reply shows.
package struct MarksReader: Sendable {
    private let listening: ListeningService
    private let opinions: OpinionService

    package init(listening: ListeningService, opinions: OpinionService) {
        self.listening = listening
        self.opinions = opinions
    }

    func marks(
        tracks: [TrackDetails] = [], albums: [AlbumProfile] = [], artists: [ArtistProfile] = [], as caller: Principal
    ) async throws -> Marks {
        let subjects =
            tracks.map { OpinionSubject.track($0.item.id) } + albums.map { .album($0.item.id) }
            + artists.map { .artist($0.item.id) }
        // Side by side: each waits for a connection of its own.
        async let heard = listening.marks(tracks: tracks.map(\.item.id), albums: albums.map(\.item.id), as: caller)
        var marks = Marks()
        marks.bitrateCeiling = caller.maximumBitrate
        marks.opinions = try await opinions.opinions(of: subjects, as: caller)
        marks.listening = try await heard
        return marks
    }
}
