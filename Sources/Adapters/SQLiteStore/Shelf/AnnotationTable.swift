import Shelf
import GRDB
import Primitives

/// The texts that read and write likes and ratings of one kind of thing.
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
