/// What rankings are of.
package enum RankedKind: String, Sendable, CaseIterable {
    case track, album, artist, genre
}
