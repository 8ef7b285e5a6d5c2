/// What a player says has just happened.
package enum PlaybackEvent: String, Sendable, CaseIterable {
    case start, progress, pause, resume, seek
    /// The track played to its end.
    case end
    /// The player left the track before its end.
    case stop
}
