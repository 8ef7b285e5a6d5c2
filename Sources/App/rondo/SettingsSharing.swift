import Administration
import Sharing

/// What may be shared: what the operator allows at all, and within that what the admin has set.
struct SettingsSharing: SharingPolicy {
    let settings: SettingsService
    /// The operator's word.
    let isAllowed: Bool

    func sharing() async throws -> SharingTerms {
        guard isAllowed else { return SharingTerms(isAllowed: false) }
        let settings = try await settings.current()
        return SharingTerms(isAllowed: settings.isSharingOpen, longest: settings.sharingDays)
    }
}
