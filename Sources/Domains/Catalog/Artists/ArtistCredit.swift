package import Primitives

/// Who did what on one track.
package struct ArtistCredit: Sendable, Equatable {
    package let id: ID<Artist>
    package let name: String
    package let role: ArtistRole
    /// What a musician played or sang, in lower case.
    package let part: String?
    /// As the track's tags say.
    package let musicBrainz: String?

    package init(id: ID<Artist>, name: String, role: ArtistRole, part: String? = nil, musicBrainz: String? = nil) {
        self.id = id
        self.name = name
        self.role = role
        self.part = part
        self.musicBrainz = musicBrainz
    }
}
