package import Primitives

/// The file of a track that is to be corrected, as the catalogue knows it.
package struct EditTarget: Sendable, Equatable {
    package let track: ID<Track>
    package let library: ID<Library>
    /// The library's folder, absolute.
    package let root: [UInt8]
    package let path: LibraryPath
    package let facts: FileFacts
    package let signature: [UInt8]
    package let isMissing: Bool

    package init(
        track: ID<Track>, library: ID<Library>, root: [UInt8], path: LibraryPath, facts: FileFacts, signature: [UInt8],
        isMissing: Bool
    ) {
        self.track = track
        self.library = library
        self.root = root
        self.path = path
        self.facts = facts
        self.signature = signature
        self.isMissing = isMissing
    }
}
