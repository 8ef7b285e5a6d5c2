import Board
import HTTPSupport
import Primitives
import Listening

struct YearReviewBody: JSONWritable {
    private static let ranked = Schema.array(.named("RankedItem"))
    static let schema = Schema.object(
        required: [
            ("year", .integer), ("total", ListeningTotalBody.schema), ("before", ListeningTotalBody.schema),
            ("different", VarietyBody.schema), ("discoveredArtists", .integer), ("activeDays", .integer),
            ("tracks", ranked), ("albums", ranked), ("artists", ranked), ("genres", ranked), ("bestRated", ranked),
            ("months", .array(ListeningTotalBody.schema)), ("weekdays", ListeningClockBody.grid),
        ],
        optional: [
            ("favoriteGenre", FavoriteGenreBody.schema), ("longestStreak", StreakBody.schema),
            ("busiestDay", .object(required: [("date", .text)] + ListeningTotalBody.members, optional: [])),
            ("people", .integer),
        ])

    let review: YearReview

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("year", review.year)
            json.key("total")
            ListeningTotalBody.write(review.total, to: &json)
            json.key("before")
            ListeningTotalBody.write(review.before, to: &json)
            json.key("different")
            VarietyBody.write(review.variety, to: &json)
            json.field("discoveredArtists", review.discoveredArtists)
            json.field("activeDays", review.activeDays)
            writeHighlights(to: &json)
            json.field("tracks", review.tracks.map(RankedItemBody.init))
            json.field("albums", review.albums.map(RankedItemBody.init))
            json.field("artists", review.artists.map(RankedItemBody.init))
            json.field("genres", review.genres.map(RankedItemBody.init))
            json.field("bestRated", review.rated.map(RankedItemBody.init))
            json.key("months")
            json.array(review.months) { json, total in ListeningTotalBody.write(total, to: &json) }
            json.key("weekdays")
            ListeningClockBody.write(review.clock, to: &json)
        }
    }

    private func writeHighlights(to json: inout JSONWriter) {
        if let genre = review.favoriteGenre {
            json.key("favoriteGenre")
            FavoriteGenreBody.write(genre, to: &json)
        }
        if let run = review.longestStreak {
            json.key("longestStreak")
            StreakBody.write(run, to: &json)
        }
        if let (day, total) = review.busiestDay {
            json.key("busiestDay")
            json.object { json in
                json.field("date", day.text)
                ListeningTotalBody.writeMembers(total, to: &json)
            }
        }
        json.field("people", review.people)
    }
}
