import Board
import Catalog
import HTTPSupport
import Primitives
import Listening

struct ListeningTotalBody {
    static let members: [(String, Schema)] = [("plays", .integer), ("listenedMs", .integer)]
    static let schema = Schema.object(required: members, optional: [])

    static func write(_ total: ListeningTotal, to json: inout JSONWriter) {
        json.object { writeMembers(total, to: &$0) }
    }

    static func writeMembers(_ total: ListeningTotal, to json: inout JSONWriter) {
        json.field("plays", total.plays)
        json.field("listenedMs", total.milliseconds)
    }
}

/// A period, with a day of each adjacent period for navigation.
enum PeriodBody {
    static let schema = Schema.object(
        required: [("unit", .choice(StatisticsPeriod.Unit.allCases.map(\.rawValue)))],
        optional: [("first", .text), ("last", .text), ("previous", .text), ("next", .text)])

    static func write(_ period: StatisticsPeriod, to json: inout JSONWriter) {
        json.object { json in
            json.field("unit", period.unit.rawValue)
            guard period.unit != .all else { return }
            json.field("first", period.first.text)
            json.field("last", period.last.text)
            json.field("previous", period.previous?.first.text)
            json.field("next", period.next?.first.text)
        }
    }
}

struct VarietyBody {
    static let schema = Schema.object(
        required: [("tracks", .integer), ("albums", .integer), ("artists", .integer), ("genres", .integer)],
        optional: [])

    static func write(_ variety: ListeningVariety, to json: inout JSONWriter) {
        json.object { json in
            json.field("tracks", variety.tracks)
            json.field("albums", variety.albums)
            json.field("artists", variety.artists)
            json.field("genres", variety.genres)
        }
    }
}

enum FavoriteGenreBody {
    static let schema = Schema.object(
        required: [("id", .text), ("name", .text)] + ListeningTotalBody.members, optional: [])

    static func write(_ genre: FavoriteGenre, to json: inout JSONWriter) {
        json.object { json in
            json.field("id", genre.id)
            json.field("name", genre.name)
            ListeningTotalBody.writeMembers(genre.total, to: &json)
        }
    }
}

enum StreakBody {
    static let schema = Schema.object(required: [("days", .integer), ("first", .text), ("last", .text)], optional: [])

    static func write(_ run: Streaks.Run, to json: inout JSONWriter) {
        json.object { json in
            json.field("days", run.days)
            json.field("first", run.first.text)
            json.field("last", run.last.text)
        }
    }
}

struct StreaksBody: JSONWritable {
    static let schema = Schema.object(
        required: [], optional: [("current", StreakBody.schema), ("longest", StreakBody.schema)])

    let streaks: Streaks

    func write(to json: inout JSONWriter) {
        json.object { json in
            if let run = streaks.current {
                json.key("current")
                StreakBody.write(run, to: &json)
            }
            if let run = streaks.longest {
                json.key("longest")
                StreakBody.write(run, to: &json)
            }
        }
    }
}

struct StatisticsSummaryBody: JSONWritable {
    static let schema = Schema.object(
        required: [
            ("period", PeriodBody.schema), ("total", ListeningTotalBody.schema), ("different", VarietyBody.schema),
            ("streaks", StreaksBody.schema),
        ],
        optional: [
            ("before", ListeningTotalBody.schema), ("favoriteGenre", FavoriteGenreBody.schema), ("since", .text),
            ("people", .integer),
        ])

    let summary: StatisticsSummary

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.key("period")
            PeriodBody.write(summary.period, to: &json)
            json.key("total")
            ListeningTotalBody.write(summary.total, to: &json)
            if let before = summary.before {
                json.key("before")
                ListeningTotalBody.write(before, to: &json)
            }
            json.key("different")
            VarietyBody.write(summary.variety, to: &json)
            if let genre = summary.favoriteGenre {
                json.key("favoriteGenre")
                FavoriteGenreBody.write(genre, to: &json)
            }
            json.field("streaks", StreaksBody(streaks: summary.streaks))
            json.field("since", summary.since?.text)
            json.field("people", summary.people)
        }
    }
}

struct RankedItemBody: JSONWritable {
    static let schema = Schema.object(
        required: [("id", .text), ("name", .text), ("artists", .array(.named("ArtistReference")))],
        optional: [
            ("albumId", .text), ("album", .text), ("cover", .text), ("plays", .integer), ("listenedMs", .integer),
            ("rating", .number), ("ratings", .integer),
        ])

    let item: RankedItem

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("id", item.id)
            json.field("name", item.name)
            json.field("artists", item.artists.map(ArtistReferenceBody.init))
            json.field("albumId", item.album?.id.rawValue)
            json.field("album", item.album?.name)
            json.field("cover", item.cover.map(ImagePath.text))
            switch item.score {
            case .heard(let total): ListeningTotalBody.writeMembers(total, to: &json)
            case .rated(let halfStars, let ratings):
                json.field("rating", halfStars / 2)
                json.field("ratings", ratings)
            }
        }
    }
}

struct RankingBody: JSONWritable {
    static let schema = Schema.object(
        required: [("period", PeriodBody.schema), ("items", .array(.named("RankedItem")))], optional: [])

    let period: StatisticsPeriod
    let items: [RankedItem]

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.key("period")
            PeriodBody.write(period, to: &json)
            json.field("items", items.map(RankedItemBody.init))
        }
    }
}

struct ListeningChartBody: JSONWritable {
    static let schema = Schema.object(
        required: [
            ("period", PeriodBody.schema), ("piece", .choice(ListeningChart.Piece.allCases.map(\.rawValue))),
            (
                "items",
                .array(
                    .object(required: [("date", .text)] + ListeningTotalBody.members, optional: [("hour", .integer)]))
            ),
        ], optional: [])

    let period: StatisticsPeriod
    let chart: ListeningChart

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.key("period")
            PeriodBody.write(period, to: &json)
            json.field("piece", chart.piece.rawValue)
            json.key("items")
            json.array(chart.bars) { json, bar in
                json.object { json in
                    json.field("date", bar.day.text)
                    json.field("hour", bar.hour)
                    ListeningTotalBody.writeMembers(bar.total, to: &json)
                }
            }
        }
    }
}

/// Seven rows from Monday, of 24 hours each.
struct ListeningClockBody: JSONWritable {
    static let grid = Schema.array(.array(ListeningTotalBody.schema))
    static let schema = Schema.object(required: [("period", PeriodBody.schema), ("weekdays", grid)], optional: [])

    let period: StatisticsPeriod
    let clock: ListeningClock

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.key("period")
            PeriodBody.write(period, to: &json)
            json.key("weekdays")
            Self.write(clock, to: &json)
        }
    }

    static func write(_ clock: ListeningClock, to json: inout JSONWriter) {
        json.array(clock.hours) { json, hours in
            json.array(hours) { json, total in ListeningTotalBody.write(total, to: &json) }
        }
    }
}

/// Whether the caller's listening is part of the group's statistics.
struct ListeningSharingBody: JSONWritable {
    static let schema = Schema.object(
        required: [("listening", .choice(ListeningSharing.allCases.map(\.rawValue)))], optional: [])

    let sharing: ListeningSharing

    func write(to json: inout JSONWriter) {
        json.object { $0.field("listening", sharing.rawValue) }
    }
}
