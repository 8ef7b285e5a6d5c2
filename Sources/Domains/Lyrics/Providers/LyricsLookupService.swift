package import Catalog
package import Primitives

/// Lets users ask for the words of songs. Tracks in libraries that the caller may not see do not exist for them.
package struct LyricsLookupService: Sendable {
    /// The number of tracks of one title of which the first is looked up.
    private static let candidates = 1
    /// The time after which a client asks again when too many songs wait.
    private static let busyTime = Duration.seconds(10)

    private let finder: LyricsFinder
    private let queue: LyricsLookupQueue
    private let lyrics: any LyricsStore

    package init(finder: LyricsFinder, queue: LyricsLookupQueue, lyrics: any LyricsStore) {
        self.finder = finder
        self.queue = queue
        self.lyrics = lyrics
    }

    /// Has the words of a track looked up where that has not been done, and answers at once: its end is announced by
    /// `LyricsLookupQueue.ended`. Throws `notFound` for a track that does not exist.
    package func lookUp(_ track: ID<Track>, as caller: Principal) async throws -> LyricsLookupStatus {
        try caller.require(.listen)
        switch try await finder.known(track, in: caller.libraries) {
        case nil: throw DomainError.notFound("There is no such track")
        case .settled(let outcome): return .settled(outcome)
        case .unknown(let isRenewal):
            if let rest = try await queue.rest(of: track) {
                return .settled(.unavailable(retryAfter: rest, isPartial: false))
            }
            guard await queue.request(track) else {
                return .settled(.unavailable(retryAfter: Self.busyTime, isPartial: false))
            }
            return .running(isRenewal: isRenewal)
        }
    }

    /// The same for the most played track of this title, if there is one.
    package func lookUp(titled title: String, by artist: String?, as caller: Principal) async throws {
        try caller.require(.listen)
        let tracks = try await lyrics.tracks(
            titled: title, by: artist, in: caller.libraries, limit: Self.candidates)
        for track in tracks { _ = try await lookUp(track, as: caller) }
    }
}
