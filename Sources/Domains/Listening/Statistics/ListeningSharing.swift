/// Whether what a person hears is part of the group's statistics. Their history itself is shown to nobody either way.
package enum ListeningSharing: String, Sendable, CaseIterable {
    case nobody
    /// The group of everybody who has an account.
    case gateway
}
