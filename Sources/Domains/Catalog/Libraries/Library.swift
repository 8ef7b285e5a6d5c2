package import Journal
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

    /// For display: bytes that are not UTF-8 are shown as U+FFFD.
    package var displayPath: String { String(decoding: path, as: UTF8.self) }
}

/// A library in the list of libraries.
package struct LibraryItem: Sendable, Equatable {
    package let library: Library
    package let trackCount: Int
    package let problemCount: Int
    /// The time at which a scan of it last finished.
    package let lastScanAt: Timestamp?

    package init(library: Library, trackCount: Int, problemCount: Int, lastScanAt: Timestamp?) {
        self.library = library
        self.trackCount = trackCount
        self.problemCount = problemCount
        self.lastScanAt = lastScanAt
    }
}

/// A library as shown to users who only browse.
package struct LibraryReference: Sendable, Equatable {
    package let id: ID<Library>
    /// A small number that never changes, for protocols that have no room for an id.
    package let number: Int
    package let name: String
    /// The time at which a scan of it last finished.
    package let lastScanAt: Timestamp?

    package init(id: ID<Library>, number: Int, name: String, lastScanAt: Timestamp?) {
        self.id = id
        self.number = number
        self.name = name
        self.lastScanAt = lastScanAt
    }
}

/// A file that the scanner could not add to the catalog, and the reason.
package struct LibraryProblem: Sendable, Equatable {
    package let id: ID<BrokenFile>
    package let library: ID<Library>
    package let path: LibraryPath
    package let problem: FileProblem
    package let foundAt: Timestamp

    package init(
        id: ID<BrokenFile>, library: ID<Library>, path: LibraryPath, problem: FileProblem, foundAt: Timestamp
    ) {
        self.id = id
        self.library = library
        self.path = path
        self.problem = problem
        self.foundAt = foundAt
    }
}

/// The identity of a broken file, for `ID<BrokenFile>`; the record itself is `LibraryProblem`.
package enum BrokenFile {}

/// Stores the libraries. Every method is one transaction.
package protocol LibraryStore: Sendable {
    /// All libraries, ordered by name.
    func libraries() async throws -> [Library]
    /// All libraries with their counts, ordered by name.
    func items() async throws -> [LibraryItem]

    /// Runs `decide` on a state that no other change reaches meanwhile, and writes the changes. Nothing is written if
    /// `decide` throws.
    func edit<Outcome: Sendable>(
        _ decide: @escaping Decision<any LibraryState, LibraryWrite, Outcome>
    ) async throws -> Outcome

    /// Ordered by library and path; of one library if `library` is given.
    func problems(of library: ID<Library>?, _ page: PageRequest) async throws -> Page<LibraryProblem>
}

/// The libraries as they are within a transaction, for decisions that must hold when they are written.
package protocol LibraryState {
    /// All libraries, ordered by name.
    func libraries() throws -> [Library]
    /// The id of the removed library that had this path.
    func removedLibrary(at path: [UInt8]) throws -> ID<Library>?
    /// Whether approved music is being added to the library.
    func awaitsMusic(_ id: ID<Library>) throws -> Bool
}

/// A write to the stored libraries.
package enum LibraryWrite: Sendable, Equatable {
    /// Adds the library, or restores the removed one with the same path, which has its id. Its tracks stay missing
    /// until a scan finds their files.
    case put(Library)
    /// Removes the library from the catalog. Its tracks stay as missing ones, so that histories, likes and lists keep
    /// them.
    case remove(ID<Library>, at: Timestamp)
}
