package import Catalog
package import Primitives

/// A file on its way from the quarantine into a library.
package struct Publication: Sendable, Equatable {
    package let id: ID<Submission>
    /// Nil when it was removed meanwhile.
    package let library: ID<Library>?
    package let root: [UInt8]
    package let path: LibraryPath
    package let size: Int64
    package let digest: [UInt8]

    package init(
        id: ID<Submission>, library: ID<Library>?, root: [UInt8], path: LibraryPath, size: Int64, digest: [UInt8]
    ) {
        self.id = id
        self.library = library
        self.root = root
        self.path = path
        self.size = size
        self.digest = digest
    }
}
