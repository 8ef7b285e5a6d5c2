/// A track as another program, or another gateway, names it.
package struct NamedTrack: Sendable, Hashable {
    /// The id that a Rondo gave it; says something on that Rondo only.
    package var id: String?
    /// Its recording at MusicBrainz.
    package var recording: String?
    package var isrc: String?
    package var title: String
    package var artist: String
    package var album: String?
    package var durationMilliseconds: Int64?

    package init(
        id: String? = nil, recording: String? = nil, isrc: String? = nil, title: String, artist: String,
        album: String? = nil, durationMilliseconds: Int64? = nil
    ) {
        self.id = id
        self.recording = recording
        self.isrc = isrc
        self.title = title
        self.artist = artist
        self.album = album
        self.durationMilliseconds = durationMilliseconds
    }
}
