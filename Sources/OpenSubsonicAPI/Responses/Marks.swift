import Catalog
import Listening
import Primitives

/// What things are to the one who asks: how often and when they played them.
struct Marks: Sendable {
    var trackPlays: [ID<Track>: PlayCount] = [:]
    var albumPlays: [ID<Album>: PlayCount] = [:]
}

/// Finds the marks of what a reply shows.
struct MarksReader: Sendable {
    let listening: ListeningService

    func marks(
        tracks: [TrackDetails] = [], albums: [AlbumProfile] = [], artists: [ArtistProfile] = [], as caller: Principal
    ) async throws -> Marks {
        var marks = Marks()
        marks.trackPlays = try await listening.playCounts(of: tracks.map(\.item.id), as: caller)
        marks.albumPlays = try await listening.playCounts(of: albums.map(\.item.id), as: caller)
        return marks
    }
}
