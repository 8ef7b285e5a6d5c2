/// What the desk is at, for the console.
package struct BackupStatus: Sendable {
    package enum Work: String, Sendable, CaseIterable {
        case backup, verification, restoration
    }

    /// What is being done; nil for nothing.
    package let work: Work?
    /// The archive that it is done with.
    package let file: String?
    package let bytes: Int64
    package let last: BackupRun?
    /// Of the archive that is put in place at the next start.
    package let prepared: BackupContents?
    /// Why the last verification or restoration from the console came to nothing.
    package let failure: String?
}
