import Backups
import Crypto
import Foundation
import GRDB
import Journal
import Primitives
import Support
import Testing

@testable import Archives
@testable import SQLiteStore

@Suite("Encrypted backups", .timeLimit(.minutes(10))) struct SealedBackupTests {
    private static func bytes(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    private static func write(_ bytes: some Sequence<UInt8>, _ fixture: SealedBackupFixture) throws -> String {
        let path = fixture.base.folder.path + "/changed.tar.sealed"
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        return path
    }

    /// The offset of the first chunk.
    private static func start(_ bytes: [UInt8]) -> Int {
        let length = SealedFormat.magic.count
        return length + 4 + bytes[length..<length + 4].reduce(0) { $0 << 8 | Int($1) }
    }

    @Test("an encrypted backup is restored with any recipient's private key, and contains no plain text")
    func roundTrip() async throws {
        let fixture = try SealedBackupFixture()
        let other = BackupIdentity()
        let path = try await fixture.seal(to: [other.recipient, fixture.identity.recipient])
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        for text in ["CANARY-4c1d", "SQLite format 3", "rondo-backup.json", "SHA256SUMS"] {
            #expect(bytes.range(of: Data(text.utf8)) == nil, "\(text)")
        }
        for identity in [fixture.identity, other] {
            let result = try fixture.verify(path, [identity], signer: fixture.signer.publicKey)
            #expect(result.isComplete && result.contents?.version == "9.9" && result.contents?.includesKeys == true)
            #expect(result.seal?.recipients == [other.recipient, fixture.identity.recipient])
        }
        let target = fixture.base.folder.path + "/new"
        try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: true)
        let restoration = Restoration(
            BackupPlaces(data: target, folder: fixture.base.places.folder, lock: target + "/backup.lock"))
        _ = try restoration.prepare(path, fixture.check([fixture.identity]), snapshots: fixture.base.snapshots)
        _ = try restoration.apply()
        #expect(BackupFixture.text(target + "/keys/secret.key") == "secret")
        #expect(BackupFixture.text(target + "/images/ab/canary") == "CANARY-4c1d")
        #expect(
            FileManager.default.contents(atPath: target + "/images/ab/noise")
                == FileManager.default.contents(atPath: fixture.base.data + "/images/ab/noise"))
        // No partial files remain, even in the data folder.
        for folder in [fixture.base.data, fixture.base.places.folder] {
            let left = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasPrefix(".") }
            #expect(left.isEmpty, "\(left)")
        }
    }

    @Test("without the private key only the signature is checked, and another key opens nothing")
    func keys() async throws {
        let fixture = try SealedBackupFixture()
        let path = try await fixture.seal()
        let signature = try fixture.verify(path, [], signer: fixture.signer.publicKey)
        #expect(!signature.isComplete && signature.seal?.signer == fixture.signer.publicKey)
        let wrong = #expect(throws: DomainError.self) { try fixture.verify(path, [BackupIdentity()]) }
        #expect(wrong?.reason == "backup_sealed" && wrong?.message.contains(fixture.identity.recipient.text) == true)
        let foreign = try BackupSigner(seed: [UInt8](repeating: 4, count: 32)).publicKey
        for identities in [[], [fixture.identity]] {
            let refused = #expect(throws: DomainError.self) { try fixture.verify(path, identities, signer: foreign) }
            #expect(refused?.reason == "backup_foreign")
        }
        // A restore that requires a signature refuses a backup without one.
        let plain = try await fixture.base.backUp(name: "rondo-plain.tar")
        let unsigned = #expect(throws: DomainError.self) {
            try fixture.verify(plain, [fixture.identity], signer: fixture.signer.publicKey)
        }
        #expect(unsigned?.reason == "backup_foreign")
        #expect(try fixture.verify(plain).contents?.version == "9.9")
    }

    @Test("a flipped bit anywhere is detected, with and without the private key") func flipped() async throws {
        let fixture = try SealedBackupFixture()
        let bytes = try Self.bytes(try await fixture.seal())
        let start = Self.start(bytes)
        var places = [0, SealedFormat.magic.count, SealedFormat.magic.count + 3, start - 2, start, bytes.count - 1]
        places += [bytes.count - 64, bytes.count - 65, start + SealedFormat.chunk, start + SealedFormat.chunk + 16]
        var generator = SeededGenerator(seed: 2)
        places += (0..<20).map { _ in Int.random(in: 0..<bytes.count, using: &generator) }
        for place in places {
            var changed = bytes
            changed[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            let path = try Self.write(changed, fixture)
            #expect(throws: DomainError.self, "byte \(place)") { try fixture.verify(path) }
            #expect(throws: DomainError.self, "byte \(place), unopened") { try fixture.verify(path, []) }
        }
    }

    @Test("removed, added, moved and duplicated chunks are detected, even with a new signature")
    func rearranged() async throws {
        let fixture = try SealedBackupFixture()
        let bytes = try Self.bytes(try await fixture.seal())
        let (start, size) = (Self.start(bytes), SealedFormat.chunk + SealedFormat.tag)
        let head = Array(bytes[..<start])
        let payload = bytes[start..<(bytes.count - SealedFormat.signature)]
        let chunks = stride(from: payload.startIndex, to: payload.endIndex, by: size).map {
            Array(payload[$0..<min($0 + size, payload.endIndex)])
        }
        try #require(chunks.count >= 4)
        var swapped = chunks
        swapped.swapAt(0, 1)
        let arrangements: [(String, [[UInt8]])] = [
            ("swapped", swapped), ("without the first", Array(chunks.dropFirst())),
            ("without one", [chunks[0]] + chunks[2...]), ("without the last", Array(chunks.dropLast())),
            ("doubled", [chunks[0]] + chunks), ("the last first", [chunks[chunks.count - 1]] + chunks.dropLast()),
            ("nothing", []),
        ]
        for (name, order) in arrangements {
            let signed = head + order.joined()
            let signature = try fixture.signer.key.signature(for: SealedFormat.signed(Self.digest(signed)))
            let path = try Self.write(signed + signature, fixture)
            let refused = #expect(throws: DomainError.self, "\(name)") { try fixture.verify(path) }
            #expect(refused?.reason == "backup_damaged", "\(name): \(refused?.message ?? "")")
        }
        for length in [0, 10, start - 1, start + 5, start + size, bytes.count - 65, bytes.count - 1] {
            let path = try Self.write(bytes.prefix(length), fixture)
            #expect(throws: DomainError.self, "\(length) bytes") { try fixture.verify(path) }
            #expect(throws: DomainError.self, "\(length) bytes, unopened") { try fixture.verify(path, []) }
        }
        let longer = try Self.write(bytes + [0], fixture)
        #expect(throws: DomainError.self) { try fixture.verify(longer) }
    }

    @Test("a header that names another recipient or signer opens no chunk") func header() async throws {
        let fixture = try SealedBackupFixture()
        let bytes = try Self.bytes(try await fixture.seal())
        let start = Self.start(bytes)
        let text = String(decoding: bytes[(SealedFormat.magic.count + 4)..<start], as: UTF8.self)
        let forger = try BackupSigner(seed: [UInt8](repeating: 5, count: 32))
        let forged = Array(text.replacing(fixture.signer.publicKey.text, with: forger.publicKey.text).utf8)
        try #require(forged.count == text.utf8.count)
        let signed =
            Array(bytes[..<(SealedFormat.magic.count + 4)]) + forged
            + bytes[start..<(bytes.count - SealedFormat.signature)]
        let signature = try forger.key.signature(for: SealedFormat.signed(Self.digest(signed)))
        let path = try Self.write(signed + signature, fixture)
        // The forger's signature is valid and names the forger. Decryption with the private key still detects it.
        #expect(try fixture.verify(path, []).seal?.signer == forger.publicKey)
        #expect(throws: DomainError.self) { try fixture.verify(path) }
        #expect(throws: DomainError.self) { try fixture.verify(path, [], signer: fixture.signer.publicKey) }
    }

    @Test("a backup is compared with the journal's head at its creation, and its journal with its seals")
    func journal() async throws {
        let fixture = try BackupFixture()
        let database = try SQLiteDatabase.new(at: fixture.database)
        let store = SQLiteBackupStore(database)
        for number in 1...3 {
            try await store.record(
                JournalEntry(at: BackupFixture.now, by: .gateway, "test.entry", details: ["number": "\(number)"]))
        }
        let good = try fixture.verify(try await fixture.backUp(name: "rondo-good.tar"))
        let head = try #require(good.journal.flatMap { JournalChain.Point(text: $0) })
        #expect(head.number == 3)
        let check = BackupCheck(snapshots: fixture.snapshots, bytesPerSecond: nil, progress: BackupProgress())
        let path = fixture.places.folder + "/rondo-good.tar"
        _ = try check.verify(path, scratch: fixture.folder.path, noted: head)
        let other = try #require(JournalChain.Point(text: "3:" + String(repeating: "0", count: 64)))
        let refused = #expect(throws: DomainError.self) {
            try check.verify(path, scratch: fixture.folder.path, noted: other)
        }
        #expect(refused?.reason == "backup_damaged" && refused?.message.contains("journal") == true)
        try await database.write(.upkeep) { db in
            try db.execute(sql: "DROP TRIGGER journal_is_not_changed")
            try db.execute(sql: "UPDATE journal SET action = 'nothing.happened' WHERE number = 2")
        }
        let changed = try await fixture.backUp(name: "rondo-changed.tar")
        let found = #expect(throws: DomainError.self) { try fixture.verify(changed) }
        #expect(found?.message.contains("row 2") == true, "\(found?.message ?? "")")
        // It can still be restored, because damaged data is better than none.
        #expect(try fixture.restore(changed, into: fixture.folder.path + "/new") != nil)
        try database.close()
    }

    private struct Still: WallClock {
        let time: Timestamp

        func now() -> Timestamp { time }
    }

    @Test(
        "a scheduled backup is encrypted if a key is configured, has only its signature checked, and is not restored"
    )
    func scheduled() async throws {
        let fixture = try SealedBackupFixture()
        let database = try SQLiteDatabase.new(at: fixture.base.database)
        let store = SQLiteBackupStore(database)
        let vault = SealedBackupFixture.vault(fixture.base, fixture.signer)
        let admin = Principal(user: ID("ada"), role: .admin)
        let zone = try #require(TimeZone(identifier: "UTC"))
        func coordinator(after seconds: Int) -> BackupCoordinator {
            BackupCoordinator(
                store: store, vault: vault, zone: zone,
                clock: Still(time: BackupFixture.now.advanced(by: .seconds(seconds))),
                recipients: [fixture.identity.recipient])
        }
        try await coordinator(after: 0).set(BackupSchedule(isEnabled: true, keep: 1), as: admin, from: "here")
        // Two days: the first backup is removed only a day after the second was made (decision 0028).
        for day in 1...2 {
            let coordinator = coordinator(after: day * 86_400)
            let work = Task { try await coordinator.work() }
            try await waitUntil("the backup is made and looked through") {
                let isIdle = try await coordinator.status(as: admin).work == nil
                let runs = try await coordinator.list(as: admin).compactMap(\.run)
                let begun = BackupFixture.now.advanced(by: .seconds(day * 86_400))
                let run = runs.first { $0.startedAt == begun }
                return runs.count == day && run?.verifiedAt != nil && isIdle
            }
            work.cancel()
        }
        let listed = try await coordinator(after: 0).list(as: admin)
        let file = try #require(listed.first?.file)
        #expect(listed.count == 2 && file.isSealed && listed.first?.run?.defect == nil)
        let extents = try await database.read {
            try String.fetchAll($0, sql: "SELECT details FROM journal WHERE action = 'backup.verify'")
        }
        #expect(extents == Array(repeating: #"{"extent":"signature","result":"good"}"#, count: 2))
        #expect(try fixture.verify(fixture.base.places.folder + "/" + file.name).isComplete)

        let console = coordinator(after: 3 * 3600)
        try await console.start(.restoration, of: file.name, as: admin, from: "here")
        let work = Task { try await console.work() }
        try await waitUntil("it was refused") { try await console.status(as: admin).failure != nil }
        let status = try await console.status(as: admin)
        work.cancel()
        #expect(status.failure?.contains("--identity") == true && status.prepared == nil, "\(status.failure ?? "")")
        // Another server's signature is an error, even if all else is correct.
        let forger = SealedBackupFixture.vault(fixture.base, try BackupSigner(seed: [UInt8](repeating: 6, count: 32)))
        let foreign = try await forger.make(
            BackupOptions(
                name: "rondo-foreign.tar.sealed", at: BackupFixture.now, withMusic: false,
                recipients: [fixture.identity.recipient]), reporting: BackupProgress())
        let refused = await #expect(throws: DomainError.self) {
            try await vault.verify(foreign.name, reporting: BackupProgress())
        }
        #expect(refused?.reason == "backup_foreign")
        try database.close()
    }

    @Test("the text form of keys detects typos, and public and private keys cannot be confused") func texts() throws {
        let identity = BackupIdentity()
        #expect(try BackupRecipient(identity.recipient.text) == identity.recipient)
        #expect(BackupIdentity(identity.text)?.recipient == identity.recipient)
        #expect(identity.recipient.text.count == 58)
        var slip = Array(identity.recipient.text)
        slip[20] = slip[20] == "A" ? "B" : "A"
        for text in [String(slip), identity.text, identity.recipient.text + "A", "", "rondo1pub_"] {
            #expect(throws: DomainError.self, "\(text)") { try BackupRecipient(text) }
        }
        #expect(BackupIdentity(identity.recipient.text) == nil)
        let folder = try TemporaryFolder()
        let file = folder.path + "/key"
        try Data("# mine\r\n\(identity.text)\r\n".utf8).write(to: URL(fileURLWithPath: file))
        #expect(try BackupIdentity.load(file).map(\.recipient) == [identity.recipient])
        try Data("nothing".utf8).write(to: URL(fileURLWithPath: file))
        #expect(throws: DomainError.self) { try BackupIdentity.load(file) }
    }

    private static func digest(_ bytes: [UInt8]) -> SealedFormat.Digest { SealedFormat.digest(bytes) }
}
