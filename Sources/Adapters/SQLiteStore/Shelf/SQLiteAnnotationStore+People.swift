import Catalog
import GRDB
package import Primitives
package import Shelf

extension SQLiteAnnotationStore {
    private static let written = "reviews.written"

    package func written(
        by person: ID<Person>, about kind: AnnotationSubject.Kind, in scope: LibraryScope, _ page: PageRequest
    ) async throws -> Page<WrittenReview> {
        let list = KeysetList(name: "\(Self.written).\(kind.rawValue)", columns: [.integer, .text])
        let after = try list.position(page.cursor)
        return try await database.read { db in
            let arguments: StatementArguments = [
                "person": person.rawValue, "at": after?[0] ?? Int64.max.databaseValue,
                "after": after?[1] ?? "".databaseValue, "limit": page.limit + 1,
            ]
            let rows = try Row.fetchAll(
                db.cachedStatement(sql: Self.written(kind, scope)), arguments: arguments + scope.arguments)
            let found = rows.compactMap { row -> WrittenReview? in
                guard let rating = Rating(halves: row["rating"]) else { return nil }
                return WrittenReview(
                    subject: AnnotationSubject(kind, row["id"]), name: row["name"], cover: row.blobKey("cover"),
                    rating: rating, text: row["review"], at: Timestamp(milliseconds: row["rated_at"]))
            }
            return list.page(found, limit: page.limit) { [.integer($0.at.milliseconds), .text($0.subject.id)] }
        }
    }

    package func people(limit: Int) async throws -> [NamedPerson] {
        try await database.read { db in
            try Row.fetchAll(db.cachedStatement(sql: Self.sharing), arguments: [limit]).map {
                NamedPerson(id: ID($0["id"]), name: $0["display_name"], picture: $0.blobKey("picture"))
            }
        }
    }

    /// Sorts all sharing users: there are at most as many as members.
    static let sharing = """
        SELECT a.id, a.display_name, a.picture FROM sharing s CROSS JOIN account a ON a.id = s.account
        WHERE s.opinions = 'gateway' AND a.disabled = 0 ORDER BY a.display_name COLLATE NOCASE, a.id LIMIT ?
        """

    package func person(_ id: ID<Person>) async throws -> NamedPerson? {
        try await database.read { db in
            try Row.fetchOne(
                db, sql: "SELECT id, display_name, picture FROM account WHERE id = ? AND disabled = 0",
                arguments: [id.rawValue]
            ).map { NamedPerson(id: ID($0["id"]), name: $0["display_name"], picture: $0.blobKey("picture")) }
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
            WHERE r.account = :person AND r.review IS NOT NULL AND (r.rated_at, r.\(kind.rawValue)) < (:at, :after)\(isSeen)
            ORDER BY r.rated_at DESC, r.\(kind.rawValue) DESC LIMIT :limit
            """
    }
}

/// The SQL texts that read and write likes and ratings of one kind of subject.
struct AnnotationTable {
    let like: String
    let unlike: String
    let stored: String
    let rate: String
    let unrate: String
    let annotations: String
    let review: String
    let reviews: String
    let recounted: String
    let stale: String

    static func of(_ kind: AnnotationSubject.Kind) -> AnnotationTable {
        switch kind {
        case .track: tracks
        case .album: albums
        case .artist: artists
        }
    }

    static let tracks = AnnotationTable("track")
    static let albums = AnnotationTable("album")
    static let artists = AnnotationTable("artist")

    private init(_ kind: String) {
        like = "INSERT INTO \(kind)_like (account, \(kind), liked_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
        unlike = "DELETE FROM \(kind)_like WHERE account = ? AND \(kind) = ?"
        stored = "SELECT rating, review FROM \(kind)_rating WHERE account = ? AND \(kind) = ?"
        rate = """
            INSERT INTO \(kind)_rating (account, \(kind), rating, review, rated_at) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (account, \(kind)) DO UPDATE SET
              rating = excluded.rating, review = excluded.review, rated_at = excluded.rated_at
            """
        unrate = "DELETE FROM \(kind)_rating WHERE account = ? AND \(kind) = ?"
        annotations = """
            SELECT j.value, l.liked_at, r.rating, r.rated_at, t.ratings, t.sum
            FROM json_each(:ids) j
            LEFT JOIN \(kind)_like l ON l.account = :account AND l.\(kind) = j.value
            LEFT JOIN \(kind)_rating r ON r.account = :account AND r.\(kind) = j.value
            LEFT JOIN \(kind)_rating_total t ON t.\(kind) = j.value
            """
        review = "SELECT review FROM \(kind)_rating WHERE account = ? AND \(kind) = ?"
        reviews = """
            SELECT r.account, a.display_name, a.picture, r.rating, r.review, r.rated_at
            FROM \(kind)_rating r CROSS JOIN account a ON a.id = r.account
            WHERE r.\(kind) = :subject AND r.review IS NOT NULL AND (r.rated_at, r.account) < (:at, :after)
              AND (r.account = :reader OR a.disabled = 0
                AND EXISTS (SELECT 1 FROM sharing s WHERE s.account = r.account AND s.opinions = 'gateway'))
            ORDER BY r.rated_at DESC, r.account DESC LIMIT :limit
            """
        recounted = "SELECT \(kind), count(*), sum(rating) FROM \(kind)_rating GROUP BY \(kind)"
        stale = "\(kind)_rating_total"
    }
}

/// Publishes changes of a user's likes, ratings and plays to others if the user shares them. Otherwise nobody learns
/// even that there was a change.
struct SharedChanges {
    let db: Database

    init(_ db: Database) {
        self.db = db
    }

    /// - Parameter tracks: the ids of the tracks that the user played.
    func tell(_ source: SmartSource, by person: ID<Person>, about tracks: some Sequence<String>) throws {
        guard try isShared(by: person) else { return }
        let libraries = try String.fetchAll(
            db.cachedStatement(sql: Self.libraries), arguments: [JSONList(Set(tracks))])
        try tell(source, in: libraries)
    }

    func tell(_ source: SmartSource, by person: ID<Person>, in libraries: () throws -> [String]) throws {
        if try isShared(by: person) { try tell(source, in: libraries()) }
    }

    private func tell(_ source: SmartSource, in libraries: [String]) throws {
        for library in Set(libraries).sorted() {
            try SmartFacts.changed(source, to: .library(library)).append(to: db)
        }
    }

    func publishToEverybody() throws {
        for source in [SmartSource.shelf, .listening] {
            try SmartFacts.changed(source, to: .everyone).append(to: db)
        }
    }

    func isShared(by person: ID<Person>) throws -> Bool {
        try Bool.fetchOne(db.cachedStatement(sql: Self.isShared), arguments: [person.rawValue]) ?? false
    }

    static let isShared = "SELECT EXISTS (SELECT 1 FROM sharing WHERE account = ? AND opinions = 'gateway')"
    static let libraries = """
        SELECT DISTINCT t.library FROM json_each(?) j CROSS JOIN track t ON t.id = j.value
        """
}
