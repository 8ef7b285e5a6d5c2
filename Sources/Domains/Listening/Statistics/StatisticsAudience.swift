package import Primitives

/// Whose listening is looked at.
package enum StatisticsAudience: Sendable, Equatable {
    case person(ID<Person>)
    /// All those together who share what they hear.
    case group
}
