import Archives
import Backups
import Foundation
import Primitives
import SQLiteStore
import Support

/// A data folder with a megabyte of data, so that the backup has several chunks.
struct SealedBackupFixture {
    let base: BackupFixture
    let identity = BackupIdentity()
    let signer: BackupSigner

    init() throws {
        base = try BackupFixture()
        signer = try BackupSigner(seed: [UInt8](repeating: 3, count: 32))
        let database = try SQLiteDatabase.new(at: base.database)
        try database.close()
        var generator = SeededGenerator(seed: 1)
        let noise = Data((0..<(900 << 10)).map { _ in UInt8.random(in: 0...255, using: &generator) })
        try noise.write(to: URL(fileURLWithPath: base.data + "/images/ab/noise"))
        try Data("CANARY-4c1d".utf8).write(to: URL(fileURLWithPath: base.data + "/images/ab/canary"))
    }

    func seal(_ name: String = "rondo-1.tar.sealed", to recipients: [BackupRecipient]? = nil) async throws -> String {
        let vault = Self.vault(base, signer)
        let order = BackupOptions(
            name: name, at: BackupFixture.now, withMusic: false, recipients: recipients ?? [identity.recipient])
        return base.places.folder + "/" + (try await vault.make(order, reporting: BackupProgress()).name)
    }

    static func vault(_ base: BackupFixture, _ signer: BackupSigner) -> DiskBackupVault {
        DiskBackupVault(
            places: base.places, snapshots: base.snapshots, version: "9.9", bytesPerSecond: nil, signer: signer,
            music: { [] })
    }

    func check(_ identities: [BackupIdentity], signer: BackupSignerKey? = nil) -> BackupCheck {
        BackupCheck(
            snapshots: base.snapshots, bytesPerSecond: nil, progress: BackupProgress(), identities: identities,
            signer: signer)
    }

    func verify(
        _ path: String, _ identities: [BackupIdentity]? = nil, signer: BackupSignerKey? = nil
    ) throws -> BackupVerification {
        try check(identities ?? [identity], signer: signer).verify(path, scratch: base.folder.path)
    }
}
