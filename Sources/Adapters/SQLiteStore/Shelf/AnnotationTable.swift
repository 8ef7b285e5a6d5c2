import Catalog
import GRDB
import Primitives
import Shelf

/// The stored likes, ratings and reviews within one transaction.
struct AnnotationTable: AnnotationState {
    private let db: Database

    init(_ db: Database) {
        self.db = db
    }

    func isKnown(_ subject: AnnotationSubject, in scope: LibraryScope) throws -> Bool {
        switch subject {
        case .track, .album: try part(of: subject).map { scope.admits(library: $0) } ?? false
        case .artist(let id) where scope == .everything:
            try Int.fetchOne(
                db.cachedStatement(sql: "SELECT 1 FROM artist WHERE id = ?"), arguments: [id.rawValue]) != nil
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
        let sql: String
        switch subject.kind {
        case .track: sql = "SELECT part FROM track WHERE id = ?"
        case .album: sql = "SELECT part FROM album WHERE id = ?"
        case .artist: return nil
        }
        return try String.fetchOne(db.cachedStatement(sql: sql), arguments: [subject.id])
    }

    func isLiked(_ subject: AnnotationSubject, by user: ID<Person>) throws -> Bool {
        try Int.fetchOne(
            db.cachedStatement(sql: AnnotationSQL.of(subject.kind).isLiked), arguments: [user.rawValue, subject.id])
            != nil
    }

    func rating(of subject: AnnotationSubject, by user: ID<Person>) throws -> StoredRating? {
        let row = try Row.fetchOne(
            db.cachedStatement(sql: AnnotationSQL.of(subject.kind).stored), arguments: [user.rawValue, subject.id])
        guard let row, let rating = Rating(halves: row["rating"]) else { return nil }
        return StoredRating(rating, review: row["review"])
    }

    func sharing(of user: ID<Person>) throws -> AnnotationSharing {
        let stored = try String.fetchOne(
            db.cachedStatement(sql: "SELECT opinions FROM sharing WHERE account = ?"), arguments: [user.rawValue])
        return stored.flatMap { AnnotationSharing(rawValue: $0) } ?? .nobody
    }

    func execute(_ write: AnnotationWrite) throws {
        switch write {
        case .like(let subject, let user, let instant):
            try run(
                AnnotationSQL.of(subject.kind).like, [user.rawValue, subject.id, instant.milliseconds])
        case .unlike(let subject, let user):
            try run(AnnotationSQL.of(subject.kind).unlike, [user.rawValue, subject.id])
        case .rate(let subject, let rating, let user, let instant):
            try run(
                AnnotationSQL.of(subject.kind).rate,
                [user.rawValue, subject.id, rating.rating.halves, rating.review, instant.milliseconds])
        case .unrate(let subject, let user):
            try run(AnnotationSQL.of(subject.kind).unrate, [user.rawValue, subject.id])
        case .publish(let subjects, let user):
            try publish(subjects, of: user)
        case .publishRating(let subject, let user):
            try publishRating(of: subject, by: user)
        case .share(let sharing, let user):
            try run(
                """
                INSERT INTO sharing (account, opinions) VALUES (?1, ?2)
                ON CONFLICT (account) DO UPDATE SET opinions = ?2
                """, [user.rawValue, sharing.rawValue])
        case .publishSharing:
            try SharedActivity(db).publishToEverybody()
        }
    }

    private func run(_ sql: String, _ arguments: StatementArguments) throws {
        try db.cachedStatement(sql: sql).execute(arguments: arguments)
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
        return try String.fetchAll(
            db.cachedStatement(sql: "SELECT library FROM artist_library WHERE artist = ?"), arguments: [subject.id])
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
            let rows = try Row.fetchCursor(
                db.cachedStatement(sql: AnnotationSQL.of(kind).annotations),
                arguments: ["ids": JSONList(ids), "account": user.rawValue])
            while let row = try rows.next() {
                guard let annotation = Self.annotation(row) else { continue }
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
}

/// The SQL texts that read and write likes and ratings of one kind of subject.
struct AnnotationSQL {
    let like: String
    let unlike: String
    let isLiked: String
    let stored: String
    let rate: String
    let unrate: String
    let annotations: String
    let reviews: String
    let recounted: String
    let stale: String

    static func of(_ kind: AnnotationSubject.Kind) -> AnnotationSQL {
        switch kind {
        case .track: tracks
        case .album: albums
        case .artist: artists
        }
    }

    static let tracks = AnnotationSQL("track")
    static let albums = AnnotationSQL("album")
    static let artists = AnnotationSQL("artist")

    private init(_ kind: String) {
        like = "INSERT INTO \(kind)_like (account, \(kind), liked_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
        unlike = "DELETE FROM \(kind)_like WHERE account = ? AND \(kind) = ?"
        isLiked = "SELECT 1 FROM \(kind)_like WHERE account = ? AND \(kind) = ?"
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
