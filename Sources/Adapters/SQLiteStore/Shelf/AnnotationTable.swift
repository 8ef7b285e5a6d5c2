import Catalog
import GRDB
import Primitives
import Shelf

/// The stored likes, ratings and reviews within one transaction.
struct AnnotationTable: AnnotationState, EditedTable {
    let db: Database

    func isKnown(_ subject: AnnotationSubject, in scope: LibraryScope) throws -> Bool {
        switch subject {
        case .track, .album: try part(of: subject).map { scope.admits(library: $0) } ?? false
        case .artist(let id) where scope == .everything: try db.exists("SELECT 1 FROM artist WHERE id = ?", [id])
        case .artist(let id): try !ScopedArtists(db, scope).roles(of: id.rawValue).isEmpty
        }
    }

    /// Throws `notFound` if the subject does not exist or is in no library of the scope.
    func require(_ subject: AnnotationSubject, in scope: LibraryScope) throws {
        guard try isKnown(subject, in: scope) else {
            throw DomainError.notFound("There is no such \(subject.kind.rawValue)")
        }
    }

    /// The part of a library that a user must see to see the track or album; nil for artists and unknown subjects.
    private func part(of subject: AnnotationSubject) throws -> String? {
        guard subject.kind != .artist else { return nil }
        return try db.value("SELECT part FROM \(subject.kind.rawValue) WHERE id = ?", [subject.id])
    }

    func isLiked(_ subject: AnnotationSubject, by user: ID<Person>) throws -> Bool {
        try db.exists(AnnotationSQL.of(subject.kind).isLiked, [user, subject.id])
    }

    func rating(of subject: AnnotationSubject, by user: ID<Person>) throws -> StoredRating? {
        let row = try db.row(AnnotationSQL.of(subject.kind).stored, [user, subject.id])
        guard let row, let rating = Rating(halves: row["rating"]) else { return nil }
        return StoredRating(rating, review: row["review"])
    }

    func sharing(of user: ID<Person>) throws -> AnnotationSharing {
        let stored: String? = try db.value("SELECT opinions FROM sharing WHERE account = ?", [user])
        return stored.flatMap { AnnotationSharing(rawValue: $0) } ?? .nobody
    }

    func execute(_ write: AnnotationWrite) throws {
        switch write {
        case .like(let subject, let user, let instant):
            try db.run(AnnotationSQL.of(subject.kind).like, [user, subject.id, instant])
        case .unlike(let subject, let user): try db.run(AnnotationSQL.of(subject.kind).unlike, [user, subject.id])
        case .rate(let subject, let rating, let user, let instant):
            try db.run(
                AnnotationSQL.of(subject.kind).rate, [user, subject.id, rating.rating.halves, rating.review, instant])
        case .unrate(let subject, let user): try db.run(AnnotationSQL.of(subject.kind).unrate, [user, subject.id])
        case .publish(let subjects, let user): try publish(subjects, of: user)
        case .publishRating(let subject, let user): try publishRating(of: subject, by: user)
        case .share(let sharing, let user):
            try db.run(
                """
                INSERT INTO sharing (account, opinions) VALUES (?1, ?2)
                ON CONFLICT (account) DO UPDATE SET opinions = ?2
                """, [user, sharing.rawValue])
        case .publishSharing: try SharedActivity(db).publishToEverybody()
        }
    }

    private func publish(_ subjects: [AnnotationSubject], of user: ID<Person>) throws {
        let annotations = try annotations(of: subjects, by: user)
        let events = AnnotationEvents.own(subjects.map { ($0, annotations[$0]) }, of: user)
        for event in events { try event.append(to: db) }
        try SharedActivity(db).publish(.shelf, by: user) { try subjects.flatMap { try libraries(of: $0) } }
    }

    /// The libraries of the subject: an artist may be in several.
    private func libraries(of subject: AnnotationSubject) throws -> [String] {
        if let library = try part(of: subject) { return [library] }
        return try db.values("SELECT library FROM artist_library WHERE artist = ?", [subject.id])
    }

    /// Publishes the user's own rating to them and the new average to everybody.
    func publishRating(of subject: AnnotationSubject, by user: ID<Person>) throws {
        try publish([subject], of: user)
        let total = try annotations(of: [subject], by: user)[subject].everybody
        for event in AnnotationEvents.rating(of: subject, total, in: try libraries(of: subject)) {
            try event.append(to: db)
        }
    }

    func annotations(of subjects: [AnnotationSubject], by user: ID<Person>) throws -> Annotations {
        var found: [AnnotationSubject: Annotation] = [:]
        for kind in AnnotationSubject.Kind.allCases {
            let ids = Set(subjects.filter { $0.kind == kind }.map(\.id))
            guard !ids.isEmpty else { continue }
            let rows = try db.cursor(AnnotationSQL.of(kind).annotations, ["ids": JSONList(ids), "account": user])
            while let row = try rows.next() {
                guard let annotation = Self.annotation(row) else { continue }
                found[AnnotationSubject(kind, row[0])] = annotation
            }
        }
        return Annotations(found)
    }

    /// Returns nil if there is no like and no rating.
    private static func annotation(_ row: Row) -> Annotation? {
        let (likedAt, rating, count): (Timestamp?, Int?, Int?) = (row[1], row[2], row[4])
        guard likedAt != nil || count != nil else { return nil }
        return Annotation(
            likedAt: likedAt, rating: rating.flatMap { Rating(halves: $0) }, ratedAt: row[3],
            everybody: RatingTotal(count: count ?? 0, sum: row[5] ?? 0))
    }
}

/// The SQL texts that read and write likes and ratings of one kind of subject.
struct AnnotationSQL {
    private let kind: String

    static func of(_ kind: AnnotationSubject.Kind) -> AnnotationSQL { AnnotationSQL(kind: kind.rawValue) }

    var like: String { "INSERT INTO \(kind)_like (account, \(kind), liked_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING" }
    var unlike: String { "DELETE FROM \(kind)_like WHERE account = ? AND \(kind) = ?" }
    var isLiked: String { "SELECT 1 FROM \(kind)_like WHERE account = ? AND \(kind) = ?" }
    var stored: String { "SELECT rating, review FROM \(kind)_rating WHERE account = ? AND \(kind) = ?" }
    var unrate: String { "DELETE FROM \(kind)_rating WHERE account = ? AND \(kind) = ?" }

    var rate: String {
        """
        INSERT INTO \(kind)_rating (account, \(kind), rating, review, rated_at) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (account, \(kind)) DO UPDATE SET
          rating = excluded.rating, review = excluded.review, rated_at = excluded.rated_at
        """
    }

    var annotations: String {
        """
        SELECT j.value, l.liked_at, r.rating, r.rated_at, t.ratings, t.sum
        FROM json_each(:ids) j
        LEFT JOIN \(kind)_like l ON l.account = :account AND l.\(kind) = j.value
        LEFT JOIN \(kind)_rating r ON r.account = :account AND r.\(kind) = j.value
        LEFT JOIN \(kind)_rating_total t ON t.\(kind) = j.value
        """
    }

    var reviews: String {
        """
        SELECT r.account, a.display_name, a.picture, r.rating, r.review, r.rated_at
        FROM \(kind)_rating r CROSS JOIN account a ON a.id = r.account
        WHERE r.\(kind) = :subject AND r.review IS NOT NULL AND (r.rated_at, r.account) < (:after0, :after1)
          AND (r.account = :reader OR a.disabled = 0
            AND EXISTS (SELECT 1 FROM sharing s WHERE s.account = r.account AND s.opinions = 'gateway'))
        ORDER BY r.rated_at DESC, r.account DESC LIMIT :limit
        """
    }
}
