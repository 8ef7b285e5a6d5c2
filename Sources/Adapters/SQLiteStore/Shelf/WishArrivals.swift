import Catalog
import Foundation
import GRDB
import Journal
import Primitives
import Shelf

/// Notices which of the tracks that a scan adds may fulfill a wish.
final class WishArrivals {
    private let db: Database
    private let library: String
    private let at: Timestamp
    /// Checked once for each batch: most servers have few wishes, and scans add many tracks.
    private lazy var areThere: Result<Bool, any Error> = Result { try db.exists("SELECT 1 FROM wish LIMIT 1") }

    init(_ db: Database, library: String, at: Timestamp) {
        self.db = db
        self.library = library
        self.at = at
    }

    func note(_ track: ID<Track>, title: String, artists: @autoclosure () -> [String]) throws {
        guard try areThere.get() else { return }
        let rows = try db.rows(Self.wishes, [WishRules.words(title), library])
        guard !rows.isEmpty else { return }
        let wishes = WishTable(db)
        let part = try wishes.part(of: .track(track)) ?? library
        let arrived = ArrivedTrack(id: track, artists: artists(), part: part, isExplicit: part != library)
        let candidates = rows.map { row in
            WishCandidate(
                id: row["id"], person: row["account"], title: row["title"], artistWords: row["artist_words"],
                hearsExplicit: row["hears_explicit"])
        }
        try WishDecisions.notice(arrived, among: candidates, at: at).write(to: db, wishes.execute)
    }

    /// Open wishes without a match.
    static let wishes = """
        SELECT w.id, w.account, w.title, w.artist_words, a.hears_explicit FROM wish w CROSS JOIN account a ON a.id = w.account
        WHERE w.title_words = ?1 AND w.artist_words <> '' AND w.arrival IS NULL AND a.disabled = 0
          AND (a.all_libraries = 1
            OR EXISTS (SELECT 1 FROM account_library l WHERE l.account = a.id AND l.library = ?2))
        """
}
