package import Primitives

/// The rules for counting plays, and for how long the server remembers a silent one.
package struct PlaybackRules: Sendable {
    /// A play counts at half its track, at the latest after this long.
    package var longestThreshold = Duration.seconds(240)
    /// The largest unclaimed playing time that is retained, so that reports which the network delays unevenly even out.
    /// It never adds to the time that has really passed.
    package var jitter = Duration.seconds(2)
    /// The largest number of live plays per user. A further play replaces the one that was silent for the longest time.
    package var livePlaysPerUser = 8
    package var livePlays = 50_000
    /// A play that has been silent for this long is forgotten; a later report starts it again, with nothing heard.
    package var idle = Duration.seconds(30 * 60)
    /// Now playing shows a play for this long after its last report: players report about every 10 s while they play.
    package var playingShown = Duration.seconds(60)
    package var pausedShown = Duration.seconds(10 * 60)

    /// The earliest time of a play: no player of this server existed before.
    package var earliest = Timestamp(milliseconds: 946_684_800_000)
    /// The most by which a player's clock may be ahead. A time ahead within this limit is taken as now; a later one is
    /// refused.
    package var clockSkew = Duration.seconds(24 * 60 * 60)

    package init() {}

    /// Throws `invalid` for a time before the year 2000 or more than a day ahead.
    func check(_ playedAt: Timestamp, at now: Timestamp) throws(DomainError) {
        guard playedAt >= earliest, playedAt <= now.advanced(by: clockSkew) else {
            throw .invalid("A play was between the year 2000 and now", field: "time")
        }
    }

    /// The time for which a track has to be heard. A track of unknown length (zero) needs the full four minutes.
    package func threshold(for duration: Duration) -> Duration {
        duration > .zero ? min(duration / 2, longestThreshold) : longestThreshold
    }
}
