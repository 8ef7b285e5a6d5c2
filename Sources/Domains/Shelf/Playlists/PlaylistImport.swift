package import Primitives

/// What came of a document.
package struct PlaylistImport: Sendable, Equatable {
    /// Something that the document names and that is not here.
    package struct Missing: Sendable, Equatable {
        /// In the document, from 0.
        package let place: Int
        package let label: String

        package init(place: Int, label: String) {
            self.place = place
            self.label = label
        }
    }

    package let playlist: ID<Playlist>
    package let found: Int
    package let missing: [Missing]

    package init(playlist: ID<Playlist>, found: Int, missing: [Missing]) {
        self.playlist = playlist
        self.found = found
        self.missing = missing
    }
}
