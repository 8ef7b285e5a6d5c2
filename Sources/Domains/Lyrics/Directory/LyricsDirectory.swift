package import Catalog
package import Primitives

/// The songs with lyrics as other programs look them up: by a number, an ISRC, or names. Every call needs `browse`.
/// Tracks in libraries that the caller may not see do not exist for them.
package struct LyricsDirectory: Sendable {
    /// The largest number of songs of one name that are compared.
    private static let candidates = 50

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
        return try await song(of: [track], nil, caller)
    }

    /// The song with this ISRC that has the best lyrics, of those of the length if there are any. Throws `notFound`.
    package func song(isrc: String, length: LyricsLength? = nil, as caller: Principal) async throws -> LyricsSong {
        try caller.require(.browse)
        return try await song(of: store.tracks(isrc: isrc, in: caller.libraries), length, caller)
    }

    private func song(
        of tracks: [ID<Track>], _ length: LyricsLength?, _ caller: Principal
    ) async throws -> LyricsSong {
        let songs = try await store.songs(tracks, in: caller.libraries)
        guard let best = Self.best(songs.of(length), length) ?? Self.best(songs, length) else { throw Self.absent }
        return best
    }

    /// The song of these names. Spelling, case, accents and punctuation may differ.
    ///
    /// - Parameters:
    ///   - isExact: whether all words of the names must be there, and the length must fit.
    /// - Throws: `notFound` where no song is close enough.
    package func song(
        named name: LyricsName, isExact: Bool, as caller: Principal
    ) async throws -> LyricsSong {
        try caller.require(.browse)
        let exact = try await lyrics.tracks(
            titled: name.title, by: name.artist, in: caller.libraries, limit: Self.candidates)
        let named = try await store.songs(exact, in: caller.libraries).filter { name.fits(album: $0.album) }
        if let song = Self.best(named.of(name.length), name.length) { return song }
        guard !isExact else { throw Self.absent }
        if let song = Self.best(named, name.length) { return song }
        let words = [name.title, name.artist].compactMap(\.self).joined(separator: " ")
        let similar = try await catalog.search(String(words.prefix(SearchQuery.maximumLength)), limit: 20, as: caller)
        let close = similar.tracks.filter { name.isClose(title: $0.title, artists: $0.artists.map(\.name)) }
        return try await song(of: close.map(\.id), name.length, caller)
    }

    /// The song whose lyrics time the finest parts; among these the one of the nearest length, and the first.
    private static func best(_ songs: [LyricsSong], _ length: LyricsLength?) -> LyricsSong? {
        func rank(_ song: LyricsSong) -> (Int, Int64) {
            (
                song.precision.flatMap(SongLyrics.Precision.allCases.firstIndex) ?? SongLyrics.Precision.allCases.count,
                length?.distance(from: song.durationMilliseconds) ?? 0
            )
        }
        return songs.min { rank($0) < rank($1) }
    }

    /// The lyrics of a song that apply.
    package func lyrics(of song: LyricsSong, as caller: Principal) async throws -> ServedLyrics {
        try caller.require(.browse)
        guard let found = try await lyrics.texts(of: song.track, in: caller.libraries) else { throw Self.absent }
        let now = clock.now()
        let current = found.texts.current(at: now)
        let lyrics = found.lyrics(servedIn: country, at: now).applied
        let isLeftOut = found.written.isEmpty && current.served(in: country).count < current.count
        return ServedLyrics(
            lyrics: lyrics, isRestricted: isLeftOut || lyrics.isEmpty && song.isRestricted,
            isInstrumental: lyrics.isEmpty && (song.isInstrumental || current.contains(where: \.isInstrumental)))
    }

    private static let absent = DomainError.notFound("There is no such song")
}

extension [LyricsSong] {
    /// Those of the length; all if it is nil.
    fileprivate func of(_ length: LyricsLength?) -> [LyricsSong] {
        guard let length else { return self }
        return filter { length.admits($0.durationMilliseconds) }
    }
}

/// The lyrics of a song that may be served here, or the reasons why there are none.
package struct ServedLyrics: Sendable {
    package let lyrics: [SongLyrics]
    /// Whether there are lyrics that may only be served in other countries.
    package let isRestricted: Bool
    /// Whether a provider or a file says that nobody sings.
    package let isInstrumental: Bool
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
    /// The time from which the song has the lyrics that it has.
    package let changedAt: Timestamp
    /// The finest part that its lyrics time; nil where it has none that may be served here.
    package let precision: SongLyrics.Precision?
    /// Whether all of its lyrics may only be served in other countries.
    package let isRestricted: Bool
    /// Whether a provider says that nobody sings.
    package let isInstrumental: Bool

    package init(
        number: Int64, track: ID<Track>, title: String, artist: String, firstArtist: ID<Artist>?, album: String,
        albumID: ID<Album>, durationMilliseconds: Int64, isrc: String?, isExplicit: Bool, changedAt: Timestamp,
        precision: SongLyrics.Precision?, isRestricted: Bool, isInstrumental: Bool
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
        self.changedAt = changedAt
        self.precision = precision
        self.isRestricted = isRestricted
        self.isInstrumental = isInstrumental
    }
}

/// Finds songs by what other programs know of them. Tracks that are missing or outside the scope do not exist.
package protocol LyricsDirectoryStore: Sendable {
    /// Nil where the number was never given, or its track is gone.
    func track(number: Int64) async throws -> ID<Track>?

    /// The tracks with this ISRC, at most 20.
    func tracks(isrc: String, in scope: LibraryScope) async throws -> [ID<Track>]

    /// The songs of the tracks, in their order.
    func songs(_ tracks: [ID<Track>], in scope: LibraryScope) async throws -> [LyricsSong]

    /// The best matches, the most played first; at most `LyricsQuery.mostResults`.
    func songs(matching query: LyricsQuery, in scope: LibraryScope) async throws -> [ID<Track>]
}
