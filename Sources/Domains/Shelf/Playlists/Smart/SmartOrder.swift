/// What a smart playlist is ordered by.
package enum SmartOrder: String, Sendable, CaseIterable {
    case title, artist, album, year, releaseDate, added, duration, bitrate, bpm
    case playCount, lastPlayed, liked, rating, averageRating
    /// Anew each day of the gateway's time zone, and the same all day.
    case random

    var source: SmartSource {
        switch self {
        case .playCount, .lastPlayed: .listening
        case .liked, .rating, .averageRating: .shelf
        default: .catalogue
        }
    }
}
