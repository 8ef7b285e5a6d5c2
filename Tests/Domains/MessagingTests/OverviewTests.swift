import Accounts
import Administration
import GRDB
import Primitives
import Support
import Testing

@testable import Messaging
@testable import SQLiteStore

/// The daily overview that admins receive by email.
@Suite("The daily overview by email") struct OverviewTests {
    private static let now = Timestamp(milliseconds: 1_795_298_260_435)

    @Test("only admins with a confirmed address who asked for it receive it, once a day") func readers() async throws {
        let folder = try TemporaryFolder()
        let database = try SQLiteDatabase.new(at: folder.path + "/rondo.sqlite")
        let outbox = SQLiteOutbox(database)
        for (id, role, disabled, confirmed, kind) in [
            ("ada", "admin", 0, true, "dailyOverview"), ("unconfirmed", "admin", 0, false, "dailyOverview"),
            ("other", "admin", 0, true, "postHidden"), ("gone", "admin", 1, true, "dailyOverview"),
            ("bob", "moderator", 0, true, "dailyOverview"),
        ] {
            try await database.write(.accounts) { db in
                try db.execute(
                    sql: """
                        INSERT INTO account (id, username, username_key, display_name, search_text, role, disabled, locale,
                          theme, created_at, email, email_key)
                        VALUES (?1, ?1, ?1, ?1, ?1, ?2, ?3, 'pl', 'system', 1, ?1 || '@b.c', ?1 || '@b.c')
                        """, arguments: [id, role, disabled])
                try db.execute(sql: "INSERT INTO mailed_notification VALUES (?, ?)", arguments: [id, kind])
                guard confirmed else { return }
                try db.execute(sql: "INSERT INTO confirmed_email VALUES (?1, ?1 || '@b.c', 1)", arguments: [id])
            }
        }
        let readers = try await outbox.overviewReaders(on: "2026-11-22")
        #expect(readers.map(\.address) == ["ada@b.c"])
        let email = Email(
            id: ID("one"), user: nil, recipient: "ada@b.c", kind: .overview, locale: .polish, topic: "overview:1",
            createdAt: Self.now)
        try await outbox.add(overviews: [email], of: "2026-11-22")
        #expect(try await outbox.overviewReaders(on: "2026-11-22").isEmpty)
        try await outbox.remove(email.id)
        try await outbox.add(overviews: [email], of: "2026-11-22")
        #expect(try await outbox.counts().waiting == 0)
        #expect(try await outbox.overviewReaders(on: "2026-11-23").count == 1)
    }

    @Test("it has the state, the warnings and the journal's head, with any content, in three languages")
    func text() {
        let parameters = [
            "name": "Ada", "server": "Home {link}", "version": "9.9", "people": "4", "tracks": "900", "requests": "2",
            "backup": "2026-11-22 03:30 UTC (done)", "warnings": "2", "warning0": "diskFull",
            "detail0": "data\r\n{head}",
            "warning1": "tomorrow's", "detail1": "x", "head": "12:abc", "signer": "rondo1sig_x",
        ]
        for (locale, words) in [
            (AccountLocale.english, ["The disk is nearly full: data{head}", "Home {link}: daily overview (2)"]),
            (.polish, ["Dysk jest prawie pełny: data{head}", "Home {link}: przegląd dnia (2)"]),
            (.spanish, ["El disco está casi lleno: data{head}", "Home {link}: resumen del día (2)"]),
        ] {
            let text = EmailText(
                .overview, in: locale, parameters, link: "https://music.example/admin", site: "https://music.example")
            for word in words + ["\n12:abc\n", "rondo1sig_x", "900", "tomorrows: x", "https://music.example/admin"] {
                #expect("\(text.subject)\n\(text.text)".contains(word), "\(word): \(text.text)")
            }
        }
        let quiet = EmailText(.overview, in: .english, ["server": "Home"], link: nil, site: "https://music.example")
        #expect(quiet.subject == "Home: daily overview" && quiet.text.contains("There are no warnings."))
        #expect(!quiet.text.contains("journal"))
        let many = EmailText(.overview, in: .english, ["warnings": "999999999999"], link: nil, site: "x")
        #expect(many.text.split(separator: "\n").count < 130)
    }

    @Test("every warning of the overview has its own text") func warnings() {
        let messages = MessageCatalog.of(.english).messages
        for kind in ServerWarning.Kind.allCases { #expect(messages["warnings.\(kind.rawValue)"] != nil) }
    }
}
