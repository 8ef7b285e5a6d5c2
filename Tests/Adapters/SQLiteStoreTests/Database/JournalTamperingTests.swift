import Foundation
import GRDB
import Journal
import Primitives
import StoreFixtures
import Support
import Testing

@testable import SQLiteStore

extension Ledger {
    /// Makes changes that the triggers forbid, like an attacker who has the file.
    fileprivate func tamper(_ sql: String) throws {
        let raw = try RawDatabase(engine)
        let triggers = try raw.texts(
            "SELECT name FROM sqlite_schema WHERE type = 'trigger' AND tbl_name IN ('journal', 'journal_chain')")
        try raw.change(triggers.map { "DROP TRIGGER \($0); " }.joined() + sql)
    }
}

@Suite("A journal with manipulated rows") struct JournalTamperingTests {
    @Test(
        "if any column of a row changes, verification names the row",
        arguments: [
            "id = 'x'", "at = at + 1", "actor = 'bo'", "actor = NULL", "origin = '198.51.100.1'",
            "action = 'thing.made'",
            "subject_kind = 'other'", "subject_id = '40'", "subject_kind = NULL, subject_id = NULL",
            "details = '{\"name\":\"other\"}'", "seal = zeroblob(32)", "seal = randomblob(32)",
        ])
    func changed(assignment: String) async throws {
        let ledger = try await Ledger()
        try ledger.tamper("UPDATE journal SET \(assignment) WHERE number = 4")
        let finding = try await ledger.verify().finding
        #expect(finding?.number == 4 && finding?.fault == .changed)
    }

    @Test("moving text from one column to the next is detected") func moved() async throws {
        let ledger = try await Ledger()
        try ledger.tamper(
            "UPDATE journal SET subject_kind = 'thin', subject_id = 'g' || subject_id WHERE number = 4")
        #expect(try await ledger.verify().finding?.number == 4)
    }

    @Test(
        "removed, renumbered, exchanged and added rows are detected",
        arguments: [
            ("DELETE FROM journal WHERE number = 4", Int64(4)), ("DELETE FROM journal WHERE number = 1", 1),
            ("DELETE FROM journal WHERE number = 9", 9), ("DELETE FROM journal WHERE number > 3", 4),
            ("DELETE FROM journal", 1), ("UPDATE journal SET number = 40 WHERE number = 4", 4),
            (
                "UPDATE journal SET number = -number WHERE number IN (4, 5); UPDATE journal SET number = 9 + number WHERE number < 0",
                4
            ),
            (
                "INSERT INTO journal SELECT 10, 'new', at, actor, origin, action, subject_kind, subject_id, details, seal FROM journal WHERE number = 9",
                10
            ),
            ("UPDATE journal_chain SET head_number = 12", 10), ("UPDATE journal_chain SET head_seal = zeroblob(32)", 9),
        ])
    func rows(sql: String, number: Int64) async throws {
        let ledger = try await Ledger()
        // A constraint requires numbers above zero. It is switched off, because the test is about the chain.
        try ledger.tamper("PRAGMA ignore_check_constraints = ON; \(sql)")
        #expect(try await ledger.verify().finding?.number == number)
    }

    @Test("a change after a pruning is detected") func changedAfterCut() async throws {
        let ledger = try await Ledger()
        _ = try await ledger.journal.cut(olderThan: .seconds(65 * 86_400), as: Ledger.admin, by: .gateway)
        try ledger.tamper("UPDATE journal SET origin = 'x' WHERE number = 4")
        #expect(try await ledger.verify().finding?.number == 4)
    }

    @Test("wrong rows are reported before a missing head")
    func changedAndNoted() async throws {
        let ledger = try await Ledger()
        let rows = try await ledger.journal.entries(.everything, .first(9), as: Ledger.admin).items
        let first = try #require(rows.last)
        _ = try await ledger.journal.cut(olderThan: .seconds(65 * 86_400), as: Ledger.admin, by: .gateway)
        try ledger.tamper("UPDATE journal SET origin = 'x' WHERE number = 6")
        let noted = JournalChain.Point(number: first.number, seal: first.seal)
        #expect(
            try await ledger.verify(noted: noted).finding
                == JournalVerification.Finding(number: 6, fault: .changed, id: rows.first { $0.number == 6 }?.id))
    }

    @Test("an unrecorded pruning is detected") func forgedCut() async throws {
        let ledger = try await Ledger()
        try ledger.tamper(
            """
            UPDATE journal_chain SET cut_number = 3, cut_seal = (SELECT seal FROM journal WHERE number = 3);
            DELETE FROM journal WHERE number <= 3
            """)
        let finding = try await ledger.verify().finding
        #expect(finding?.number == 4 && finding?.fault == .cutWithoutEntry)
    }
}
