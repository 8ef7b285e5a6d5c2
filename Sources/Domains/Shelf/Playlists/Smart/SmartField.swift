/// The property that a rule compares. Everything about "me" means the reader of the playlist (decision 0017).
package enum SmartField: String, Sendable, CaseIterable {
    case title, artist, albumArtist, album, genre, mood
    case year, bpm, bitrate
    /// The beats per minute of the tags, or else the measured ones.
    case tempo
    /// Measured: in LUFS, from 0 to 100, and the name of a key.
    case loudness, energy, key
    /// In seconds.
    case duration
    case releaseDate, added
    case format, library, playlist
    case lossless, compilation, hasLyrics, explicit
    /// My last play, my number of plays, and whether I played it.
    case lastPlayed, playCount, played
    /// My like and my rating; 0 means unrated.
    case liked, rating
    /// The average rating by all users.
    case averageRating
    /// The number of other users who like or have played it. Only users who share that are counted.
    case likedByOthers, playedByOthers

    /// The codec names that tracks have.
    package static let formats = [
        "aac", "alac", "ape", "flac", "mp1", "mp2", "mp3", "opus", "pcm", "speex", "vorbis", "wavpack", "wma",
    ]

    /// The names of the keys: C major, C minor, C# major and so on.
    package static let keys = ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"].flatMap {
        ["\($0) major", "\($0) minor"]
    }

    /// The type of a field's values, which decides its operators.
    package enum Kind: Sendable {
        case text, word, number, level, stars, average, date, flag, people
        /// The value is an id.
        case library, playlist
    }

    package var kind: Kind {
        switch self {
        case .title, .artist, .albumArtist, .album, .genre: .text
        case .mood, .format, .key: .word
        case .year, .bpm, .bitrate, .duration, .playCount, .tempo, .energy: .number
        case .loudness: .level
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
        case .number, .level, .stars: [.is, .isNot, .greaterThan, .lessThan, .between]
        case .average: [.greaterThan, .lessThan, .between]
        case .date: [.before, .after, .between, .inTheLast, .notInTheLast]
        case .flag: [.isTrue, .isFalse]
        case .people: [.atLeast, .lessThan]
        }
    }

    /// The data that the field reads: only its change can change the answer.
    package var source: SmartSource {
        switch self {
        case .lastPlayed, .playCount, .played, .playedByOthers: .listening
        case .liked, .rating, .averageRating, .likedByOthers, .playlist: .shelf
        case .tempo, .loudness, .energy, .key: .analysis
        default: .catalogue
        }
    }
}

/// The comparison that a rule makes; `SmartField.operators` lists those of each field.
package enum SmartOperator: String, Sendable, CaseIterable {
    case `is`, isNot, contains, containsNot, startsWith, endsWith
    case greaterThan, lessThan, between, atLeast
    case before, after
    /// Within the given number of days before now.
    case inTheLast, notInTheLast
    case isTrue, isFalse
}

/// The sort key of a smart playlist.
package enum SmartOrder: String, Sendable, CaseIterable {
    case title, artist, album, year, releaseDate, added, duration, bitrate, bpm
    case tempo, loudness, energy
    case playCount, lastPlayed, liked, rating, averageRating
    /// Shuffled anew each day of the server's time zone, and stable during the day.
    case random

    var source: SmartSource {
        switch self {
        case .playCount, .lastPlayed: .listening
        case .liked, .rating, .averageRating: .shelf
        case .tempo, .loudness, .energy: .analysis
        default: .catalogue
        }
    }
}
