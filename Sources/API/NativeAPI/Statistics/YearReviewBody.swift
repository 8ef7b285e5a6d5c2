import Board
import HTTPSupport
import Primitives
import Listening

struct YearReviewBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("year") { $0.review.year }
        Field("total") { ListeningTotalBody(total: $0.review.total) }
        Field("before") { ListeningTotalBody(total: $0.review.before) }
        Field("different") { VarietyBody(variety: $0.review.variety) }
        Field("discoveredArtists") { $0.review.discoveredArtists }
        Field("activeDays") { $0.review.activeDays }
        Field("favoriteGenre") { $0.review.favoriteGenre.map(FavoriteGenreBody.init) }
        Field("longestStreak") { $0.review.longestStreak.map(StreakBody.init) }
        Field("busiestDay", ifPresent: { $0.review.busiestDay }) {
            Field("date") { $0.0.text }
            Field(allOf: ListeningTotalBody.self) { ListeningTotalBody(total: $0.1) }
        }
        Field("people") { $0.review.people }
        Field("tracks") { $0.review.tracks.map(RankedItemBody.init) }
        Field("albums") { $0.review.albums.map(RankedItemBody.init) }
        Field("artists") { $0.review.artists.map(RankedItemBody.init) }
        Field("genres") { $0.review.genres.map(RankedItemBody.init) }
        Field("bestRated") { $0.review.rated.map(RankedItemBody.init) }
        Field("months") { $0.review.months.map(ListeningTotalBody.init) }
        Field("weekdays") { ListeningClockBody.rows($0.review.clock) }
    }

    let review: YearReview
}
