package import Primitives

/// A folder of music on this machine.
package struct Library: Sendable, Equatable {
    package let id: ID<Library>
    package let name: String
    /// Absolute and canonical, as the file system spells it.
    package let path: [UInt8]
    package let addedAt: Timestamp

    package init(id: ID<Library>, name: String, path: [UInt8], addedAt: Timestamp) {
        self.id = id
        self.name = name
        self.path = path
        self.addedAt = addedAt
    }

    /// For people: what is not UTF-8 shows as U+FFFD.
    package var displayPath: String { String(decoding: path, as: UTF8.self) }
}
