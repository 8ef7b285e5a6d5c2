package import Primitives
import Catalog
package import Shelf
import GRDB
package import Journal

/// Likes, ratings and reviews in SQLite.
package struct SQLiteAnnotationStore: AnnotationStore {
    private static let list = "reviews.newest"
    let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    package func like(
        _ subjects: [AnnotationSubject], by user: ID<Person>, in scope: LibraryScope, at instant: Timestamp,
        journal: @escaping Entry
    ) async throws {
        try await change(subjects, by: user, in: scope, journal) { subject, db in
            try db.cachedStatement(sql: AnnotationTable.of(subject.kind).like)
                .execute(arguments: [user.rawValue, subject.id, instant.milliseconds])
        }
    }

    package func unlike(
        _ subjects: [AnnotationSubject], by user: ID<Person>, in scope: LibraryScope, journal: @escaping Entry
    ) async throws {
        try await change(subjects, by: user, in: scope, journal) { subject, db in
            try db.cachedStatement(sql: AnnotationTable.of(subject.kind).unlike)
                .execute(arguments: [user.rawValue, subject.id])
        }
    }

    private func change(
        _ subjects: [AnnotationSubject], by user: ID<Person>, in scope: LibraryScope, _ journal: @escaping Entry,
        _ write: @escaping @Sendable (AnnotationSubject, Database) throws -> Void
    ) async throws {
        guard !subjects.isEmpty else { return }
        try await database.write(.shelf) { db in
            let changed = try subjects.filter { subject in
                try Self.check(subject, in: scope, db)
                try write(subject, db)
                guard db.changesCount > 0 else { return false }
                try journal(subject).append(to: db)
                return true
            }
            try Self.tell(changed, of: user, db)
        }
    }

    private static func tell(_ changed: [AnnotationSubject], of user: ID<Person>, _ db: Database) throws {
        guard !changed.isEmpty else { return }
        let annotations = try annotations(of: changed, by: user, db)
        let events = AnnotationEvents.own(changed.map { ($0, annotations[$0]) }, of: user)
        for event in events { try event.append(to: db) }
        try SharedChanges(db).tell(.shelf, by: user) { try changed.flatMap { try libraries(of: $0, db) } }
    }

    /// The libraries of the subject: an artist may be in several.
    private static func libraries(of subject: AnnotationSubject, _ db: Database) throws -> [String] {
        if let library = try library(of: subject, db) { return [library] }
        return try String.fetchAll(
            db.cachedStatement(sql: "SELECT library FROM artist_library WHERE artist = ?"), arguments: [subject.id])
    }

    /// Publishes the user's own rating to them and the new average to everybody.
    static func publishRating(of subject: AnnotationSubject, by user: ID<Person>, _ db: Database) throws {
        try tell([subject], of: user, db)
        let total = try annotations(of: [subject], by: user, db)[subject].everybody
        for event in AnnotationEvents.rating(of: subject, total, in: try libraries(of: subject, db)) {
            try event.append(to: db)
        }
    }

    package func rate(
        _ subject: AnnotationSubject, _ change: RatingChange, by user: ID<Person>, in scope: LibraryScope,
        at instant: Timestamp, journal entry: JournalEntry
    ) async throws {
        try await database.write(.shelf) { db in
            try Self.check(subject, in: scope, db)
            let table = AnnotationTable.of(subject.kind)
            let stored = try Row.fetchOne(
                db.cachedStatement(sql: table.stored), arguments: [user.rawValue, subject.id])
            let before: String? = stored?["review"]
            let review: String? =
                switch change.review {
                case .keep: before
                case .remove: nil
                case .write(let review): review.text
                }
            if let stored, stored["rating"] == change.rating.halves, before == review { return }
            try db.cachedStatement(sql: table.rate)
                .execute(
                    arguments: [
                        user.rawValue, subject.id, change.rating.halves, review, instant.milliseconds,
                    ])
            try entry.append(to: db)
            try Self.publishRating(of: subject, by: user, db)
        }
    }

    package func unrate(
        _ subject: AnnotationSubject, sparesReview: Bool, by user: ID<Person>, in scope: LibraryScope,
        journal entry: JournalEntry
    ) async throws {
        try await database.write(.shelf) { db in
            try Self.check(subject, in: scope, db)
            if sparesReview, try Self.review(of: subject, by: user, db) != nil {
                throw DomainError(
                    .conflict, "There is a review with this rating; take both back where it was written",
                    reason: "has_review")
            }
            try db.cachedStatement(sql: AnnotationTable.of(subject.kind).unrate)
                .execute(arguments: [user.rawValue, subject.id])
            guard db.changesCount > 0 else { return }
            try entry.append(to: db)
            try Self.publishRating(of: subject, by: user, db)
        }
    }

    package func annotations(of subjects: [AnnotationSubject], by user: ID<Person>) async throws -> Annotations {
        try await database.read { try Self.annotations(of: subjects, by: user, $0) }
    }

    private static func annotations(
        of subjects: [AnnotationSubject], by user: ID<Person>, _ db: Database
    ) throws -> Annotations {
        var found: [AnnotationSubject: Annotation] = [:]
        for kind in AnnotationSubject.Kind.allCases {
            let ids = Set(subjects.filter { $0.kind == kind }.map(\.id))
            guard !ids.isEmpty else { continue }
            let rows = try Row.fetchCursor(
                db.cachedStatement(sql: AnnotationTable.of(kind).annotations),
                arguments: ["ids": JSONList(ids), "account": user.rawValue])
            while let row = try rows.next() {
                guard let annotation = annotation(row) else { continue }
                found[AnnotationSubject(kind, row[0])] = annotation
            }
        }
        return Annotations(found)
    }

    /// Returns nil if there is no like and no rating.
    private static func annotation(_ row: Row) -> Annotation? {
        let (likedAt, rating, count): (Int64?, Int?, Int?) = (row[1], row[2], row[4])
        guard likedAt != nil || count != nil else { return nil }
        return Annotation(
            likedAt: likedAt.map { Timestamp(milliseconds: $0) }, rating: rating.flatMap { Rating(halves: $0) },
            ratedAt: (row[3] as Int64?).map { Timestamp(milliseconds: $0) },
            everybody: RatingTotal(count: count ?? 0, sum: row[5] ?? 0))
    }

    package func review(
        of subject: AnnotationSubject, by user: ID<Person>, in scope: LibraryScope
    ) async throws -> String? {
        try await database.read { db in
            try Self.check(subject, in: scope, db)
            return try Self.review(of: subject, by: user, db)
        }
    }

    private static func review(
        of subject: AnnotationSubject, by user: ID<Person>, _ db: Database
    ) throws -> String? {
        try String.fetchOne(
            db.cachedStatement(sql: AnnotationTable.of(subject.kind).review), arguments: [user.rawValue, subject.id])
    }

    package func reviews(
        of subject: AnnotationSubject, seenBy user: ID<Person>, in scope: LibraryScope, _ page: PageRequest
    ) async throws -> Page<Review> {
        let after = try KeysetList(name: Self.list, columns: [.integer, .text]).position(page.cursor)
        return try await database.read { db in
            try Self.check(subject, in: scope, db)
            let rows = try Row.fetchAll(
                db.cachedStatement(sql: AnnotationTable.of(subject.kind).reviews),
                arguments: [
                    "subject": subject.id, "reader": user.rawValue, "at": after?[0] ?? Int64.max.databaseValue,
                    "after": after?[1] ?? "".databaseValue, "limit": page.limit + 1,
                ])
            let found = rows.compactMap(Self.review)
            return KeysetList(name: Self.list, columns: [.integer, .text]).page(found, limit: page.limit) {
                [.integer($0.at.milliseconds), .text($0.author.id.rawValue)]
            }
        }
    }

    private static func review(_ row: Row) -> Review? {
        guard let rating = Rating(halves: row["rating"]) else { return nil }
        return Review(
            author: NamedPerson(
                id: ID(row["account"]), name: row["display_name"], picture: row.blobKey("picture")),
            rating: rating, text: row["review"], at: Timestamp(milliseconds: row["rated_at"]))
    }

    package func sharing(of user: ID<Person>) async throws -> AnnotationSharing? {
        try await database.read { db in
            let stored = try String.fetchOne(
                db,
                sql: """
                    SELECT ifnull((SELECT opinions FROM sharing WHERE account = a.id), 'nobody')
                    FROM account a WHERE a.id = ? AND a.disabled = 0
                    """, arguments: [user.rawValue])
            return stored.flatMap { AnnotationSharing(rawValue: $0) }
        }
    }

    package func setSharing(
        _ sharing: AnnotationSharing, of user: ID<Person>, journal entry: JournalEntry
    ) async throws {
        try await database.write(.shelf) { db in
            try db.execute(
                sql: """
                    INSERT INTO sharing (account, opinions) VALUES (?1, ?2)
                    ON CONFLICT (account) DO UPDATE SET opinions = ?2 WHERE opinions <> ?2
                    """, arguments: [user.rawValue, sharing.rawValue])
            guard db.changesCount > 0 else { return }
            try entry.append(to: db)
            // From now on, the user's likes are visible to everybody, or hidden.
            try SharedChanges(db).publishToEverybody()
        }
    }

    package func recount() async throws -> Int {
        try await database.write(.shelf) { db in
            let wrong = try AnnotationSubject.Kind.allCases.reduce(0) { try $0 + Self.recount($1, db) }
            if wrong > 0 { try SharedChanges(db).publishToEverybody() }
            return wrong
        }
    }

    private static func recount(_ kind: AnnotationSubject.Kind, _ db: Database) throws -> Int {
        let (totals, counted) = (AnnotationTable.of(kind).stale, AnnotationTable.of(kind).recounted)
        let wrong = try Int.fetchOne(
            db,
            sql: """
                SELECT count(*) FROM (SELECT * FROM (\(counted) EXCEPT SELECT * FROM \(totals))
                  UNION SELECT * FROM (SELECT * FROM \(totals) EXCEPT \(counted)))
                """)
        guard let wrong, wrong > 0 else { return 0 }
        try db.execute(sql: "DELETE FROM \(totals)")
        try db.execute(sql: "INSERT INTO \(totals) \(counted)")
        return wrong
    }

    package func known(_ subjects: [AnnotationSubject], in scope: LibraryScope) async throws -> [AnnotationSubject] {
        try await database.read { db in try subjects.filter { try Self.isThere($0, in: scope, db) } }
    }

    /// Throws `notFound` if the subject does not exist or is in no library of the scope.
    private static func check(_ subject: AnnotationSubject, in scope: LibraryScope, _ db: Database) throws {
        guard try isThere(subject, in: scope, db) else {
            throw DomainError.notFound("There is no such \(subject.kind.rawValue)")
        }
    }

    private static func isThere(_ subject: AnnotationSubject, in scope: LibraryScope, _ db: Database) throws -> Bool {
        switch subject {
        case .track, .album: try library(of: subject, db).map { scope.admits(library: $0) } ?? false
        case .artist(let id) where scope == .everything:
            try Int.fetchOne(
                db.cachedStatement(sql: "SELECT 1 FROM artist WHERE id = ?"), arguments: [id.rawValue]) != nil
        case .artist(let id): try !ScopedArtists(db, scope).roles(of: id.rawValue).isEmpty
        }
    }

    private static func library(of subject: AnnotationSubject, _ db: Database) throws -> String? {
        let sql: String
        switch subject.kind {
        case .track: sql = "SELECT part FROM track WHERE id = ?"
        case .album: sql = "SELECT part FROM album WHERE id = ?"
        case .artist: return nil
        }
        return try String.fetchOne(db.cachedStatement(sql: sql), arguments: [subject.id])
    }
}
