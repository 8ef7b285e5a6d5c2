import Catalog
import GRDB
import Primitives
import Shelf

/// Reads open wishes as one user sees them.
struct WishReader {
    let db: Database
    let caller: Principal

    /// Throws `notFound` if there is no such wish.
    func wish(_ id: ID<Wish>) throws -> Wish {
        guard let row = try db.row(Self.one, ["id": id, "me": caller.user]) else { throw DomainError.noWish }
        return wish(row)
    }

    /// The open wish with this title and artist.
    func wish(title: String, artist: String) throws -> Wish? {
        try db.row(Self.same, ["title": WishRules.words(title), "artist": WishRules.words(artist), "me": caller.user])
            .map(wish)
    }

    func wishes(_ query: WishQuery, _ part: ListPart) throws -> [Wish] {
        var arguments = part.arguments + ["me": caller.user]
        if !query.words.isEmpty { arguments += ["words": JSONList(query.words)] }
        return try db.rows(Self.page(query, isFirst: part.isFirst), arguments).map(wish)
    }

    private func wish(_ row: Row) -> Wish {
        let account: String = row["account"]
        return Wish(
            id: row["id"], person: row.person("account"), title: row["title"], artist: row["artist"], note: row["note"],
            cover: row.blobKey("cover"),
            song: WishedSong(outside: row["outside"], genre: row["genre"], durationMilliseconds: row["duration_ms"]),
            backers: row["backers"], isBacked: row["backed"], isOwn: account == caller.user.rawValue,
            arrival: row["arrival"], createdAt: row["created_at"], changedAt: row["changed_at"])
    }

    private static let columns = """
        w.id, w.account, a.display_name, a.picture, w.title, w.artist, w.note, w.cover, w.outside, w.genre,
          w.duration_ms, w.backers, w.arrival, w.created_at, w.changed_at,
          EXISTS (SELECT 1 FROM wish_backer b WHERE b.wish = w.id AND b.account = :me) AS backed
        """
    static let one = "SELECT \(columns) FROM wish w CROSS JOIN account a ON a.id = w.account WHERE w.id = :id"
    static let same = """
        SELECT \(columns) FROM wish w CROSS JOIN account a ON a.id = w.account
        WHERE w.title_words = :title AND w.artist_words = :artist
        """

    static func page(_ query: WishQuery, isFirst: Bool) -> String {
        let column =
            switch query.sort {
            case .date: "created_at"
            case .backers: "backers"
            case .title: "title_words"
            }
        let ownership =
            switch query.ownership {
            case .all: ""
            case .own: " AND +w.account = :me"
            case .backed: " AND EXISTS (SELECT 1 FROM wish_backer b WHERE b.wish = w.id AND b.account = :me)"
            }
        let words =
            query.words.isEmpty
            ? ""
            : """
             AND NOT EXISTS (SELECT 1 FROM json_each(:words) s
               WHERE instr(w.title_words || ' ' || w.artist_words, s.value) = 0)
            """
        let descending = query.isDescending ? " DESC" : ""
        let after = isFirst ? "" : " AND (w.\(column), w.id) \(query.isDescending ? "<" : ">") (:after0, :after1)"
        return """
            SELECT \(columns) FROM wish w INDEXED BY wish_by_\(query.sort.rawValue) CROSS JOIN account a ON a.id = w.account
            WHERE true\(after)\(ownership)\(words) ORDER BY w.\(column)\(descending), w.id\(descending) LIMIT :limit
            """
    }
}
