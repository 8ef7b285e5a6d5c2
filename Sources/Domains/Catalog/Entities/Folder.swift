package import Primitives

/// A folder of a library on the disk. It keeps its id as long as its path stays the same.
package struct Folder: Sendable, Equatable {
    package let id: ID<Folder>
    package let library: ID<Library>
    /// Nil for the library's top folder.
    package let parent: ID<Folder>?
    /// The library's name for the top folder. Bytes that are not UTF-8 are shown as U+FFFD.
    package let name: String
    /// The sort key of folder lists.
    package let sortKey: String
    /// The picture in the folder, else the cover of an item in or below it.
    package let cover: BlobKey?
    /// The album of all tracks directly in the folder; nil if they have several albums or none.
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

/// The contents of a folder.
package struct FolderContents: Sendable, Equatable {
    package let folder: Folder
    /// The subfolders with music in or below them, ordered by name.
    package let folders: [Folder]
    /// Ordered by disc and number, then by file name, at most 5000. Without lyrics and corrections.
    package let tracks: [TrackDetails]

    package init(folder: Folder, folders: [Folder], tracks: [TrackDetails]) {
        self.folder = folder
        self.folders = folders
        self.tracks = tracks
    }
}

/// The album or artist that a folder corresponds to by its tags, for clients that like, rate or share folders.
package enum FolderMeaning: Sendable, Equatable {
    /// All music in and below it is of one album.
    case album(ID<Album>)
    /// Else all albums in and below it are of one artist.
    case artist(ID<Artist>)
}
