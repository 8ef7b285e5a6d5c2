/// What became of one thing that was brought along.
package enum ImportOutcome: Sendable, Equatable {
    case added
    /// It was there already.
    case present
    /// What it is about is not here.
    case unmatched
}
