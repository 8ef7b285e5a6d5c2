package import Primitives

/// What a backup shall hold.
package struct BackupOptions: Sendable {
    package let name: String
    package let at: Timestamp
    package let withMusic: Bool
    package let withKeys: Bool
    /// Who can open it; nobody in particular for a plain archive.
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
