/// What a person's own devices may want to know at once, and what nobody keeps: whoever comes back asks what is the case.
package enum ListeningEvent: Sendable, Equatable {
    /// A player began, paused, went on, jumped or ended.
    case nowPlaying
}
