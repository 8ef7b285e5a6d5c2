/// A composition, of which a track is a performance.
package struct Work: Sendable, Hashable {
    package var name: String
    package var musicBrainz: String?

    package init(name: String, musicBrainz: String? = nil) {
        self.name = name
        self.musicBrainz = musicBrainz
    }
}
