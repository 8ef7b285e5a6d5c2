/// Who, besides the person, sees what they like and what they wrote. Averages count everybody's ratings whatever this says.
package enum OpinionSharing: String, Sendable, CaseIterable {
    case nobody
    /// Everybody who has an account.
    case gateway
}
