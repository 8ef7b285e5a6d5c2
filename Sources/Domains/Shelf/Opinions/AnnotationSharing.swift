/// Who, besides the person, sees what they like and what they wrote. Averages count everybody's ratings whatever this says.
package enum AnnotationSharing: String, Sendable, CaseIterable {
    case nobody
    /// Everybody who has an account.
    case gateway
}
