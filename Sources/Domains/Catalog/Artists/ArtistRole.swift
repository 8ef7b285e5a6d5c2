/// What an artist did on a track or album. The performers are those that the track is by; a musician is named with
/// what they played or sang.
package enum ArtistRole: String, Sendable, CaseIterable {
    case albumArtist, performer, composer, conductor, lyricist, remixer, producer
    case arranger, engineer, mixer, djMixer, director, writer, musician
}
