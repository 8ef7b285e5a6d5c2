package import Catalog
package import Primitives

/// How the gateway is doing at one moment.
package struct Overview: Sendable {
    package let version: String
    package let startedAt: Timestamp
    package let warnings: [GatewayWarning]
    package let streams: [LiveStream]
    /// People, and visitors by their addresses, who are being sent anything.
    package let listeners: Int
    package let people: Int
    package let openRequests: Int
    package let libraries: [LibraryItem]
    /// The latest scan, running or not.
    package let scan: Scan?
    package let conversions: (running: Int, waiting: Int, arePossible: Bool)
    package let jobs: [BackgroundJob]
    package let storage: [StoragePart]
    package let disks: [DiskSpace]
    package let cleanups: [CleanupState]
    /// Why cleanups remove nothing at present; nil where they do.
    package let cleanupHold: CleanupHold?
    /// Nil while the machine's clock is plausible.
    package let clockLeap: ClockLeap?
    package let certificate: CertificateState?
    /// Where the journal ends, as `rondo journal verify --noted` takes it.
    package let journalHead: String?
    /// The public key that encrypted backups are signed by.
    package let backupSigner: String?
}
