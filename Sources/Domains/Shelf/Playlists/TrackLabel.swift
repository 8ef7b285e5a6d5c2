package import Catalog

/// What other programs know a track's file by.
package struct TrackLabel: Sendable, Equatable {
    package let path: LibraryPath
    package let isrc: String?
    package let recording: String?

    package init(path: LibraryPath, isrc: String?, recording: String?) {
        self.path = path
        self.isrc = isrc
        self.recording = recording
    }
}
