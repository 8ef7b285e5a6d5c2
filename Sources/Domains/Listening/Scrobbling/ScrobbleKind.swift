/// The kinds of servers that plays are handed on to. A user may have one account at each, and a play waits for each.
package enum ScrobbleKind: String, Sendable, CaseIterable {
    case listenbrainz, lastfm

    /// The plays of one request, as each service documents it.
    package var mostAtOnce: Int {
        switch self {
        case .listenbrainz: 1000
        case .lastfm: 50
        }
    }

    /// Shorter tracks are not handed on: Last.fm asks for none below 30 seconds (last.fm/api/scrobbling).
    package var shortestMilliseconds: Int64 {
        switch self {
        case .listenbrainz: 0
        case .lastfm: 30_000
        }
    }

    /// The sources of plays that are handed on. Those that came from ListenBrainz, or from a program that speaks to it,
    /// are not: nothing returns to where it came from, and no ring of servers can form.
    package var sources: [PlaySource] {
        switch self {
        case .listenbrainz: PlaySource.allCases.filter { $0 != .listenbrainz }
        case .lastfm: PlaySource.allCases.filter { $0 != .listenbrainz && $0 != .lastfm }
        }
    }

    package func takes(_ play: Play) -> Bool { sources.contains(play.source) }
}
