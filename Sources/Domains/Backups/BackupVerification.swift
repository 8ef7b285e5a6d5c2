/// What came of looking through a backup.
package struct BackupVerification: Sendable {
    /// What it says of itself; nil for an encrypted one that was not opened.
    package let contents: BackupContents?
    /// Of an encrypted one.
    package let seal: SealedBackupFacts?

    package init(contents: BackupContents?, seal: SealedBackupFacts? = nil) {
        self.contents = contents
        self.seal = seal
    }

    /// Whether everything in it was unpacked and compared. Of an encrypted backup without its private key only the signature over all of
    /// its bytes can be checked.
    package var isComplete: Bool { contents != nil }
}

/// What an encrypted backup tells everybody.
package struct SealedBackupFacts: Sendable, Equatable {
    /// Of the Rondo that made it.
    package let version: String
    /// Milliseconds since 1970.
    package let createdAt: Int64
    package let includesKeys: Bool
    package let includesMusic: Bool
    /// Who signed it.
    package let signer: BackupSignerKey
    /// Who can open it.
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
