/// Lists a library's folders. It never follows a link to a folder, and lists a link to a file only if that file is
/// inside the library.
package protocol LibraryWalker: Sendable {
    /// The folder itself: canonical path and identity. Throws a `FileProblem` if it is not a readable folder.
    func root(_ path: [UInt8]) async throws -> LibraryRoot

    /// The content of one folder, `[]` for the top. Hidden entries and files that are neither music nor a picture nor a
    /// text are left out.
    func list(_ folder: [UInt8], in root: LibraryRoot) async throws -> FolderListing

    /// The present state of the file at `path`; nil if there is none. Throws a `FileProblem` if it cannot be
    /// determined.
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

/// The attributes that distinguish a changed file from an unchanged one.
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

/// The contents of one folder.
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
    package var files: [File] = []
    /// Pictures that may be a cover, by name.
    package var images: [File] = []
    /// Text files that may describe the music, by name.
    package var texts: [File] = []
    /// The names of the folders in it, sorted.
    package var folders: [[UInt8]] = []
    /// Music files that must not be read, and the reasons.
    package var problems: [Problem] = []
    /// Whether the folder is completely empty, without even a hidden file.
    package var isBare: Bool

    package init(isBare: Bool) {
        self.isBare = isBare
    }
}
