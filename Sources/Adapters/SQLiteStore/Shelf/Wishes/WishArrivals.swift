import Catalog
import GRDB
import Messaging
import Primitives
import Shelf

/// Notices, as a scan adds tracks, which of them people have wished for.
final class WishArrivals {
    private let db: Database
    private let library: String
    private let at: Timestamp
    /// Asked once for each batch: most gateways have few wishes, and scans many tracks.
    private lazy var areThere: Result<Bool, any Error> = Result {
        try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM wish)") ?? false
    }

    init(_ db: Database, library: String, at: Timestamp) {
        self.db = db
        self.library = library
        self.at = at
    }

    /// Finds a wish of somebody who may hear the track, with its title and one of its artists.
    func note(_ track: ID<Track>, title: String, artists: @autoclosure () -> [String]) throws {
        guard try areThere.get() else { return }
        let rows = try Row.fetchAll(
            db.cachedStatement(sql: Self.wishes), arguments: [WishRules.words(title), library])
        guard !rows.isEmpty else { return }
        let artists = Set(artists().map(WishRules.words))
        let part = try String.fetchOne(
            db.cachedStatement(sql: "SELECT part FROM track WHERE id = ?"), arguments: [track.rawValue])
        let isExplicit = part.map { $0 != library } ?? false
        for row in rows where Self.isNamed(row["artist_words"], among: artists) {
            // The clean version may come yet.
            if isExplicit, row["hears_explicit"] == false { continue }
            let id = ID<Wish>(row["id"])
            try db.cachedStatement(sql: "UPDATE wish SET arrival = ? WHERE id = ?")
                .execute(arguments: [track.rawValue, id.rawValue])
            try WishEvents.event(.found, id).append(to: db)
            try NotificationDraft(
                to: ID(row["account"]), .wishFound, by: nil, about: NotificationSubject(.track, track),
                title: row["title"], library: part ?? library, topic: "found:\(id):\(track)"
            ).deliver(in: db, at: at)
        }
    }

    /// Also where somebody wrote "A and B", or the file "B feat. A".
    private static func isNamed(_ wanted: String, among artists: Set<String>) -> Bool {
        artists.contains { artist in
            !artist.isEmpty
                && (" \(wanted) ".contains(" \(artist) ") || " \(artist) ".contains(" \(wanted) "))
        }
    }

    /// Open ones of which nothing was found yet.
    static let wishes = """
        SELECT w.id, w.account, w.title, w.artist_words, a.hears_explicit FROM wish w CROSS JOIN account a ON a.id = w.account
        WHERE w.title_words = ?1 AND w.artist_words <> '' AND w.arrival IS NULL AND a.disabled = 0
          AND (a.all_libraries = 1
            OR EXISTS (SELECT 1 FROM account_library l WHERE l.account = a.id AND l.library = ?2))
        """
}
