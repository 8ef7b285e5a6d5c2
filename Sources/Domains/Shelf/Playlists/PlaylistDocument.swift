package import Catalog
package import Primitives

/// A playlist as files carry it between programs.
package struct PlaylistDocument: Sendable, Equatable {
    package struct Track: Sendable, Equatable {
        /// A path or an address, as the file says it.
        package var location: String?
        package var title: String?
        package var artist: String?
        package var album: String?
        package var durationMilliseconds: Int64?
        package var isrc: String?
        /// MusicBrainz' id of the recording.
        package var recording: String?
        /// The id of a track of this gateway, or of another one.
        package var track: ID<Catalog.Track>?

        package init() {}

        /// - Parameter location: the path of its file, as the document says it.
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

        /// For people.
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
