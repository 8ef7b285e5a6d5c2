import Backups
import Foundation
import GRDB
import Journal
import Primitives
import Support
import Testing

@testable import Archives
@testable import SQLiteStore

@Suite("Backups", .timeLimit(.minutes(10))) struct BackupTests {
    @Test("a backup contains the database, keys, pictures, pending uploads and, on request, the music")
    func contents() async throws {
        let fixture = try BackupFixture()
        let database = try SQLiteDatabase.new(at: fixture.database)
        try await database.write(.accounts) { db in
            try db.execute(
                sql: """
                    INSERT INTO account (id, username, username_key, display_name, search_text, role, disabled, locale,
                      theme, created_at) VALUES ('p', 'ada', 'ada', 'Ada', 'ada', 'admin', 0, 'en', 'system', 1);
                    INSERT INTO session (id, account, hash, client, address, created_at, last_used_at, confirmed_at,
                      expires_at) VALUES ('s', 'p', zeroblob(32), 'c', 'a', 1, 1, 1, 1);
                    INSERT INTO library (id, name, name_key, path, added_at, number)
                      VALUES ('lib', 'Gone', 'gone', CAST('/not/on/this/machine' AS BLOB), 1, 1);
                    """)
        }
        let plain = try fixture.verify(try await fixture.backUp(name: "rondo-plain.tar"))
        #expect(plain.version == "9.9" && plain.rows["account"] == 1 && plain.rows["session"] == 0)
        #expect(plain.includesKeys && !plain.includesMusic)

        let whole = try await fixture.backUp(withMusic: true)
        #expect(try fixture.verify(whole).includesMusic)
        var facts = stat()
        #expect(stat(whole, &facts) == 0 && facts.st_mode & 0o777 == 0o600)

        let target = fixture.folder.path + "/new"
        _ = try fixture.restore(whole, into: target)
        #expect(BackupFixture.text(target + "/keys/secret.key") == "secret")
        #expect(BackupFixture.text(target + "/images/ab/cdef") == "picture")
        #expect(BackupFixture.text(target + "/quarantine/one/file") == "given")
        #expect(BackupFixture.text(target + "/quarantine/.draft") == nil)
        #expect(BackupFixture.text(target + "/restored-music/lib/Artist/Zażółć.flac") == "a song")
        let restored = try SQLiteDatabase.open(path: target + "/rondo.sqlite")
        let path = try await restored.read { try String.fetchOne($0, sql: "SELECT CAST(path AS TEXT) FROM library") }
        #expect(path == target + "/restored-music/lib")
        let people = try await restored.read {
            try (
                Int.fetchOne($0, sql: "SELECT count(*) FROM account"),
                Int.fetchOne($0, sql: "SELECT count(*) FROM session")
            )
        }
        #expect(people == (1, 0))
        try restored.close()
        try database.close()
    }

    @Test("the file contains no deleted data and no usable credentials") func scrubbed() async throws {
        let fixture = try BackupFixture()
        let database = try SQLiteDatabase.new(at: fixture.database)
        let canary = Array("CANARY-9f3b-canary-9f3b-canary-9".utf8)
        try await database.write(.accounts) { db in
            try db.execute(
                sql: """
                    INSERT INTO account (id, username, username_key, display_name, search_text, role, disabled, locale,
                      theme, created_at) VALUES ('p', 'ada', 'ada', 'Ada', 'ada', 'admin', 0, 'en', 'system', 1);
                    """)
            for id in ["kept", "ended"] {
                try db.execute(
                    sql:
                        "INSERT INTO session (id, account, hash, client, address, created_at, last_used_at, expires_at) VALUES (?, 'p', ?, 'c', 'a', 1, 1, 1)",
                    arguments: [id, Data(canary.dropLast() + [UInt8(ascii: id == "kept" ? "k" : "e")])])
            }
            try db.execute(sql: "DELETE FROM session WHERE id = 'ended'")
        }
        let bytes = try Data(contentsOf: URL(fileURLWithPath: try await fixture.backUp()))
        #expect(bytes.range(of: Data("CANARY-9f3b".utf8)) == nil)
        try database.close()
    }

    @Test("the restored backup is listed as done, and an earlier interrupted one is not")
    func ownRun() async throws {
        let fixture = try BackupFixture()
        let database = try SQLiteDatabase.new(at: fixture.database)
        let store = SQLiteBackupStore(database)
        let before = BackupFixture.now.advanced(by: .seconds(-60))
        for (id, at) in [("own", BackupFixture.now), ("before", before)] {
            try await store.begin(
                BackupRun(id: ID(id), kind: .scheduled, startedAt: at, withMusic: false),
                journal: JournalEntry(at: at, by: .gateway, "backup.start"))
        }
        let backup = try await fixture.backUp()
        #expect(try await store.runs(limit: 2).map(\.state) == [.running, .running])
        try database.close()
        _ = try fixture.restore(backup, into: fixture.data)
        let restored = try SQLiteDatabase.open(path: fixture.database)
        let runs = SQLiteBackupStore(restored)
        try await runs.interruptRunning(at: BackupFixture.now)
        let last = try await runs.runs(limit: 2)
        #expect(last.map(\.state) == [.done, .interrupted])
        #expect(last[0].file == BackupFile.name(at: BackupFixture.now) && last[0].endedAt == BackupFixture.now)
        try restored.close()
    }

    @Test("a backup without keys needs existing keys, and is refused where there are none")
    func withoutKeys() async throws {
        let fixture = try BackupFixture()
        try SQLiteDatabase.new(at: fixture.database).close()
        let backup = try await fixture.backUp(withKeys: false)
        #expect(try !fixture.verify(backup).includesKeys)
        #expect(throws: DomainError.self) { try fixture.restore(backup, into: fixture.folder.path + "/new") }
        #expect(!FileManager.default.fileExists(atPath: fixture.folder.path + "/new/rondo.sqlite"))
        let replaced = try fixture.restore(backup, into: fixture.data)
        #expect(BackupFixture.text(fixture.data + "/keys/secret.key") == "secret")
        #expect(replaced.map { FileManager.default.fileExists(atPath: $0.aside + "/rondo.sqlite") } == true)
    }

    @Test("a restoration that was cut off between any two moves is finished by the next start")
    func cutOff() async throws {
        for cut in 0..<5 {
            let fixture = try BackupFixture()
            try SQLiteDatabase.new(at: fixture.database).close()
            let backup = try await fixture.backUp()
            try Data("newer picture".utf8).write(to: URL(fileURLWithPath: fixture.data + "/images/ab/ffff"))
            let restoration = Restoration(fixture.places)
            let check = BackupCheck(snapshots: fixture.snapshots, bytesPerSecond: nil, progress: BackupProgress())
            _ = try restoration.prepare(backup, check, snapshots: fixture.snapshots)
            // The files that an interrupted attempt has already moved.
            let aside = try asideName(fixture)
            try FileManager.default.createDirectory(atPath: aside, withIntermediateDirectories: true)
            let moves = [
                ("/rondo.sqlite", "data", "aside"), ("/rondo.sqlite", "restoring", "data"),
                ("/images", "data", "aside"), ("/images", "restoring", "data"),
            ]
            let folders = ["data": fixture.data, "aside": aside, "restoring": fixture.data + "/restoring"]
            for (name, from, to) in moves.prefix(cut) {
                try FileManager.default.moveItem(
                    atPath: try #require(folders[from]) + name, toPath: try #require(folders[to]) + name)
            }
            let applied = try #require(try restoration.apply())
            #expect(applied.aside == aside)
            #expect(BackupFixture.text(fixture.data + "/images/ab/cdef") == "picture")
            #expect(BackupFixture.text(fixture.data + "/images/ab/ffff") == nil)
            #expect(BackupFixture.text(aside + "/images/ab/ffff") == "newer picture")
            #expect(FileManager.default.fileExists(atPath: aside + "/rondo.sqlite"))
            #expect(BackupFixture.text(fixture.data + "/keys/secret.key") == "secret")
            #expect(try restoration.apply() == nil)
        }
    }

    @Test("two restores within one second move the replaced data into separate folders") func oneSecond() async throws {
        let fixture = try BackupFixture()
        try SQLiteDatabase.new(at: fixture.database).close()
        let backup = try await fixture.backUp()
        let restoration = Restoration(fixture.places)
        let check = BackupCheck(snapshots: fixture.snapshots, bytesPerSecond: nil, progress: BackupProgress())
        for part in [0.25, 0.5] {
            _ = try restoration.prepare(backup, check, snapshots: fixture.snapshots)
            let aside = try asideName(fixture, part)
            let applied = try #require(try restoration.apply())
            #expect(applied.aside == aside)
            #expect(FileManager.default.fileExists(atPath: aside + "/rondo.sqlite"))
        }
    }

    /// Sets the marker file's time to this fraction of a second. It determines the name of the folder with the replaced
    /// data.
    private func asideName(_ fixture: BackupFixture, _ part: Double = 0.5) throws -> String {
        let seconds: Int64 = 1_795_000_000
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: Double(seconds) + part)],
            ofItemAtPath: fixture.data + "/restoring/ready.json")
        let name = BackupFile.name(at: Timestamp(milliseconds: seconds * 1000)).dropFirst(6).dropLast(4)
        return "\(fixture.data)/replaced-\(name)-\(Int(part * 1000))"
    }

    @Test("only one backup is made at a time, across processes") func alone() async throws {
        let fixture = try BackupFixture()
        try SQLiteDatabase.new(at: fixture.database).close()
        let lock = try #require(try BackupLock(at: fixture.places.lock))
        #expect(try BackupLock(at: fixture.places.lock) == nil)
        withExtendedLifetime(lock) {}
    }

    @Test("a backup's name is its time in UTC, and a name with a path is invalid") func names() {
        #expect(BackupFile.name(at: Timestamp(milliseconds: 0)) == "rondo-19700101-000000.tar")
        #expect(BackupFile.name(at: Timestamp(milliseconds: 1_795_298_260_435)) == "rondo-20261121-215740.tar")
        #expect(BackupFile.name(at: Timestamp(milliseconds: 951_827_696_000)) == "rondo-20000229-123456.tar")
        for name in [
            "../rondo-1.tar", "rondo-/../1.tar", "rondo-1.tar/", "rondo-1.zip", ".rondo-1.tar", "rondo-\n.tar",
        ] {
            #expect(!BackupFile.isName(name), "\(name)")
        }
    }
}
