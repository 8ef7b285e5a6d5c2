/// What a person's own devices may want to know at once.
package enum ListeningEvent: Sendable, Equatable {
    /// A play was added to the history or removed from it.
    case history
    /// The queue was replaced by the named player.
    case queue(revision: Int64, client: String?)
    /// A player began, paused, went on, jumped or ended.
    case nowPlaying
}
