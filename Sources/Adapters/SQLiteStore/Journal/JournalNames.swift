import Foundation
import GRDB
import Journal

/// Looks up what things are called that the journal refers to, all by one statement.
struct JournalNames {
    private let db: Database

    init(_ db: Database) {
        self.db = db
    }

    func names(of references: Set<JournalReference>) throws -> [JournalReference: JournalName] {
        guard !references.isEmpty else { return [:] }
        let pairs = try JSONEncoder().encode(references.map { [$0.kind, $0.id] })
        let rows = try Row.fetchAll(
            db.cachedStatement(sql: Self.lookup), arguments: [String(decoding: pairs, as: UTF8.self)])
        var found: [JournalReference: JournalName] = [:]
        for row in rows {
            guard let name: String = row["name"], !name.isEmpty else { continue }
            let artist: String? = row["artist"]
            found[JournalReference(kind: row["kind"], id: row["id"])] = JournalName(
                name: name, artist: artist.flatMap { $0.isEmpty ? nil : $0 })
        }
        return found
    }

    private static func first(_ column: String, _ table: String) -> String {
        "(SELECT \(column) FROM \(table) x WHERE x.id = r.id)"
    }

    private static let performers = """
        (SELECT group_concat(name, ', ') FROM (SELECT a.name FROM track_artist a
          WHERE a.track = r.id AND a.role = 'performer' ORDER BY a.position))
        """
    private static let albumArtists = """
        (SELECT group_concat(name, ', ') FROM (SELECT n.name FROM album_artist l JOIN artist n ON n.id = l.artist
          WHERE l.album = r.id ORDER BY l.position))
        """
    private static let submissionArtists = """
        (SELECT group_concat(j.value, ', ') FROM submission x, json_each(x.form, '$.artists') j WHERE x.id = r.id)
        """

    static let lookup = """
        WITH r (kind, id) AS (SELECT value ->> 0, value ->> 1 FROM json_each(?))
        SELECT r.kind, r.id, CASE r.kind
            WHEN 'user' THEN \(first("x.display_name", "account"))
            WHEN 'track' THEN \(first("x.title", "track"))
            WHEN 'album' THEN coalesce(nullif(\(first("x.name", "album")), ''),
              (SELECT t.album_name FROM track t WHERE t.album = r.id LIMIT 1))
            WHEN 'artist' THEN \(first("x.name", "artist"))
            WHEN 'genre' THEN \(first("x.name", "genre"))
            WHEN 'library' THEN \(first("x.name", "library"))
            WHEN 'playlist' THEN \(first("x.name", "playlist"))
            WHEN 'submission' THEN \(first("x.form ->> 'title'", "submission"))
            WHEN 'post' THEN \(first("x.title", "board_post"))
            WHEN 'comment' THEN \(first("substr(x.text, 1, 120)", "board_comment"))
            WHEN 'wish' THEN \(first("x.title", "wish"))
            WHEN 'folder' THEN \(first("x.name", "shelf_folder"))
            WHEN 'shelfItem' THEN \(first("x.title", "shelf_item"))
            WHEN 'share' THEN \(first("x.description", "share"))
            WHEN 'plan' THEN \(first("x.name", "plan"))
            WHEN 'invitation' THEN \(first("x.label", "invitation"))
            WHEN 'radio' THEN \(first("x.name", "radio_station"))
            WHEN 'report' THEN \(first("x.title", "report"))
            WHEN 'request' THEN \(first("substr(x.text, 1, 120)", "feature_request"))
          END AS name, CASE r.kind
            WHEN 'track' THEN \(performers)
            WHEN 'album' THEN \(albumArtists)
            WHEN 'submission' THEN \(submissionArtists)
            WHEN 'post' THEN \(first("x.artist", "board_post"))
            WHEN 'wish' THEN \(first("x.artist", "wish"))
            WHEN 'shelfItem' THEN \(first("x.artist", "shelf_item"))
          END AS artist
        FROM r
        """
}
