/// How surely a track of the library is the song that somebody brought. The cases are in ascending order.
package enum MatchCertainty: String, Sendable, CaseIterable, Comparable {
    /// Title and artist without additions, and the length as far as it is known.
    case likely
    /// Title, artist, album and length.
    case sure
    /// The same recording by its ISRC or its id at MusicBrainz.
    case exact

    package static func < (one: Self, other: Self) -> Bool {
        one.rank < other.rank
    }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// The facts about a track that a brought song is compared with.
package struct MatchFacts: Sendable {
    package let title: String
    /// Its performers and its album's artists.
    package let artists: [String]
    package let album: String
    package let durationMilliseconds: Int64
    package let recording: String?
    package let isrc: String?

    package init(
        title: String, artists: [String], album: String, durationMilliseconds: Int64, recording: String?, isrc: String?
    ) {
        self.title = title
        self.artists = artists
        self.album = album
        self.durationMilliseconds = durationMilliseconds
        self.recording = recording
        self.isrc = isrc
    }
}

/// Compares one song, as another service describes it, with tracks of the library.
package struct SongMatching: Sendable {
    /// Recordings of the same performance differ by less; a version of another length is another version.
    private static let sureLength: Int64 = 3000
    private static let likelyLength: Int64 = 7000

    package let wanted: NamedTrack
    package let title: TitleForm
    private let artist: String
    private let album: TitleForm

    package init(_ wanted: NamedTrack) {
        self.wanted = wanted
        title = TitleForm(wanted.title)
        artist = SearchText.name(wanted.artist)
        album = TitleForm(wanted.album ?? "")
    }

    /// Nil for a track that is at most a candidate.
    package func certainty(of track: MatchFacts) -> MatchCertainty? {
        if let isrc = Self.code(wanted.isrc), isrc == Self.code(track.isrc) { return .exact }
        if let recording = wanted.recording?.lowercased(), recording == track.recording?.lowercased() { return .exact }
        let form = TitleForm(track.title)
        guard form.base == title.base, form.isSameVersion(as: title), isByArtist(track), !artist.isEmpty else {
            return nil
        }
        let distance = distance(to: track)
        guard distance ?? 0 <= Self.likelyLength else { return nil }
        let isSure =
            form.full == title.full && !album.base.isEmpty && TitleForm(track.album).base == album.base
            && distance.map { $0 <= Self.sureLength } ?? false
        return isSure ? .sure : .likely
    }

    /// Orders the tracks of one certainty, and candidates: the greater, the better.
    package func score(of track: MatchFacts) -> Int {
        let form = TitleForm(track.title)
        let wantedWords = Set(title.base.split(separator: " "))
        let common = wantedWords.intersection(form.base.split(separator: " ")).count
        var score = form.base == title.base ? 60 : 30 * common / max(wantedWords.count, 1)
        if isByArtist(track), !artist.isEmpty { score += 40 }
        if form.isSameVersion(as: title) { score += 15 }
        if let distance = distance(to: track) { score += distance <= Self.likelyLength ? 15 : -5 }
        if !album.base.isEmpty, TitleForm(track.album).base == album.base { score += 10 }
        if form.full == title.full { score += 5 }
        return score
    }

    /// Whether it is worth showing where no track is certain: half of the title's words, or the artist with one of them.
    package func isCandidate(_ track: MatchFacts) -> Bool {
        let wantedWords = Set(title.base.split(separator: " "))
        let common = wantedWords.intersection(TitleForm(track.title).base.split(separator: " ")).count
        return common * 2 >= wantedWords.count && common > 0 && (artist.isEmpty || isByArtist(track))
            || TitleForm(track.title).base == title.base
    }

    private func distance(to track: MatchFacts) -> Int64? {
        guard let length = wanted.durationMilliseconds, length > 0, length < 1 << 40 else { return nil }
        return abs(length - track.durationMilliseconds)
    }

    /// Whether one of the artists is meant, even if the song says "A, B" or the file "B feat. A".
    private func isByArtist(_ track: MatchFacts) -> Bool {
        track.artists.contains { name in
            let name = SearchText.name(name)
            return !name.isEmpty && (" \(artist) ".contains(" \(name) ") || " \(name) ".contains(" \(artist) "))
        }
    }

    /// An ISRC without the hyphens that some write it with.
    package static func code(_ isrc: String?) -> String? {
        guard let code = isrc?.uppercased().filter({ $0.isASCII && ($0.isLetter || $0.isNumber) }), code.count == 12
        else { return nil }
        return code
    }
}
