import Board
import Catalog
import HTTPSupport
import Primitives
package import Listening

extension ListeningTotal: ObjectBody {
    package static let fields = Fields<Self> {
        Field("plays") { $0.plays }
        Field("listenedMs") { $0.milliseconds }
    }
}

/// A period, with a day of each adjacent period for navigation.
extension StatisticsPeriod: ObjectBody {
    package static let fields = Fields<Self> {
        Field("unit") { $0.unit }
        Field("first") { $0.bounded?.first.text }
        Field("last") { $0.bounded?.last.text }
        Field("previous") { $0.bounded?.previous?.first.text }
        Field("next") { $0.bounded?.next?.first.text }
    }

    /// Nil for all time.
    fileprivate var bounded: StatisticsPeriod? { unit == .all ? nil : self }
}

extension ListeningVariety: ObjectBody {
    package static let fields = Fields<Self> {
        Field("tracks") { $0.tracks }
        Field("albums") { $0.albums }
        Field("artists") { $0.artists }
        Field("genres") { $0.genres }
    }
}

extension FavoriteGenre: ObjectBody {
    package static let fields = Fields<Self> {
        Field("id") { $0.id }
        Field("name") { $0.name }
        Field(allOf: ListeningTotal.self) { $0.total }
    }
}

extension Streaks.Run: ObjectBody {
    package static let fields = Fields<Self> {
        Field("days") { $0.days }
        Field("first") { $0.first.text }
        Field("last") { $0.last.text }
    }
}

extension Streaks: ObjectBody {
    package static let fields = Fields<Self> {
        Field("current") { $0.current }
        Field("longest") { $0.longest }
    }
}

extension StatisticsSummary: ObjectBody {
    package static let fields = Fields<Self> {
        Field("period") { $0.period }
        Field("total") { $0.total }
        Field("before") { $0.before }
        Field("different") { $0.variety }
        Field("favoriteGenre") { $0.favoriteGenre }
        Field("streaks") { $0.streaks }
        Field("since") { $0.since?.text }
        Field("people") { $0.people }
    }
}

extension RankedItem: ObjectBody {
    package static let component: String? = "RankedItem"
    package static let fields = Fields<Self> {
        Field("id") { $0.id }
        Field("name") { $0.name }
        Field("artists") { $0.artists }
        Field("albumId") { $0.album?.id }
        Field("album") { $0.album?.name }
        Field("cover") { $0.cover.map(ImagePath.text) }
        Field(allOf: ListeningTotal.self) { $0.heard }
        Field("rating") { $0.rated.map { $0.halfStars / 2 } }
        Field("ratings") { $0.rated?.ratings }
    }

    fileprivate var heard: ListeningTotal? {
        if case .heard(let total) = score { total } else { nil }
    }

    fileprivate var rated: (halfStars: Double, ratings: Int)? {
        if case .rated(let halfStars, let ratings) = score { (halfStars, ratings) } else { nil }
    }
}

struct RankingBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("period") { $0.period }
        Field("items") { $0.items }
    }

    let period: StatisticsPeriod
    let items: [RankedItem]
}

struct ListeningChartBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("period") { $0.period }
        Field("piece") { $0.chart.piece }
        Field("items", each: { $0.chart.bars }) {
            Field("date") { $0.day.text }
            Field("hour") { $0.hour }
            Field(allOf: ListeningTotal.self) { $0.total }
        }
    }

    let period: StatisticsPeriod
    let chart: ListeningChart
}

/// Seven rows from Monday, of 24 hours each.
struct ListeningClockBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("period") { $0.period }
        Field("weekdays") { $0.clock.hours }
    }

    let period: StatisticsPeriod
    let clock: ListeningClock
}

/// Whether the caller's listening is part of the group's statistics.
struct ListeningSharingBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("listening") { $0.sharing }
    }

    let sharing: ListeningSharing
}
