package import Primitives
import Synchronization

/// The folder of archives: makes, reads and verifies them.
package protocol BackupVault: Sendable {
    /// Newest first.
    func files() async throws -> [BackupFile]

    /// Makes an archive, whole or not at all. Throws `conflict` with reason `backup_running` when any process is making
    /// one.
    func make(_ order: BackupOptions, reporting progress: BackupProgress) async throws -> BackupFile

    /// Restores the archive into a temporary folder, and compares it with its description. Throws `conflict` with
    /// reason `backup_damaged`, and `notFound` when there is none. Of an encrypted archive only the signature is
    /// checked: the private key is elsewhere.
    func verify(_ name: String, reporting progress: BackupProgress) async throws -> BackupVerification

    /// Unpacks the archive as `verify` does, and leaves the result where the server restores it at its next start.
    /// Throws `conflict` with reason `backup_sealed` for an encrypted one.
    func prepareRestore(of name: String, reporting progress: BackupProgress) async throws -> BackupContents

    /// The archive that the server will restore at its next start.
    func preparedRestore() async throws -> BackupContents?

    /// Cancels the restore at the next start. False when none was prepared.
    func cancelRestore() async throws -> Bool

    /// Nil when there is none.
    func open(_ name: String) async throws -> (any ReadableFile)?

    /// False when there is none.
    func delete(_ name: String) async throws -> Bool

    /// Removes the remains of an interrupted run.
    func tidy() async throws
}

/// The content of a backup that is to be made.
package struct BackupOptions: Sendable {
    package let name: String
    package let at: Timestamp
    package let withMusic: Bool
    package let withKeys: Bool
    /// The keys that can open it; empty for a plain archive.
    package let recipients: [BackupRecipient]

    package init(
        name: String, at: Timestamp, withMusic: Bool, withKeys: Bool = true, recipients: [BackupRecipient] = []
    ) {
        self.recipients = recipients
        self.name = name
        self.at = at
        self.withMusic = withMusic
        self.withKeys = withKeys
    }
}

/// Counts the bytes that were written or read so far, for display.
package final class BackupProgress: Sendable {
    private let count = Atomic<Int64>(0)

    package init() {}

    package var bytes: Int64 { count.load(ordering: .relaxed) }

    package func add(_ bytes: Int) {
        count.wrappingAdd(Int64(bytes), ordering: .relaxed)
    }
}

/// The result of verifying a backup.
package struct BackupVerification: Sendable {
    /// The backup's description; nil for an encrypted one that was not opened.
    package let contents: BackupContents?
    /// Nil for a backup that is not encrypted.
    package let seal: SealedBackupFacts?

    package init(contents: BackupContents?, seal: SealedBackupFacts? = nil) {
        self.contents = contents
        self.seal = seal
    }

    /// Whether everything in it was unpacked and compared. Without the private key only the signature over all bytes of
    /// an encrypted backup can be checked.
    package var isComplete: Bool { contents != nil }
}

/// The public facts of an encrypted backup.
package struct SealedBackupFacts: Sendable, Equatable {
    /// The version of Rondo that made it.
    package let version: String
    /// Milliseconds since 1970.
    package let createdAt: Int64
    package let includesKeys: Bool
    package let includesMusic: Bool
    /// The server that signed it.
    package let signer: BackupSignerKey
    /// The keys that can open it.
    package let recipients: [BackupRecipient]

    package init(
        version: String, createdAt: Int64, includesKeys: Bool, includesMusic: Bool, signer: BackupSignerKey,
        recipients: [BackupRecipient]
    ) {
        self.version = version
        self.createdAt = createdAt
        self.includesKeys = includesKeys
        self.includesMusic = includesMusic
        self.signer = signer
        self.recipients = recipients
    }
}
