import Foundation
import GRDB
import Journal
import Primitives

extension JournalEntry {
    /// Appends this entry within the transaction that makes the recorded change.
    func append(to db: Database) throws {
        let chain = try JournalRows.chain(db)
        let row = JournalRow(self, number: chain.head.number + 1, details: try StoredJSON.text(of: details))
        try db.run(
            """
            INSERT INTO journal (number, id, at, actor, origin, action, subject_kind, subject_id, details, seal)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                row.number, row.id, row.at, row.actor, row.origin, row.action, row.subjectKind, row.subjectID,
                row.details, Data(chain.head.seal.next(row).bytes),
            ])
    }
}

/// Reads the journal's values from rows.
enum JournalRows {
    static func chain(_ db: Database) throws -> JournalChain {
        guard
            let row = try db.row("SELECT head_number, head_seal, cut_number, cut_seal FROM journal_chain"),
            let head = seal(row["head_seal"]), let cut = seal(row["cut_seal"])
        else { throw damaged }
        return JournalChain(
            cut: JournalChain.Point(number: row["cut_number"], seal: cut),
            head: JournalChain.Point(number: row["head_number"], seal: head))
    }

    static func record(_ row: Row) throws -> JournalRecord {
        guard let seal = seal(row["seal"]) else { throw damaged }
        let kind: String? = row["subject_kind"]
        let subject: String? = row["subject_id"]
        let text: String = row["details"]
        return JournalRecord(
            number: row["number"], id: row["id"], at: row["at"],
            actor: JournalEntry.Actor(user: row["actor"], origin: row["origin"]), actorName: row["actor_name"],
            action: row["action"],
            subject: kind.flatMap { kind in subject.map { JournalEntry.Subject(kind: kind, id: $0) } },
            // Details that were changed from outside are shown as they are. The verification detects such changes.
            details: (try? StoredJSON.value(text)) ?? ["details": text], seal: seal)
    }

    /// The row as it is stored, even if it was changed from outside.
    static func stored(_ row: Row) -> (row: JournalRow, seal: JournalSeal?) {
        let stored = JournalRow(
            number: row["number"], id: row["id"], at: row["at"], actor: row["actor"], origin: row["origin"],
            action: row["action"], subjectKind: row["subject_kind"], subjectID: row["subject_id"],
            details: row["details"])
        return (stored, seal(row["seal"]))
    }

    static func seal(_ bytes: Data) -> JournalSeal? {
        JournalSeal(bytes: Array(bytes))
    }

    private static let damaged = DatabaseError(
        resultCode: .SQLITE_CORRUPT, message: "A row of the journal holds a value that it cannot have")
}

/// Looks up the names of the journal's subjects with one statement.
struct JournalNames: TransactionScoped {
    let db: Database

    func names(of references: Set<JournalEntry.Subject>) throws -> [JournalEntry.Subject: JournalName] {
        guard !references.isEmpty else { return [:] }
        let pairs = try JSONEncoder().encode(references.map { [$0.kind, $0.id] })
        let rows = try db.rows(Self.lookup, [String(decoding: pairs, as: UTF8.self)])
        var found: [JournalEntry.Subject: JournalName] = [:]
        for row in rows {
            guard let name: String = row["name"], !name.isEmpty else { continue }
            let artist: String? = row["artist"]
            found[JournalEntry.Subject(kind: row["kind"], id: row["id"])] = JournalName(
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
