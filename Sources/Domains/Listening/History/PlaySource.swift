/// Where a play in somebody's history comes from.
package enum PlaySource: String, Sendable, CaseIterable {
    /// A player of this gateway.
    case player
    /// Another Rondo.
    case rondo
    case listenbrainz
    case lastfm
}
