package import Primitives
import Catalog
package import Shelf
import GRDB
package import Journal

/// Likes, ratings and reviews in SQLite.
package struct SQLiteAnnotationStore: AnnotationStore {
    private static let list = KeysetList(name: "reviews.newest", columns: [.integer, .text])
    let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    package func edit<Outcome: Sendable>(
        _ decide: @escaping Decision<any AnnotationState, AnnotationWrite, Outcome>
    ) async throws -> Outcome {
        try await database.edit(.shelf, AnnotationTable.self, decide)
    }

    package func annotations(of subjects: [AnnotationSubject], by user: ID<Person>) async throws -> Annotations {
        try await database.read { try AnnotationTable($0).annotations(of: subjects, by: user) }
    }

    package func review(
        of subject: AnnotationSubject, by user: ID<Person>, in scope: LibraryScope
    ) async throws -> String? {
        try await database.read { db in
            let annotations = AnnotationTable(db)
            try annotations.require(subject, in: scope)
            return try annotations.rating(of: subject, by: user)?.review
        }
    }

    package func reviews(
        of subject: AnnotationSubject, seenBy user: ID<Person>, in scope: LibraryScope, _ page: PageRequest
    ) async throws -> Page<Review> {
        let part = try Self.list.part(page)
        return try await database.read { db in
            try AnnotationTable(db).require(subject, in: scope)
            let rows = try db.rows(
                AnnotationSQL.of(subject.kind).reviews, part.newest + ["subject": subject.id, "reader": user])
            return part.page(rows.compactMap(Self.review)) { ($0.at, $0.author.id) }
        }
    }

    private static func review(_ row: Row) -> Review? {
        guard let rating = Rating(halves: row["rating"]) else { return nil }
        return Review(author: row.person("account"), rating: rating, text: row["review"], at: row["rated_at"])
    }

    package func sharing(of user: ID<Person>) async throws -> AnnotationSharing? {
        try await database.read { db in
            let stored: String? = try db.value(
                """
                SELECT ifnull((SELECT opinions FROM sharing WHERE account = a.id), 'nobody')
                FROM account a WHERE a.id = ? AND a.disabled = 0
                """, [user])
            return stored.flatMap { AnnotationSharing(rawValue: $0) }
        }
    }

    package func recount() async throws -> Int {
        try await database.write(.shelf) { db in
            let wrong = try AnnotationSubject.Kind.allCases.map(\.rawValue).reduce(0) { wrong, kind in
                try wrong
                    + db.recount(
                        "\(kind)_rating_total", "\(kind), ratings, sum",
                        as: "SELECT \(kind), count(*), sum(rating) FROM \(kind)_rating GROUP BY \(kind)")
            }
            if wrong > 0 { try SharedActivity(db).publishToEverybody() }
            return wrong
        }
    }

    package func known(_ subjects: [AnnotationSubject], in scope: LibraryScope) async throws -> [AnnotationSubject] {
        try await database.read { db in try subjects.filter { try AnnotationTable(db).isKnown($0, in: scope) } }
    }
}
