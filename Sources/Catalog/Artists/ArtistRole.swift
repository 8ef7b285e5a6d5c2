/// What an artist did on a track or album.
package enum ArtistRole: String, Sendable, CaseIterable {
    case albumArtist, performer, composer, conductor, lyricist, remixer, producer
}
