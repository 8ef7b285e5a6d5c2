package import Catalog
package import Primitives

/// Reads the lyrics of tracks. Every call needs `browse`. Tracks in libraries that the caller may not see do not exist
/// for them.
package struct LyricsService: Sendable {
    /// The number of tracks of one title that are searched for lyrics.
    private static let candidates = 20

    private let store: any LyricsStore
    private let country: String?
    private let clock: any WallClock

    /// - Parameter country: the server's ISO 3166 code, for lyrics that providers restrict to countries; nil if unknown.
    package init(store: any LyricsStore, country: String? = nil, clock: any WallClock = SystemWallClock()) {
        self.store = store
        self.country = country
        self.clock = clock
    }

    /// All lyrics of a track: those that users wrote, then those of files and providers: those that time words, then
    /// those that time lines, then plain ones; among them those in the tags before those beside the file; each text
    /// once.
    /// Throws `notFound` for a track that does not exist or is missing.
    package func lyrics(of track: ID<Track>, as caller: Principal) async throws -> [SongLyrics] {
        try caller.require(.browse)
        return try await found(track, caller).lyrics
    }

    /// The lyrics of a track that apply, for clients that choose among them by themselves: those that users wrote, or
    /// else all. Throws `notFound` for a track that does not exist or is missing.
    package func appliedLyrics(of track: ID<Track>, as caller: Principal) async throws -> [SongLyrics] {
        try await lyrics(of: track, as: caller).applied
    }

    /// The texts of tracks that may contain lyrics, read at once, in the order asked for; nil for a track that does not
    /// exist or is missing.
    func texts(of tracks: [ID<Track>], as caller: Principal) async throws -> [TrackTexts?] {
        try caller.require(.browse)
        return try await store.texts(of: tracks, in: caller.libraries)
    }

    /// The lyrics that apply, as in `appliedLyrics(of:as:)`.
    func appliedLyrics(in song: TrackTexts) -> [SongLyrics] {
        song.lyrics(servedIn: country, at: clock.now()).applied
    }

    /// Lyrics of a track as a file.
    ///
    /// - Parameter version: the place in the list of `lyrics(of:)`.
    /// - Throws: `notFound` for a track that does not exist or has no such lyrics, with the reason `lyrics_not_found`;
    ///   `conflict` for lyrics that the format has no place for.
    package func file(
        of track: ID<Track>, as format: LyricsFormat, version: Int, for caller: Principal
    ) async throws -> LyricsFile {
        try caller.require(.browse)
        let (song, all) = try await found(track, caller)
        guard all.indices.contains(version) else {
            throw DomainError(.notFound, "This track has no such lyrics", reason: "lyrics_not_found")
        }
        var lyrics = all[version]
        (lyrics.title, lyrics.artist) = (lyrics.title ?? song.title, lyrics.artist ?? song.artist)
        let language = lyrics.language.map { ".\($0)" } ?? ""
        return LyricsFile(
            name: "\(song.title)\(language).\(format.rawValue)", mediaType: format.mediaType,
            content: try format.content(of: lyrics))
    }

    private func found(
        _ track: ID<Track>, _ caller: Principal
    ) async throws -> (song: TrackTexts, lyrics: [SongLyrics]) {
        guard let song = try await store.texts(of: track, in: caller.libraries) else {
            throw DomainError.notFound("There is no such track")
        }
        return (song, song.lyrics(servedIn: country, at: clock.now()))
    }

    /// The lyrics that apply of the first track of that title that has any, with the track. The artist is optional.
    package func lyrics(
        titled title: String, by artist: String?, as caller: Principal
    ) async throws -> (track: ID<Track>, lyrics: [SongLyrics])? {
        try caller.require(.browse)
        let tracks = try await store.tracks(
            titled: title, by: artist, in: caller.libraries, limit: Self.candidates)
        for track in tracks {
            guard let song = try await store.texts(of: track, in: caller.libraries) else { continue }
            let lyrics = appliedLyrics(in: song)
            if !lyrics.isEmpty { return (track, lyrics) }
        }
        return nil
    }
}

/// A file with lyrics.
package struct LyricsFile: Sendable, Equatable {
    package let name: String
    package let mediaType: String
    package let content: [UInt8]
}

/// The texts of a track that may contain lyrics.
package struct TrackTexts: Sendable {
    package let title: String
    /// The performers in one line.
    package let artist: String?
    package let texts: [StoredLyrics]
    /// The lyrics that users wrote, the song's own words first.
    package let written: [SongLyrics]

    package init(title: String, artist: String?, texts: [StoredLyrics], written: [SongLyrics] = []) {
        self.title = title
        self.artist = artist
        self.texts = texts
        self.written = written
    }

    /// All lyrics that may be served in a country, in the order of `LyricsService.lyrics(of:as:)`. Those that users wrote
    /// have no terms.
    ///
    /// - Parameter now: leaves out what has expired; nil for all.
    package func lyrics(servedIn country: String?, at now: Timestamp? = nil) -> [SongLyrics] {
        let current = now.map { texts.current(at: $0) } ?? texts
        let all = current.served(in: country).flatMap(\.lyrics)
        let found = SongLyrics.Precision.allCases.flatMap { precision in all.filter { $0.precision == precision } }
        var seen: Set<String> = []
        return (written + found).filter { seen.insert("\($0.isSynced) \($0.kind)\n\($0.text)").inserted }
    }
}

extension [SongLyrics] {
    /// The lyrics that apply: what users wrote stands in place of all else, with times or without; where they wrote
    /// nothing, all lyrics apply.
    package var applied: [SongLyrics] {
        let written = filter { $0.source == .written }
        return written.isEmpty ? self : written
    }
}

/// Reads the texts that scans found, providers gave and users wrote. Tracks that are missing or outside the requested
/// scope do not exist.
package protocol LyricsStore: Sendable {
    /// For each track the texts in the file's tags first, then those beside it by name, then those of providers; and the
    /// current version of the written lyrics. Nil for a track that does not exist.
    func texts(of tracks: [ID<Track>], in scope: LibraryScope) async throws -> [TrackTexts?]

    /// The tracks of this title, the most played first, at most `limit`. If `artist` is not nil, only tracks of an
    /// artist of this name, or whose performers give this text when joined by ", ". Titles and names are compared as in
    /// `FoldedText`.
    func tracks(
        titled title: String, by artist: String?, in scope: LibraryScope, limit: Int
    ) async throws -> [ID<Track>]
}

extension LyricsStore {
    /// The texts of one track.
    func texts(of track: ID<Track>, in scope: LibraryScope) async throws -> TrackTexts? {
        try await texts(of: [track], in: scope).first ?? nil
    }
}
