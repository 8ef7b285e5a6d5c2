/// The room on the disk that a folder is on.
package struct DiskSpace: Sendable, Equatable {
    /// `data`, or a library's name.
    package let name: String
    package let isLibrary: Bool
    /// Nil where the folder cannot be looked at.
    package let free: Int64?
    package let total: Int64?

    package init(name: String, isLibrary: Bool, free: Int64?, total: Int64?) {
        self.name = name
        self.isLibrary = isLibrary
        self.free = free
        self.total = total
    }
}
