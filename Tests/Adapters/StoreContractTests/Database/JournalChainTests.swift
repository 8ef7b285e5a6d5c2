import Foundation
import GRDB
import Journal
import Primitives
import Support
import Testing

@testable import SQLiteStore

/// The journal with nine rows, and somebody who can write to its file.
private struct Ledger {
    static let admin = Principal(user: ID("ada"), role: .admin)
    static let day: Int64 = 86_400_000

    let folder: TemporaryFolder
    let database: SQLiteDatabase
    let journal: JournalService
    let clock: TestClock

    /// Row n was written on day 10 n.
    init() async throws {
        folder = try TemporaryFolder()
        database = try SQLiteDatabase.open(path: folder.path + "/a")
        clock = TestClock(Timestamp(milliseconds: 100 * Self.day))
        journal = JournalService(store: SQLiteJournalStore(database), clock: clock)
        try await database.write(.accounts) { db in
            for number in 1...9 {
                try JournalEntry(
                    at: Timestamp(milliseconds: Int64(number) * 10 * Self.day),
                    by: JournalEntry.Actor(
                        user: number.isMultiple(of: 2) ? ID("ada") : nil, origin: "192.0.2.\(number)"),
                    number == 5 ? "thing.edit" : "thing.make", JournalEntry.Subject(kind: "thing", id: "\(number)"),
                    details: ["name": "Zażółć \(number)"]
                ).append(to: db)
            }
        }
    }

    /// What the triggers forbid, done as somebody would who has the file.
    func tamper(_ sql: String) async throws {
        try await database.write(.accounts) { db in
            for trigger in try String.fetchAll(
                db,
                sql:
                    "SELECT name FROM sqlite_schema WHERE type = 'trigger' AND tbl_name IN ('journal', 'journal_chain')"
            ) {
                try db.execute(sql: "DROP TRIGGER \(trigger)")
            }
            try db.execute(sql: sql)
        }
    }

    func verify(noted: JournalChain.Point? = nil) async throws -> JournalVerification {
        try await journal.verify(noted: noted, as: Self.admin)
    }
}

@Suite("The chain of the journal") struct JournalChainTests {
    @Test("what nobody has touched verifies, and its head can be noted") func intact() async throws {
        let ledger = try await Ledger()
        let result = try await ledger.verify()
        #expect(result.isIntact && result.checked == 9 && result.head.number == 9)
        #expect(try await ledger.verify(noted: result.head).isIntact)
        #expect(JournalChain.Point(text: result.head.text) == result.head)
    }

    @Test(
        "a change of any column of a row names that row",
        arguments: [
            "id = 'x'", "at = at + 1", "actor = 'bo'", "actor = NULL", "origin = '198.51.100.1'",
            "action = 'thing.made'",
            "subject_kind = 'other'", "subject_id = '40'", "subject_kind = NULL, subject_id = NULL",
            "details = '{\"name\":\"other\"}'", "seal = zeroblob(32)", "seal = randomblob(32)",
        ])
    func changed(assignment: String) async throws {
        let ledger = try await Ledger()
        try await ledger.tamper("UPDATE journal SET \(assignment) WHERE number = 4")
        let finding = try await ledger.verify().finding
        #expect(finding?.number == 4 && finding?.fault == .changed)
    }

    @Test("a text that moves from one column to the next is noticed") func moved() async throws {
        let ledger = try await Ledger()
        try await ledger.tamper(
            "UPDATE journal SET subject_kind = 'thin', subject_id = 'g' || subject_id WHERE number = 4")
        #expect(try await ledger.verify().finding?.number == 4)
    }

    @Test(
        "rows that are gone, renumbered, exchanged or added are noticed",
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
        // A number is checked to be above zero, which is not what this is about.
        try await ledger.tamper("PRAGMA ignore_check_constraints = ON; \(sql)")
        #expect(try await ledger.verify().finding?.number == number)
    }

    @Test("a journal that was written anew as a whole is not the one that was noted") func rewritten() async throws {
        let (ledger, other) = (try await Ledger(), try await Ledger())
        let noted = try await ledger.verify().head
        let finding = try await other.verify(noted: noted).finding
        #expect(finding?.number == 9 && finding?.fault == .notAsNoted)
    }

    @Test("what was cut leaves a sealed summary, and the rest verifies") func cut() async throws {
        let ledger = try await Ledger()
        let seal = try await ledger.journal.entries(.everything, .first(9), as: Ledger.admin).items[6].seal
        let cut = try await ledger.journal.cut(
            olderThan: .seconds(65 * 86_400), as: Ledger.admin, by: .gateway)
        #expect(cut?.count == 3 && cut?.through == JournalChain.Point(number: 3, seal: seal))
        let rest = try await ledger.journal.entries(.everything, .first(9), as: Ledger.admin).items
        #expect(rest.map(\.number) == [10, 9, 8, 7, 6, 5, 4])
        #expect(
            rest[0].action == "journal.cut" && rest[0].details["seal"] == seal.hex && rest[0].details["total"] == "3")
        let result = try await ledger.verify()
        #expect(result.isIntact && result.checked == 7 && result.cutThrough == 3)

        try await ledger.tamper("UPDATE journal SET origin = 'x' WHERE number = 4")
        #expect(try await ledger.verify().finding?.number == 4)
    }

    @Test("a head that was noted down is compared as long as it is there, and missed when it is not") func noted()
        async throws
    {
        let ledger = try await Ledger()
        let rows = try await ledger.journal.entries(.everything, .first(9), as: Ledger.admin).items
        func head(_ number: Int64) throws -> JournalChain.Point {
            JournalChain.Point(number: number, seal: try #require(rows.first { $0.number == number }?.seal))
        }
        func finding(_ noted: JournalChain.Point) async throws -> JournalVerification.Finding? {
            try await ledger.verify(noted: noted).finding
        }
        #expect(try await finding(JournalChain.Point(number: 10, seal: head(9).seal))?.fault == .missing)
        #expect(try await finding(JournalChain.Point(number: 0, seal: .start)) == nil)
        #expect(try await finding(JournalChain.Point(number: 0, seal: head(9).seal))?.fault == .notAsNoted)
        _ = try await ledger.journal.cut(olderThan: .seconds(65 * 86_400), as: Ledger.admin, by: .gateway)
        for number in Int64(3)...9 { #expect(try await finding(head(number)) == nil) }
        #expect(
            try await finding(JournalChain.Point(number: 3, seal: head(9).seal))
                == JournalVerification.Finding(number: 3, fault: .notAsNoted))
        for number in Int64(1)...2 {
            #expect(try await finding(head(number)) == JournalVerification.Finding(number: number, fault: .cutOff))
        }
        #expect(try await finding(JournalChain.Point(number: 11, seal: head(9).seal))?.fault == .missing)
        // What is wrong with the rows that are there is told before.
        try await ledger.tamper("UPDATE journal SET origin = 'x' WHERE number = 6")
        #expect(
            try await finding(head(1))
                == JournalVerification.Finding(number: 6, fault: .changed, id: rows.first { $0.number == 6 }?.id))
    }

    @Test("a cut that no entry tells of is noticed") func forgedCut() async throws {
        let ledger = try await Ledger()
        try await ledger.tamper(
            """
            UPDATE journal_chain SET cut_number = 3, cut_seal = (SELECT seal FROM journal WHERE number = 3);
            DELETE FROM journal WHERE number <= 3
            """)
        let finding = try await ledger.verify().finding
        #expect(finding?.number == 4 && finding?.fault == .cutWithoutEntry)
    }

    @Test("a cut that was interrupted is finished later, and verifies meanwhile") func interrupted() async throws {
        let ledger = try await Ledger()
        let store = SQLiteJournalStore(ledger.database)
        let before = Timestamp(milliseconds: 35 * Ledger.day)
        _ = try await store.cut(before: before) { $0.entry(at: ledger.clock.now(), by: .gateway) }
        #expect(try await ledger.verify().checked == 7)
        #expect(try await store.removeCut(limit: 2))
        #expect(try await ledger.verify().isIntact)
        try await ledger.journal.finishCut()
        #expect(try await ledger.journal.entries(.everything, .first(9), as: Ledger.admin).items.count == 7)
    }

    @Test("what is younger than a month is not cut, and nothing is when nothing is old") func young() async throws {
        let ledger = try await Ledger()
        await #expect(throws: DomainError.self) {
            try await ledger.journal.cut(olderThan: .seconds(86_400), as: Ledger.admin, by: .gateway)
        }
        #expect(
            try await ledger.journal.cut(olderThan: .seconds(95 * 86_400), as: Ledger.admin, by: .gateway) == nil)
        #expect(try await ledger.verify().checked == 9)
    }

    @Test("filters by person, action and time agree, either way") func filters() async throws {
        let ledger = try await Ledger()
        let day = { (day: Int64) in Timestamp(milliseconds: day * Ledger.day) }
        let cases: [(JournalFilter, [Int64])] = [
            (JournalFilter(person: ID("ada")), [8, 6, 4, 2]), (JournalFilter(action: "thing.edit"), [5]),
            (JournalFilter(person: ID("ada"), action: "thing.edit"), []),
            (JournalFilter(from: day(30), until: day(60)), [5, 4, 3]),
            (JournalFilter(person: ID("ada"), action: "thing.make", from: day(30), until: day(80)), [6, 4]),
        ]
        for (filter, numbers) in cases {
            var found: [Int64] = []
            var cursor: Primitives.Cursor?
            repeat {
                let page = try await ledger.journal.entries(
                    filter, PageRequest(limit: 2, cursor: cursor), as: Ledger.admin)
                found += page.items.map(\.number)
                cursor = page.next
            } while cursor != nil
            #expect(found == numbers)
            var exported: [Int64] = []
            try await ledger.journal.export(filter, as: Ledger.admin) { exported += $0.map(\.number) }
            #expect(exported == numbers.reversed())
        }
        #expect(try await ledger.journal.actions(as: Ledger.admin) == ["thing.edit", "thing.make"])
    }

    @Test("what an earlier version wrote is sealed as it is found") func upgrade() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/a"
        let earlier = [Migration].all.filter { $0.name < "0032" }
        let old = try SQLiteDatabase.open(path: path, migrations: earlier)
        try await old.write(.accounts) { db in
            for number in 1...3 {
                try db.execute(
                    sql: """
                        INSERT INTO journal (id, at, actor, origin, action, subject_kind, subject_id, details)
                        VALUES (?, ?, NULL, 'gateway', 'thing.make', 'thing', 'ż', '{"a":"b"}')
                        """, arguments: ["\(number)", number])
            }
        }
        try old.close()
        let database = try SQLiteDatabase.open(path: path)
        let journal = JournalService(store: SQLiteJournalStore(database))
        #expect(try await journal.verify(as: Ledger.admin).checked == 3)
        try await database.write(.accounts) { db in
            try JournalEntry(at: Timestamp(milliseconds: 9), by: .gateway, "thing.make").append(to: db)
        }
        let result = try await journal.verify(as: Ledger.admin)
        #expect(result.isIntact && result.checked == 4)
    }
}
