/// What came of wishing.
package enum WishOutcome: Sendable, Equatable {
    case made(Wish)
    /// Somebody's open wish for the same, which stays as it is.
    case alreadyWished(Wish)
}
