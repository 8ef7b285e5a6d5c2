/// What a rule asks about. Everything about "me" is about whoever reads the playlist (decision 0017).
package enum SmartField: String, Sendable, CaseIterable {
    case title, artist, albumArtist, album, genre, mood
    case year, bpm, bitrate
    /// In seconds.
    case duration
    case releaseDate, added
    case format, library, playlist
    case lossless, compilation, hasLyrics, explicit
    /// When and how often I played it.
    case lastPlayed, playCount, played
    /// What I make of it; 0 is no rating.
    case liked, rating
    /// What everybody together makes of it.
    case averageRating
    /// How many others like or have played it, of those who let the gateway see that.
    case likedByOthers, playedByOthers

    /// The names of codecs, as tracks have them.
    package static let formats = [
        "aac", "alac", "ape", "flac", "mp1", "mp2", "mp3", "opus", "pcm", "speex", "vorbis", "wavpack", "wma",
    ]

    package enum Kind: Sendable {
        case text, word, number, stars, average, date, flag, people
        /// An id.
        case library, playlist
    }

    package var kind: Kind {
        switch self {
        case .title, .artist, .albumArtist, .album, .genre: .text
        case .mood, .format: .word
        case .year, .bpm, .bitrate, .duration, .playCount: .number
        case .rating: .stars
        case .averageRating: .average
        case .releaseDate, .added, .lastPlayed: .date
        case .lossless, .compilation, .hasLyrics, .explicit, .played, .liked: .flag
        case .likedByOthers, .playedByOthers: .people
        case .library: .library
        case .playlist: .playlist
        }
    }

    package var operators: [SmartOperator] {
        switch kind {
        case .text: [.is, .isNot, .contains, .containsNot, .startsWith, .endsWith]
        case .word, .library, .playlist: [.is, .isNot]
        case .number, .stars: [.is, .isNot, .greaterThan, .lessThan, .between]
        case .average: [.greaterThan, .lessThan, .between]
        case .date: [.before, .after, .between, .inTheLast, .notInTheLast]
        case .flag: [.isTrue, .isFalse]
        case .people: [.atLeast, .lessThan]
        }
    }

    /// What has to change for another answer.
    package var source: SmartSource {
        switch self {
        case .lastPlayed, .playCount, .played, .playedByOthers: .listening
        case .liked, .rating, .averageRating, .likedByOthers, .playlist: .shelf
        default: .catalogue
        }
    }
}
