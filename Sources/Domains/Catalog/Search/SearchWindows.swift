/// Which stretch of each kind a search is to give.
package struct SearchWindows: Sendable, Equatable {
    package let artists: ListWindow
    package let albums: ListWindow
    package let tracks: ListWindow

    package init(artists: ListWindow, albums: ListWindow, tracks: ListWindow) {
        self.artists = artists
        self.albums = albums
        self.tracks = tracks
    }
}
