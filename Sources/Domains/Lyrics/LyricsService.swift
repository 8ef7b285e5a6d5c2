package import Catalog
package import Primitives

/// The words of songs. Every call needs `browse`, and what lies in libraries that the caller was not given is not there
/// for them.
package struct LyricsService: Sendable {
    /// How many tracks of one title are looked into for lyrics.
    private static let candidates = 20

    private let store: any LyricsStore

    package init(store: any LyricsStore) {
        self.store = store
    }

    /// All that are known, synced ones first, otherwise those in the tags before those beside the file; each text once.
    /// Throws `notFound` for a track that is not there at present.
    package func lyrics(of track: ID<Track>, as caller: Principal) async throws -> [SongLyrics] {
        try caller.require(.browse)
        guard let texts = try await store.texts(of: track, in: caller.libraries) else {
            throw DomainError.notFound("There is no such track")
        }
        return Self.parsed(texts)
    }

    /// Those of the first track of that name that has any, with the track. The artist may be left out.
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
        var seen: Set<String> = []
        let all = texts.compactMap { LyricsReading.lyrics($0) }.filter { lyrics in
            !lyrics.lines.isEmpty && seen.insert("\(lyrics.isSynced)\n\(lyrics.text)").inserted
        }
        return all.filter(\.isSynced) + all.filter { !$0.isSynced }
    }
}
