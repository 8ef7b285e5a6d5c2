/// A track as another program, or another Rondo server, names it.
package struct NamedTrack: Sendable, Hashable {
    /// The id from a Rondo server; it has a meaning on that server only.
    package var id: String?
    /// The recording's MusicBrainz id.
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
