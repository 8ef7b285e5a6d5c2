/// Whose export it is.
package enum ImportSource: String, Sendable, CaseIterable {
    case rondo, listenbrainz, lastfm
}
