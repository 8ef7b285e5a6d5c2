/// An archive with what is known of it.
package struct ListedBackup: Sendable {
    package let file: BackupFile
    /// The run that made it; nil for one that was copied into the folder.
    package let run: BackupRun?
}
