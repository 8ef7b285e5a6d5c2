package import Primitives

/// A track that a file with an equal signature may be.
package struct SignatureMatch: Sendable, Equatable {
    package let id: ID<Track>
    package let library: ID<Library>
    package let path: LibraryPath
    package let facts: FileFacts
    package let signature: [UInt8]
    package let missingSince: Timestamp?

    package init(
        id: ID<Track>, library: ID<Library>, path: LibraryPath, facts: FileFacts, signature: [UInt8],
        missingSince: Timestamp?
    ) {
        self.id = id
        self.library = library
        self.path = path
        self.facts = facts
        self.signature = signature
        self.missingSince = missingSince
    }
}
