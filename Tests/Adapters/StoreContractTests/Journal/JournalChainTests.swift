import Journal
import Primitives
import StoreFixtures
import Support
import Testing

@Suite("The journal's chain") struct JournalChainTests {
    @Test("an untouched journal verifies, and its head can be noted") func intact() async throws {
        let ledger = try await Ledger()
        let result = try await ledger.verify()
        #expect(result.isIntact && result.checked == 9 && result.head.number == 9)
        #expect(try await ledger.verify(noted: result.head).isIntact)
        #expect(JournalChain.Point(text: result.head.text) == result.head)
    }

    @Test("a completely rewritten journal differs from the noted one") func rewritten() async throws {
        let (ledger, other) = (try await Ledger(), try await Ledger())
        let noted = try await ledger.verify().head
        let finding = try await other.verify(noted: noted).finding
        #expect(finding?.number == 9 && finding?.fault == .notAsNoted)
    }

    @Test("pruning leaves a sealed summary, and the rest verifies") func cut() async throws {
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
    }

    @Test("a noted head is compared while it exists, and reported once it is missing")
    func noted() async throws {
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
    }

    @Test("an interrupted pruning is finished later, and verifies meanwhile") func interrupted() async throws {
        let ledger = try await Ledger()
        let store = ledger.engine.journal
        let before = Timestamp(milliseconds: 35 * Ledger.day)
        _ = try await store.cut(before: before) { $0.entry(at: ledger.clock.now(), by: .gateway) }
        #expect(try await ledger.verify().checked == 7)
        #expect(try await store.removeCut(limit: 2))
        #expect(try await ledger.verify().isIntact)
        try await ledger.journal.finishCut()
        #expect(try await ledger.journal.entries(.everything, .first(9), as: Ledger.admin).items.count == 7)
    }

    @Test("entries younger than a month cannot be pruned, and without older entries nothing is removed")
    func young() async throws {
        let ledger = try await Ledger()
        await #expect(throws: DomainError.self) {
            try await ledger.journal.cut(olderThan: .seconds(86_400), as: Ledger.admin, by: .gateway)
        }
        #expect(
            try await ledger.journal.cut(olderThan: .seconds(95 * 86_400), as: Ledger.admin, by: .gateway) == nil)
        #expect(try await ledger.verify().checked == 9)
    }

    @Test("filters by user, action and time agree in both directions") func filters() async throws {
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
}
