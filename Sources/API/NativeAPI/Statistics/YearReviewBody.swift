import Board
import HTTPSupport
import Primitives
package import Listening

extension YearReview: ObjectBody {
    package static let fields = Fields<Self> {
        Field("year") { $0.year }
        Field("total") { $0.total }
        Field("before") { $0.before }
        Field("different") { $0.variety }
        Field("discoveredArtists") { $0.discoveredArtists }
        Field("activeDays") { $0.activeDays }
        Field("favoriteGenre") { $0.favoriteGenre }
        Field("longestStreak") { $0.longestStreak }
        Field("busiestDay", ifPresent: { $0.busiestDay }) {
            Field("date") { $0.0.text }
            Field(allOf: ListeningTotal.self) { $0.1 }
        }
        Field("people") { $0.people }
        Field("tracks") { $0.tracks }
        Field("albums") { $0.albums }
        Field("artists") { $0.artists }
        Field("genres") { $0.genres }
        Field("bestRated") { $0.rated }
        Field("months") { $0.months }
        Field("weekdays") { $0.clock.hours }
    }
}
