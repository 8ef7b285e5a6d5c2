import Crypto
import Foundation
import GRDB

extension Migration {
    /// Numbers the journal's rows and seals each together with all before it.
    ///
    /// `journal_chain` holds where the journal was cut and where it ends, so that rows that are missing at either end are missed. What was
    /// written before is sealed as it is found. The seal is that of `JournalSeal`, written out here because a migration keeps doing what it did.
    static let m0032JournalChain = Migration(name: "0032 journal chain") { db in
        try db.execute(sql: "ALTER TABLE journal RENAME TO unsealed_journal")
        try db.execute(sql: tables)
        try copy(db)
        try db.execute(sql: "DROP TRIGGER journal_is_not_changed; DROP TRIGGER journal_is_not_cut")
        try db.execute(sql: "DROP TABLE unsealed_journal")
        try db.execute(sql: rules)
    }

    private static let tables = """
        CREATE TABLE journal (
          number INTEGER NOT NULL PRIMARY KEY CHECK (number > 0),
          id TEXT NOT NULL UNIQUE,
          at INTEGER NOT NULL,
          actor TEXT,
          origin TEXT NOT NULL,
          action TEXT NOT NULL CHECK (action <> ''),
          subject_kind TEXT,
          subject_id TEXT,
          details TEXT NOT NULL CHECK (json_valid(details)),
          seal BLOB NOT NULL CHECK (length(seal) = 32),
          CHECK ((subject_kind IS NULL) = (subject_id IS NULL))
        ) STRICT;
        CREATE TABLE journal_chain (
          one INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
          head_number INTEGER NOT NULL,
          head_seal BLOB NOT NULL CHECK (length(head_seal) = 32),
          cut_number INTEGER NOT NULL,
          cut_seal BLOB NOT NULL CHECK (length(cut_seal) = 32),
          cut_total INTEGER NOT NULL
        ) STRICT;
        """

    private static let rules = """
        CREATE INDEX journal_newest ON journal (at, number);
        CREATE INDEX journal_of_actor ON journal (actor, at, number);
        CREATE INDEX journal_of_action ON journal (action, at, number);
        CREATE INDEX journal_of_actor_and_action ON journal (actor, action, at, number);
        CREATE INDEX journal_about ON journal (subject_kind, subject_id, at, number);
        CREATE TRIGGER journal_goes_on BEFORE INSERT ON journal
          WHEN NEW.number <> (SELECT head_number + 1 FROM journal_chain)
          BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
        CREATE TRIGGER journal_has_a_head AFTER INSERT ON journal
          BEGIN UPDATE journal_chain SET head_number = NEW.number, head_seal = NEW.seal; END;
        CREATE TRIGGER journal_is_not_changed BEFORE UPDATE ON journal
          BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
        CREATE TRIGGER journal_is_not_cut BEFORE DELETE ON journal
          WHEN OLD.number > (SELECT cut_number FROM journal_chain)
          BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
        CREATE TRIGGER journal_chain_is_cut_forwards BEFORE UPDATE OF cut_number, cut_seal ON journal_chain
          WHEN NEW.cut_number < OLD.cut_number OR NEW.cut_number >= NEW.head_number OR NOT EXISTS
            (SELECT 1 FROM journal WHERE number = NEW.cut_number AND seal = NEW.cut_seal)
          BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
        CREATE TRIGGER journal_chain_stays BEFORE DELETE ON journal_chain
          BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
        """

    private static func copy(_ db: Database) throws {
        let insert = try db.makeStatement(
            sql: """
                INSERT INTO journal (number, id, at, actor, origin, action, subject_kind, subject_id, details, seal)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """)
        let start = Data(repeating: 0, count: 32)
        var (number, seal) = (Int64(0), start)
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT id, at, actor, origin, action, subject_kind, subject_id, details FROM unsealed_journal
                ORDER BY at, id
                """)
        while let row = try rows.next() {
            number += 1
            let at: Int64 = row["at"]
            var hash = SHA256()
            hash.update(data: Data("rondo journal 1\n".utf8))
            hash.update(data: seal)
            hash.update(data: withUnsafeBytes(of: number.bigEndian) { Data($0) })
            hash.update(data: withUnsafeBytes(of: at.bigEndian) { Data($0) })
            for column in ["id", "actor", "origin", "action", "subject_kind", "subject_id", "details"] {
                guard let text = row[column] as String? else {
                    hash.update(data: Data([0]))
                    continue
                }
                let utf8 = Data(text.utf8)
                hash.update(data: Data([1]))
                hash.update(data: withUnsafeBytes(of: Int64(utf8.count).bigEndian) { Data($0) })
                hash.update(data: utf8)
            }
            seal = Data(hash.finalize())
            try insert.execute(
                arguments: [
                    number, row["id"] as String, at, row["actor"] as String?, row["origin"] as String,
                    row["action"] as String, row["subject_kind"] as String?, row["subject_id"] as String?,
                    row["details"] as String, seal,
                ])
        }
        try db.execute(
            sql: """
                INSERT INTO journal_chain (one, head_number, head_seal, cut_number, cut_seal, cut_total)
                VALUES (1, ?, ?, 0, ?, 0)
                """,
            arguments: [number, seal, start])
    }
}
