package import Catalog
package import Primitives

/// A playlist in the form that files exchange between programs.
package struct PlaylistDocument: Sendable, Equatable {
    package struct Track: Sendable, Equatable {
        /// A path or a URL, as written in the file.
        package var location: String?
        package var title: String?
        package var artist: String?
        package var album: String?
        package var durationMilliseconds: Int64?
        package var isrc: String?
        /// The recording's MusicBrainz id.
        package var recording: String?
        /// The id of a track of this Rondo server, or of another one.
        package var track: ID<Catalog.Track>?

        package init() {}

        /// - Parameter location: the path of the track's file, as the document is to have it.
        package init(_ item: TrackItem, at location: String) {
            self.init(item, nil, showsPath: false)
            self.location = location
        }

        init(_ item: TrackItem, _ label: TrackLabel?, showsPath: Bool) {
            location = label.map { showsPath ? $0.path.display : String(decoding: $0.path.name, as: UTF8.self) }
            title = item.title
            artist = item.artists.map(\.name).joined(separator: ", ")
            album = item.albumName
            durationMilliseconds = item.durationMilliseconds
            isrc = label?.isrc
            recording = label?.recording
            track = item.id
        }

        /// A label for display, at most 300 characters.
        var label: String {
            let name = [artist, title].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " - ")
            return String((name.isEmpty ? location ?? "" : name).prefix(300))
        }
    }

    package var title: String?
    package var description: String?
    package var tracks: [Track]

    package init(title: String? = nil, description: String? = nil, tracks: [Track] = []) {
        self.title = title
        self.description = description
        self.tracks = tracks
    }
}

/// The identifiers by which other programs know a track's file.
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

/// The outcome of importing a document.
package struct PlaylistImport: Sendable, Equatable {
    /// A track of the document that is not in the library.
    package struct Missing: Sendable, Equatable {
        /// Its index in the document, from 0.
        package let place: Int
        package let label: String
    }

    package let playlist: ID<Playlist>
    package let found: Int
    package let missing: [Missing]
}
