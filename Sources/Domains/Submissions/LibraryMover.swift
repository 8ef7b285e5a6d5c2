package import Catalog
package import Primitives

/// A file on its way from the quarantine into a library.
package struct PendingMove: Sendable, Equatable {
    package let id: ID<Submission>
    /// Nil when the library was removed meanwhile.
    package let library: ID<Library>?
    package let root: [UInt8]
    package internal(set) var path: LibraryPath
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

/// Moves files from the quarantine to their places. Nothing else writes into libraries.
package protocol LibraryMover: Sendable {
    /// Copies the file, checks that it is the inspected one, and gives it its name in one durable step. Existing files
    /// are never overwritten. The submitted file stays in the quarantine. Repeating the call after a crash is safe.
    func move(_ move: PendingMove, from quarantine: [UInt8]) async throws -> MoveOutcome
}

/// The outcome of moving a file into a library.
package enum MoveOutcome: Sendable, Equatable {
    case moved
    /// The same file is in its place already: an earlier move was interrupted after it had succeeded.
    case wasThere
    /// Another file is in its place.
    case taken
    /// The move failed, and trying again will not help. The text is a sentence for moderators.
    case failed(String)
    /// The outcome is unknown: the mover could not be started or was killed.
    case unavailable
}
