package import Primitives

/// A file that the scanner could not take into the catalogue, and why.
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
