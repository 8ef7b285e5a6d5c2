package import Primitives

/// Where the archives lie, and what makes and reads them.
package protocol BackupVault: Sendable {
    /// Newest first.
    func files() async throws -> [BackupFile]

    /// Makes an archive, whole or not at all. Throws `conflict` with reason `backup_running` when any process makes one.
    func make(_ order: BackupOptions, telling progress: BackupProgress) async throws -> BackupFile

    /// Restores the archive into a folder that goes again, and compares it with what it says of itself. Throws `conflict` with reason
    /// `backup_damaged`, `notFound` when there is none. Of an encrypted one the signature is checked and nothing more: the private key is
    /// elsewhere.
    func verify(_ name: String, telling progress: BackupProgress) async throws -> BackupVerification

    /// Unpacks it as `verify` does, and leaves what came out of it where the gateway takes it in at its next start. Throws `conflict`
    /// with reason `backup_sealed` for an encrypted one.
    func prepareRestore(of name: String, telling progress: BackupProgress) async throws -> BackupContents

    /// What the gateway will take in at its next start.
    func preparedRestore() async throws -> BackupContents?

    /// Nothing is taken in at the next start. False when nothing was going to be.
    func cancelRestore() async throws -> Bool

    /// Nil when there is none.
    func open(_ name: String) async throws -> (any ReadableFile)?

    /// False when there is none.
    func delete(_ name: String) async throws -> Bool

    /// Removes what a run that was cut off has left.
    func tidy() async throws
}
