/// Within what time a link must lead to a file.
package struct LinkLimits: Sendable, Equatable {
    /// To resolve, connect and shake hands. A failure to do so is told after this time, whatever it was.
    package var reach: Duration
    /// In each such stretch at least `paceBytes` must come.
    package var pace: Duration
    package var paceBytes: Int
    /// For all of it, redirections included.
    package var whole: Duration

    package init(
        reach: Duration = .seconds(8), pace: Duration = .seconds(20), paceBytes: Int = 64 * 1024,
        whole: Duration = .seconds(3600)
    ) {
        self.reach = reach
        self.pace = pace
        self.paceBytes = paceBytes
        self.whole = whole
    }
}
