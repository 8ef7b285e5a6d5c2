/// What is known of an artist beyond what lists show.
package struct ArtistFacts: Sendable, Equatable {
    package let sortName: String?
    package let musicBrainzID: String?
    /// What they did, in the order of `ArtistRole`.
    package let roles: [ArtistRole]

    package init(sortName: String?, musicBrainzID: String?, roles: [ArtistRole]) {
        self.sortName = sortName
        self.musicBrainzID = musicBrainzID
        self.roles = roles
    }
}
