package import Primitives

/// What a folder of the disk is in terms of tags: for clients that like, rate or share folders.
package enum FolderMeaning: Sendable, Equatable {
    /// All music in and below it is of one album.
    case album(ID<Album>)
    /// Else all albums in and below it are of one artist.
    case artist(ID<Artist>)
}
