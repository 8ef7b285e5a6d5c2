package import Catalog
import Foundation
package import Primitives

/// A quick way on the home screen to what a user is likely to play now.
package enum HomeTile: Hashable, Sendable {
    case album(ID<Album>)
    case artist(ID<Artist>)

    /// The most tiles of a home screen.
    package static let most = 6
    /// The plays of an album or artist that make a habit.
    private static let fewestPlays = 3
    /// An artist of whom a user plays this many albums is more likely than each of the albums.
    private static let albumsOfArtist = 3
    private static let halfLife = 14.0
    /// The factors of plays at this time of the day, and on such a day of the week.
    private static let (sameTime, sameKindOfDay) = (2.5, 1.3)
    private static let hoursOfSameTime = 2

    /// Guesses what the user plays at `moment`, the most likely first: late plays count more, and so do those at this
    /// time of the day, and on working days or weekends as today.
    package static func guess(from plays: [HabitPlay], at moment: ListeningCalendar.Moment) -> [HomeTile] {
        var weights: [HomeTile: (weight: Double, plays: Int)] = [:]
        var albums: [ID<Artist>: Set<ID<Album>>] = [:]
        for play in plays {
            let weight = weight(of: play, at: moment)
            let artist: HomeTile? = play.artist.map { .artist($0) }
            for tile in [HomeTile.album(play.album), artist].compactMap(\.self) {
                weights[tile, default: (0, 0)].weight += weight
                weights[tile, default: (0, 0)].plays += 1
            }
            if let artist = play.artist { albums[artist, default: []].insert(play.album) }
        }
        let artists = Dictionary(
            plays.compactMap { play in play.artist.map { (play.album, $0) } }, uniquingKeysWith: { first, _ in first })
        let frequent = Set(albums.filter { $0.value.count >= albumsOfArtist }.keys)
        let habits = weights.filter { tile, habit in
            guard habit.plays >= fewestPlays else { return false }
            return switch tile {
            case .album(let album): artists[album].map { !frequent.contains($0) } ?? true
            case .artist(let artist): frequent.contains(artist)
            }
        }
        return Array(
            habits.sorted { ($1.value.weight, $0.key.id) < ($0.value.weight, $1.key.id) }.prefix(most).map(\.key))
    }

    private static func weight(of play: HabitPlay, at moment: ListeningCalendar.Moment) -> Double {
        var weight = exp2(-Double(max(0, moment.day.number - play.day.number)) / halfLife)
        let hours = abs(play.hour - moment.hour)
        if min(hours, 24 - hours) <= hoursOfSameTime { weight *= sameTime }
        if play.day.isWeekend == moment.day.isWeekend { weight *= sameKindOfDay }
        return weight
    }

    private var id: String {
        switch self {
        case .album(let id): id.rawValue
        case .artist(let id): id.rawValue
        }
    }
}

/// A play as far as habits are concerned.
package struct HabitPlay: Sendable, Equatable {
    package let album: ID<Album>
    /// The first performer.
    package let artist: ID<Artist>?
    package let day: LocalDay
    /// The hour on the clocks of the server's time zone, 0 to 23.
    package let hour: Int

    package init(album: ID<Album>, artist: ID<Artist>?, day: LocalDay, hour: Int) {
        self.album = album
        self.artist = artist
        self.day = day
        self.hour = hour
    }
}

extension LocalDay {
    /// Saturday or Sunday.
    fileprivate var isWeekend: Bool { weekday >= 5 }

    /// The same day in the years before, the latest first. 29 February is in leap years only.
    func anniversaries(_ years: Int) -> [LocalDay] {
        let (year, month, day) = civil
        return (1...years).compactMap { ago in
            let earlier = LocalDay(year: year - ago, month: month, day: day)
            return earlier.civil == (year - ago, month, day) ? earlier : nil
        }
    }
}
