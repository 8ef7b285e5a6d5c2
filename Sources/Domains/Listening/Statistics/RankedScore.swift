/// What a place in a ranking was earned with.
package enum RankedScore: Sendable, Equatable {
    case heard(ListeningTotal)
    /// The average in half stars, and of how many ratings.
    case rated(halfStars: Double, ratings: Int)
}
