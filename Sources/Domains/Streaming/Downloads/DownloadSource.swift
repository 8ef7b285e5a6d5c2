package import Catalog
package import Primitives
package import Shelf

/// The music of one archive, as it is at the time of the download.
package enum DownloadSource: Sendable, Equatable {
    case album(ID<Album>)
    case playlist(ID<Playlist>)
    /// A folder of the disk with everything below it.
    case folder(ID<Folder>)
    case tracks([ID<Track>])

    /// How many ids are kept for it.
    var weight: Int { if case .tracks(let tracks) = self { tracks.count } else { 1 } }
}
