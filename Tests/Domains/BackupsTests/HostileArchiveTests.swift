import Archives
import Backups
import Foundation
import Primitives
import SQLiteStore
import Support
import Testing

@Suite("Hostile archives", .timeLimit(.minutes(10))) struct HostileArchiveTests {
    @Test("fifty damaged copies of a backup are refused and leave nothing behind") func damaged() async throws {
        let fixture = try BackupFixture()
        try SQLiteDatabase.new(at: fixture.database).close()
        let backup = try await fixture.backUp(withMusic: true)
        let good = [UInt8](try Data(contentsOf: URL(fileURLWithPath: backup)))
        var random = SeededGenerator(seed: 20_261_121)
        let path = fixture.folder.path + "/damaged.tar"
        let before = try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path)
        for attempt in 0..<50 {
            var bytes = good
            if attempt % 3 == 0 {
                bytes.removeSubrange(Int.random(in: 0..<good.count - 1024, using: &random)...)
            } else {
                // The last entry is followed by padding without meaning.
                let place = Int.random(in: 0..<good.count - 10_240, using: &random)
                // A flipped bit in an unused header field (owner, time) does no harm: only the content of the files
                // counts.
                bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            }
            try Data(bytes).write(to: URL(fileURLWithPath: path))
            do {
                let contents = try fixture.verify(path)
                #expect(attempt % 3 != 0, "\(attempt)")
                #expect(contents == (try fixture.verify(backup)), "\(attempt)")
            } catch let error as DomainError {
                #expect(["backup_damaged", "schema_newer"].contains(error.reason), "\(error)")
            }
        }
        let after = try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path)
        #expect(Set(after) == Set(before + ["damaged.tar"]))
    }

    @Test(
        "paths that leave the folder, links, devices and folders are refused",
        arguments: [
            ("../../evil", "0", ""), ("images/../../evil", "0", ""), ("/tmp/rondo-evil", "0", ""),
            ("images//evil", "0", ""), ("images/./evil", "0", ""), ("evil", "0", ""), ("database/other", "0", ""),
            ("keys/secret.key", "2", "/etc/passwd"), ("images/aa", "1", "database/rondo.sqlite"),
            ("images/aa", "3", ""), ("images/aa", "6", ""), ("images/aa/", "5", ""),
            ("database/rondo.sqlite-wal", "0", ""), ("rondo-backup.json", "0", ""),
        ] as [(String, String, String)])
    func names(name: String, kind: String, link: String) async throws {
        let fixture = try BackupFixture()
        var tar = TarBuilder()
        tar.add("rondo-backup.json", Array("{}".utf8))
        tar.add(name, kind == "0" ? Array("evil".utf8) : [], kind: Character(kind), link: link)
        tar.add("SHA256SUMS")
        tar.end()
        let path = fixture.folder.path + "/hostile.tar"
        try Data(tar.bytes).write(to: URL(fileURLWithPath: path))
        let refused = #expect(throws: DomainError.self) { try fixture.verify(path) }
        #expect(refused?.reason == "backup_damaged", "\(refused as Any)")
        #expect(!FileManager.default.fileExists(atPath: fixture.folder.path + "/evil"))
        #expect(!FileManager.default.fileExists(atPath: "/tmp/rondo-evil"))
        let left = try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path)
        #expect(Set(left) == ["data", "music", "hostile.tar"])
    }

    @Test("archives with wrong lengths, compressed archives and other files are refused at once")
    func bombs() async throws {
        let fixture = try BackupFixture()
        let path = fixture.folder.path + "/bomb.tar"
        var tar = TarBuilder()
        tar.add("rondo-backup.json", Array("{}".utf8))
        tar.add("images/aa/bb", [], size: 0o77777777777)
        tar.end()
        let packed = try await Program.run(
            "/usr/bin/python3",
            ["-c", "import gzip,sys; f=gzip.open(sys.argv[1],'wb'); [f.write(bytes(1<<20)) for _ in range(256)]", path])
        #expect(packed.status == 0)
        let gzip = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        for bytes in [tar.bytes, gzip, [], Array("hello".utf8), [UInt8](repeating: 0, count: 1 << 20)] {
            try Data(bytes).write(to: URL(fileURLWithPath: path))
            let refused = #expect(throws: DomainError.self) { try fixture.verify(path) }
            #expect(refused?.reason == "backup_damaged", "\(refused as Any)")
        }
    }
}
