/// Where lyrics come from.
package enum LyricsSource: String, Sendable, CaseIterable {
    /// The tags of the track's file.
    case tag
    /// A text file beside it.
    case sidecar
}
