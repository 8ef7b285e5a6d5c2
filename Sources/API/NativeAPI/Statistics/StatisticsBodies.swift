import Board
import Catalog
import HTTPSupport
import Primitives
import Listening

struct ListeningTotalBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("plays") { $0.total.plays }
        Field("listenedMs") { $0.total.milliseconds }
    }

    let total: ListeningTotal
}

/// A period, with a day of each adjacent period for navigation.
struct PeriodBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("unit") { $0.period.unit }
        Field("first") { $0.bounded?.first.text }
        Field("last") { $0.bounded?.last.text }
        Field("previous") { $0.bounded?.previous?.first.text }
        Field("next") { $0.bounded?.next?.first.text }
    }

    let period: StatisticsPeriod

    /// Nil for all time.
    private var bounded: StatisticsPeriod? { period.unit == .all ? nil : period }
}

struct VarietyBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("tracks") { $0.variety.tracks }
        Field("albums") { $0.variety.albums }
        Field("artists") { $0.variety.artists }
        Field("genres") { $0.variety.genres }
    }

    let variety: ListeningVariety
}

struct FavoriteGenreBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("id") { $0.genre.id }
        Field("name") { $0.genre.name }
        Field(allOf: ListeningTotalBody.self) { ListeningTotalBody(total: $0.genre.total) }
    }

    let genre: FavoriteGenre
}

struct StreakBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("days") { $0.run.days }
        Field("first") { $0.run.first.text }
        Field("last") { $0.run.last.text }
    }

    let run: Streaks.Run
}

struct StreaksBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("current") { $0.streaks.current.map(StreakBody.init) }
        Field("longest") { $0.streaks.longest.map(StreakBody.init) }
    }

    let streaks: Streaks
}

struct StatisticsSummaryBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("period") { PeriodBody(period: $0.summary.period) }
        Field("total") { ListeningTotalBody(total: $0.summary.total) }
        Field("before") { $0.summary.before.map(ListeningTotalBody.init) }
        Field("different") { VarietyBody(variety: $0.summary.variety) }
        Field("favoriteGenre") { $0.summary.favoriteGenre.map(FavoriteGenreBody.init) }
        Field("streaks") { StreaksBody(streaks: $0.summary.streaks) }
        Field("since") { $0.summary.since?.text }
        Field("people") { $0.summary.people }
    }

    let summary: StatisticsSummary
}

struct RankedItemBody: ObjectBody {
    static let component: String? = "RankedItem"
    static let fields = Fields<Self> {
        Field("id") { $0.item.id }
        Field("name") { $0.item.name }
        Field("artists") { $0.item.artists.map(ArtistReferenceBody.init) }
        Field("albumId") { $0.item.album?.id }
        Field("album") { $0.item.album?.name }
        Field("cover") { $0.item.cover.map(ImagePath.text) }
        Field(allOf: ListeningTotalBody.self) { $0.heard.map(ListeningTotalBody.init) }
        Field("rating") { $0.rated.map { $0.halfStars / 2 } }
        Field("ratings") { $0.rated?.ratings }
    }

    let item: RankedItem

    private var heard: ListeningTotal? {
        if case .heard(let total) = item.score { total } else { nil }
    }

    private var rated: (halfStars: Double, ratings: Int)? {
        if case .rated(let halfStars, let ratings) = item.score { (halfStars, ratings) } else { nil }
    }
}

struct RankingBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("period") { PeriodBody(period: $0.period) }
        Field("items") { $0.items.map(RankedItemBody.init) }
    }

    let period: StatisticsPeriod
    let items: [RankedItem]
}

struct ListeningChartBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("period") { PeriodBody(period: $0.period) }
        Field("piece") { $0.chart.piece }
        Field("items", each: { $0.chart.bars }) {
            Field("date") { $0.day.text }
            Field("hour") { $0.hour }
            Field(allOf: ListeningTotalBody.self) { ListeningTotalBody(total: $0.total) }
        }
    }

    let period: StatisticsPeriod
    let chart: ListeningChart
}

/// Seven rows from Monday, of 24 hours each.
struct ListeningClockBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("period") { PeriodBody(period: $0.period) }
        Field("weekdays") { Self.rows($0.clock) }
    }

    let period: StatisticsPeriod
    let clock: ListeningClock

    static func rows(_ clock: ListeningClock) -> [[ListeningTotalBody]] {
        clock.hours.map { $0.map(ListeningTotalBody.init) }
    }
}

/// Whether the caller's listening is part of the group's statistics.
struct ListeningSharingBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("listening") { $0.sharing }
    }

    let sharing: ListeningSharing
}
