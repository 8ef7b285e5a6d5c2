package import Primitives

/// A folder of a library, as the disk has it. It keeps its id as long as its path is the same.
package struct Folder: Sendable, Equatable {
    package let id: ID<Folder>
    package let library: ID<Library>
    /// Nil at the library's top.
    package let parent: ID<Folder>?
    /// The library's name at its top. What is not UTF-8 shows as U+FFFD.
    package let name: String
    /// Lists of folders are ordered by it.
    package let sortKey: String
    /// The picture that lies in it, else the cover of something in or below it.
    package let cover: BlobKey?
    /// The album of which everything is that lies directly in it; nil where that is several or none.
    package let album: ID<Album>?

    package init(
        id: ID<Folder>, library: ID<Library>, parent: ID<Folder>?, name: String, sortKey: String, cover: BlobKey?,
        album: ID<Album>?
    ) {
        self.id = id
        self.library = library
        self.parent = parent
        self.name = name
        self.sortKey = sortKey
        self.cover = cover
        self.album = album
    }
}
