/// What a player learns from its report.
package struct PlaybackAnswer: Sendable, Equatable {
    /// The play is in the history.
    package let isCounted: Bool
    /// How much of the track has been heard in this play.
    package let listened: Duration

    package init(isCounted: Bool, listened: Duration) {
        self.isCounted = isCounted
        self.listened = listened
    }
}
