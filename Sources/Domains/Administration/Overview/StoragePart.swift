/// A part of what the gateway keeps on the disk.
package struct StoragePart: Sendable, Equatable {
    /// `database`, `images`, `covers`, `converted`, `imports`.
    package let name: String
    package let bytes: Int64

    package init(name: String, bytes: Int64) {
        self.name = name
        self.bytes = bytes
    }
}
