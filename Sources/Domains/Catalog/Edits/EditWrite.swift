package import Journal
package import Primitives

/// What `EditStore.apply` needs beside the change itself.
package struct EditWrite: Sendable {
    /// What the files were when they were read.
    package let targets: [EditTarget]
    /// The files as they were read, of one library.
    package let batch: ScanBatch
    /// A cover that the change refers to.
    package let cover: ScanBatch.Image?
    package let editor: ID<Person>?
    package let undoes: ID<EditRecord>?
    package let entry: JournalEntry
}
