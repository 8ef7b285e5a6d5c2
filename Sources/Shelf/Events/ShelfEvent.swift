/// What happened to likes and ratings, for those whom it concerns.
package enum ShelfEvent: Sendable, Equatable {
    /// The person's own likes or ratings have changed: what they are now. Empty when there are too many to tell.
    case opinions([OpinionSubject: Opinion])
    /// What everybody together makes of something has changed.
    case rating(OpinionSubject, RatingTotal)
}
