import Catalog
import GRDB
package import Primitives
package import Shelf

extension SQLiteAnnotationStore {
    package func written(
        by person: ID<Person>, about kind: AnnotationSubject.Kind, in scope: LibraryScope, _ page: PageRequest
    ) async throws -> Page<WrittenReview> {
        let part = try KeysetList(name: "reviews.written.\(kind.rawValue)", columns: [.integer, .text]).part(page)
        return try await database.read { db in
            let rows = try db.rows(Self.written(kind, scope), part.newest + ["person": person] + scope.arguments)
            let found = rows.compactMap { row -> WrittenReview? in
                guard let rating = Rating(halves: row["rating"]) else { return nil }
                return WrittenReview(
                    subject: AnnotationSubject(kind, row["id"]), name: row["name"], cover: row.blobKey("cover"),
                    rating: rating, text: row["review"], at: row["rated_at"])
            }
            return part.page(found) { [.integer($0.at.milliseconds), .text($0.subject.id)] }
        }
    }

    package func people(limit: Int) async throws -> [NamedPerson] {
        try await database.read { db in try db.rows(Self.sharing, [limit]).map { $0.person("id") } }
    }

    /// Sorts all sharing users: there are at most as many as members.
    static let sharing = """
        SELECT a.id, a.display_name, a.picture FROM sharing s CROSS JOIN account a ON a.id = s.account
        WHERE s.opinions = 'gateway' AND a.disabled = 0 ORDER BY a.display_name COLLATE NOCASE, a.id LIMIT ?
        """

    package func person(_ id: ID<Person>) async throws -> NamedPerson? {
        try await database.read { db in
            try db.row("SELECT id, display_name, picture FROM account WHERE id = ? AND disabled = 0", [id]).map {
                $0.person("id")
            }
        }
    }

    /// Reviews that a user has written. An artist's picture may come from an album in a library that the reader does
    /// not see, so it is left out for readers who see only some libraries.
    static func written(_ kind: AnnotationSubject.Kind, _ scope: LibraryScope) -> String {
        let (name, cover, isSeen) =
            switch kind {
            case .track: ("s.title", "s.cover", scope.and("s.library"))
            case .album: ("s.name", "s.cover", scope.and("s.library"))
            case .artist where scope == .everything: ("s.name", "s.cover", "")
            case .artist:
                (
                    "s.name", "NULL",
                    " AND EXISTS (SELECT 1 FROM artist_library l WHERE l.artist = s.id\(scope.and("l.library")))"
                )
            }
        return """
            SELECT s.id, \(name) AS name, \(cover) AS cover, r.rating, r.review, r.rated_at
            FROM \(kind.rawValue)_rating r INDEXED BY \(kind.rawValue)_review_own
              CROSS JOIN \(kind.rawValue) s ON s.id = r.\(kind.rawValue)
            WHERE r.account = :person AND r.review IS NOT NULL AND (r.rated_at, r.\(kind.rawValue)) < (:after0, :after1)\(isSeen)
            ORDER BY r.rated_at DESC, r.\(kind.rawValue) DESC LIMIT :limit
            """
    }
}
