package import Backups
import Foundation
import Glibc
package import Journal
import Primitives

/// Unpacks a backup and compares it with its own list of contents. Blocks.
package struct BackupCheck {
    static let scratchPrefix = ".verifying-"

    private let snapshots: any DatabaseSnapshots
    private let pace: Pace
    private let progress: BackupProgress
    private let identities: [BackupIdentity]
    private let signer: BackupSignerKey?
    private let ownSigner: BackupSignerKey?

    /// - Parameters:
    ///   - bytesPerSecond: nil for as fast as it goes.
    /// - identities: the private keys that open encrypted archives.
    /// - signer: the server that must have signed an archive; nil accepts any signer.
    /// - ownSigner: the server that must have signed an encrypted archive where `signer` is nil; nil accepts any
    ///   signer.
    package init(
        snapshots: any DatabaseSnapshots, bytesPerSecond: Int?, progress: BackupProgress,
        identities: [BackupIdentity] = [], signer: BackupSignerKey? = nil,
        ownSigner: BackupSignerKey? = nil
    ) {
        self.identities = identities
        self.signer = signer
        self.ownSigner = ownSigner
        self.snapshots = snapshots
        pace = Pace(bytesPerSecond: bytesPerSecond)
        self.progress = progress
    }

    /// Restores the archive into a new folder below `scratch` and removes that folder afterwards. Music is read and
    /// compared, but not written. The database is checked and migrated to this version's schema, and its journal is
    /// verified against its seals. Without a private key, only the signature over an encrypted archive is checked.
    /// Throws `conflict` with reason `backup_damaged`, `backup_sealed` or `backup_foreign`, or with `schema_newer`,
    /// `schema_older` or `schema_differs` for a schema that this version does not use.
    ///
    /// - Parameter noted: a head of the journal that was recorded elsewhere; the backup's journal must contain it.
    package func verify(
        _ archive: String, scratch: String, noted: JournalChain.Point? = nil
    ) throws -> BackupVerification {
        if identities.isEmpty, let seal = try verifySeal(archive) {
            return BackupVerification(contents: nil, seal: seal)
        }
        let folder = "\(scratch)/\(Self.scratchPrefix)\(UUID().uuidString)"
        guard mkdir(folder, 0o700) == 0 else { throw BackupFailure.writing() }
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let (contents, seal) = try unpack(archive, into: folder) { !$0.starts(with: Array("music/".utf8)) }
        let database = folder + "/" + BackupLayout.database
        for point in [contents.journal.flatMap { JournalChain.Point(text: $0) }, noted].compactMap(\.self) {
            guard let finding = try snapshots.journal(of: database, noted: point)?.finding else { continue }
            throw BackupFailure.damaged(
                "The journal in it is not as it was written: row \(finding.number) (\(finding.fault.rawValue))")
        }
        _ = try snapshots.adopt(database) { _ in nil }
        return BackupVerification(contents: contents, seal: seal)
    }

    /// Nil for an archive that is not encrypted.
    private func verifySeal(_ archive: String) throws -> SealedBackupFacts? {
        let descriptor = open(archive, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { throw BackupFailure.reading(archive) }
        defer { close(descriptor) }
        guard SealedReader.isSealed(descriptor) else { return nil }
        let reader = try SealedReader(descriptor) { _ in nil }
        var pace = pace
        while try reader.next() != nil {
            progress.add(SealedFormat.chunk)
            try pace.wait(after: SealedFormat.chunk)
        }
        return try reader.finish(by: signer ?? ownSigner)
    }

    /// Unpacks the whole archive into `folder`, which exists and is empty.
    func unpack(
        _ archive: String, into folder: String, keeping keeps: @escaping ([UInt8]) -> Bool = { _ in true }
    ) throws -> (contents: BackupContents, seal: SealedBackupFacts?) {
        let reader = TarReader(
            path: archive, folder: folder, pace: pace, progress: progress, keeps: keeps, identities: identities,
            signer: signer, ownSigner: ownSigner)
        let (bytes, seal) = try reader.unpack()
        let contents = try Self.contents(bytes)
        let facts = try snapshots.examine(folder + "/" + BackupLayout.database)
        guard facts.schema == contents.schema, facts.rows == contents.rows else {
            throw BackupFailure.damaged("The database in it holds something else than the backup says")
        }
        guard contents.journal == nil || contents.journal == facts.journal?.text else {
            throw BackupFailure.damaged("The journal in it is not the one that the backup was made of")
        }
        let hasKeys = access(folder + "/keys/secret.key", F_OK) == 0
        guard hasKeys == contents.includesKeys else { throw BackupFailure.damaged("The keys in it are not whole") }
        return (contents, seal)
    }

    static func contents(_ bytes: [UInt8]) throws -> BackupContents {
        guard let contents = try? JSONDecoder().decode(BackupContents.self, from: Data(bytes)) else {
            throw BackupFailure.damaged("It is no backup of Rondo")
        }
        guard contents.format <= BackupContents.currentFormat else {
            throw DomainError(
                .conflict, "The backup was made by a newer version of Rondo; restore it with that version",
                reason: "schema_newer")
        }
        return contents
    }
}
