package import Catalog
package import Primitives

/// Reads the lyrics of tracks. Every call needs `browse`. Tracks in libraries that the caller may not see do not exist
/// for them.
package struct LyricsService: Sendable {
    /// The number of tracks of one title that are searched for lyrics.
    private static let candidates = 20

    private let store: any LyricsStore

    package init(store: any LyricsStore) {
        self.store = store
    }

    /// All lyrics of a track: those that time words, then those that time lines, then plain ones; among them those in
    /// the tags before those beside the file; each text once.
    /// Throws `notFound` for a track that does not exist or is missing.
    package func lyrics(of track: ID<Track>, as caller: Principal) async throws -> [SongLyrics] {
        try caller.require(.browse)
        guard let texts = try await store.texts(of: track, in: caller.libraries) else {
            throw DomainError.notFound("There is no such track")
        }
        return Self.parsed(texts)
    }

    /// The lyrics of the first track of that title that has any, with the track. The artist is optional.
    package func lyrics(
        titled title: String, by artist: String?, as caller: Principal
    ) async throws -> (track: ID<Track>, lyrics: [SongLyrics])? {
        try caller.require(.browse)
        let tracks = try await store.tracks(
            titled: title, by: artist, in: caller.libraries, limit: Self.candidates)
        for track in tracks {
            guard let texts = try await store.texts(of: track, in: caller.libraries) else { continue }
            let lyrics = Self.parsed(texts)
            if !lyrics.isEmpty { return (track, lyrics) }
        }
        return nil
    }

    static func parsed(_ texts: [StoredLyrics]) -> [SongLyrics] {
        let all = texts.flatMap(\.lyrics)
        var seen: Set<String> = []
        return SongLyrics.Precision.allCases.flatMap { precision in all.filter { $0.precision == precision } }
            .filter { seen.insert("\($0.isSynced) \($0.kind)\n\($0.text)").inserted }
    }
}

/// Reads the texts that the scan has found. Tracks that are missing or outside the requested scope do not exist.
package protocol LyricsStore: Sendable {
    /// The texts in the file's tags first, then those beside it by name. Nil for a track that does not exist.
    func texts(of track: ID<Track>, in scope: LibraryScope) async throws -> [StoredLyrics]?

    /// The tracks of this title, the most played first, at most `limit`. If `artist` is not nil, only tracks of an
    /// artist of this name, or whose performers give this text when joined by ", ". Titles and names are compared as in
    /// `FoldedText`.
    func tracks(
        titled title: String, by artist: String?, in scope: LibraryScope, limit: Int
    ) async throws -> [ID<Track>]
}
