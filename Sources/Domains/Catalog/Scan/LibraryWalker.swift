/// Looks at a library's folders. It never follows a link to a folder, and lists a link to a file only when that file is
/// inside.
package protocol LibraryWalker: Sendable {
    /// The folder itself: canonical path and identity. Throws a `FileProblem` when it is not a folder that can be read.
    func root(_ path: [UInt8]) async throws -> LibraryRoot

    /// The content of one folder, `[]` for the top. Hidden entries and files that are neither music nor a picture nor a
    /// text are left out.
    func list(_ folder: [UInt8], in root: LibraryRoot) async throws -> FolderListing

    /// What is at `path` at present; nil when there is no file. Throws a `FileProblem` when that cannot be told.
    func facts(of path: LibraryPath, in root: LibraryRoot) async throws -> FileFacts?
}

/// A library's folder as it was found when a scan began.
package struct LibraryRoot: Sendable, Equatable {
    /// Absolute, without links, without a slash at the end.
    package let path: [UInt8]
    package let device: UInt64
    package let inode: UInt64

    package init(path: [UInt8], device: UInt64, inode: UInt64) {
        self.path = path
        self.device = device
        self.inode = inode
    }
}

/// By what a changed file is told from an unchanged one.
package struct FileFacts: Sendable, Hashable {
    package let size: Int64
    package let modifiedNanoseconds: Int64
    package let inode: UInt64

    package init(size: Int64, modifiedNanoseconds: Int64, inode: UInt64) {
        self.size = size
        self.modifiedNanoseconds = modifiedNanoseconds
        self.inode = inode
    }
}

/// What one folder holds.
package struct FolderListing: Sendable, Equatable {
    package struct File: Sendable, Equatable {
        package let name: [UInt8]
        package let facts: FileFacts

        package init(name: [UInt8], facts: FileFacts) {
            self.name = name
            self.facts = facts
        }
    }

    package struct Problem: Sendable, Equatable {
        package let name: [UInt8]
        package let problem: FileProblem

        package init(name: [UInt8], problem: FileProblem) {
            self.name = name
            self.problem = problem
        }
    }

    /// Music files, by name.
    package var files: [File]
    /// Pictures that may be a cover, by name.
    package var images: [File]
    /// Text files that may tell something about the music, by name.
    package var texts: [File]
    /// The names of the folders in it, sorted.
    package var folders: [[UInt8]]
    /// Music files that are not to be read, and why.
    package var problems: [Problem]
    /// Nothing at all is in it, not even a hidden file.
    package var isBare: Bool

    package init(
        files: [File] = [], images: [File] = [], texts: [File] = [], folders: [[UInt8]] = [], problems: [Problem] = [],
        isBare: Bool = false
    ) {
        self.files = files
        self.images = images
        self.texts = texts
        self.folders = folders
        self.problems = problems
        self.isBare = isBare
    }
}
