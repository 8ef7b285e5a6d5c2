package import Catalog
package import Primitives

/// The songs with lyrics as other programs look them up: by a number, an ISRC, or names. Every call needs `browse`.
/// Tracks in libraries that the caller may not see do not exist for them.
package struct LyricsDirectory: Sendable {
    /// The largest number of songs of one name that are compared.
    private static let candidates = 50
    /// The largest difference between the length of a recording and the one that is asked for.
    private static let tolerance = Duration.seconds(2)

    private let store: any LyricsDirectoryStore
    private let lyrics: any LyricsStore
    private let catalog: CatalogService
    private let country: String?
    private let clock: any WallClock

    /// - Parameter country: the server's ISO 3166 code; nil if unknown.
    package init(
        store: any LyricsDirectoryStore, lyrics: any LyricsStore, catalog: CatalogService, country: String?,
        clock: any WallClock = SystemWallClock()
    ) {
        self.store = store
        self.lyrics = lyrics
        self.catalog = catalog
        self.country = country
        self.clock = clock
    }

    /// A page of the songs that match every part of the query, the most played first.
    package func search(
        _ query: LyricsQuery, offset: Int, count: Int, as caller: Principal
    ) async throws -> LyricsQueryPage {
        try caller.require(.browse)
        guard !query.isEmpty else { return LyricsQueryPage(total: 0, songs: []) }
        let found = try await store.songs(matching: query, in: caller.libraries)
        let page = found.dropFirst(offset).prefix(count)
        return LyricsQueryPage(
            total: found.count, songs: try await store.songs(Array(page), in: caller.libraries))
    }

    /// The song with this number. Throws `notFound`.
    package func song(_ number: Int64, as caller: Principal) async throws -> LyricsSong {
        try caller.require(.browse)
        guard let track = try await store.track(number: number) else { throw Self.absent }
        return try await song(of: [track], caller)
    }

    /// The song with this ISRC that has the best lyrics. Throws `notFound`.
    package func song(isrc: String, as caller: Principal) async throws -> LyricsSong {
        try caller.require(.browse)
        return try await song(of: store.tracks(isrc: isrc), caller)
    }

    private func song(of tracks: [ID<Track>], _ caller: Principal) async throws -> LyricsSong {
        let songs = try await store.songs(tracks, in: caller.libraries)
        guard let best = Self.best(songs) else { throw Self.absent }
        return best
    }

    /// The song of these names. Spelling, case, accents and punctuation may differ.
    ///
    /// - Parameters:
    ///   - isExact: whether all words of the names must be there, and the length must be about equal.
    /// - Throws: `notFound` where no song is close enough.
    package func song(
        named name: LyricsName, isExact: Bool, as caller: Principal
    ) async throws -> LyricsSong {
        try caller.require(.browse)
        let exact = try await lyrics.tracks(
            titled: name.title, by: name.artist, in: caller.libraries, limit: Self.candidates)
        let named = try await store.songs(exact, in: caller.libraries).filter { name.fits(album: $0.album) }
        let timed = named.filter { song in
            name.duration.map { abs(song.durationMilliseconds - $0) <= Self.tolerance.wholeMilliseconds } ?? true
        }
        if let song = Self.best(timed) { return song }
        guard !isExact else { throw Self.absent }
        if let song = Self.best(named) { return song }
        let words = [name.title, name.artist].compactMap(\.self).joined(separator: " ")
        let similar = try await catalog.search(String(words.prefix(SearchQuery.maximumLength)), limit: 20, as: caller)
        let close = similar.tracks.filter { name.isClose(title: $0.title, artists: $0.artists.map(\.name)) }
        return try await song(of: close.map(\.id), caller)
    }

    /// Songs without lyrics come last; else the first is the best.
    private static func best(_ songs: [LyricsSong]) -> LyricsSong? {
        songs.first { $0.precision != nil } ?? songs.first
    }

    /// The lyrics of a song that apply, and whether some of them are left out because of the country.
    package func lyrics(
        of song: LyricsSong, as caller: Principal
    ) async throws -> (lyrics: [SongLyrics], isRestricted: Bool) {
        try caller.require(.browse)
        guard let found = try await lyrics.texts(of: song.track, in: caller.libraries) else { throw Self.absent }
        let now = clock.now()
        let current = found.texts.current(at: now)
        let isRestricted = found.written.isEmpty && current.served(in: country).count < current.count
        return (found.lyrics(servedIn: country, at: now).applied, isRestricted)
    }

    private static let absent = DomainError.notFound("There is no such song")
}

/// A song as other programs know it.
package struct LyricsSong: Sendable, Equatable {
    /// The song's number, which is never given to another.
    package let number: Int64
    package let track: ID<Track>
    package let title: String
    /// The performers in one line.
    package let artist: String
    package let firstArtist: ID<Artist>?
    package let album: String
    package let albumID: ID<Album>
    package let durationMilliseconds: Int64
    package let isrc: String?
    package let isExplicit: Bool
    package let addedAt: Timestamp
    /// The finest part that its lyrics time; nil where it has none that may be served here.
    package let precision: SongLyrics.Precision?

    package init(
        number: Int64, track: ID<Track>, title: String, artist: String, firstArtist: ID<Artist>?, album: String,
        albumID: ID<Album>, durationMilliseconds: Int64, isrc: String?, isExplicit: Bool, addedAt: Timestamp,
        precision: SongLyrics.Precision?
    ) {
        self.number = number
        self.track = track
        self.title = title
        self.artist = artist
        self.firstArtist = firstArtist
        self.album = album
        self.albumID = albumID
        self.durationMilliseconds = durationMilliseconds
        self.isrc = isrc
        self.isExplicit = isExplicit
        self.addedAt = addedAt
        self.precision = precision
    }
}

/// Finds songs by what other programs know of them. Tracks that are missing or outside the scope do not exist.
package protocol LyricsDirectoryStore: Sendable {
    /// Nil where the number was never given, or its track is gone.
    func track(number: Int64) async throws -> ID<Track>?

    /// The tracks with this ISRC, at most 20.
    func tracks(isrc: String) async throws -> [ID<Track>]

    /// The songs of the tracks, in their order.
    func songs(_ tracks: [ID<Track>], in scope: LibraryScope) async throws -> [LyricsSong]

    /// The best matches, the most played first; at most `LyricsQuery.mostResults`.
    func songs(matching query: LyricsQuery, in scope: LibraryScope) async throws -> [ID<Track>]
}
