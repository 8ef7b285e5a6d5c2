/// What a ranking goes by.
package enum RankingOrder: String, Sendable, CaseIterable {
    /// How often it was heard; of equals, the one heard longer comes first, then what the catalogue has had for longer.
    case plays
    /// The average of the ratings given in the period, the person's own or everybody's; of equals, the one rated more often comes first,
    /// then what the catalogue has had for longer. A genre has the ratings of its tracks.
    case rating
}
