/// What a person changes about the own account; nil leaves it as it is.
package struct ProfileChange: Sendable {
    package var username: String?
    package var displayName: String?
    /// Empty text removes it.
    package var email: String?
    package var locale: LocalePreference?
    package var theme: Theme?

    package init(
        username: String? = nil, displayName: String? = nil, email: String? = nil, locale: LocalePreference? = nil,
        theme: Theme? = nil
    ) {
        self.username = username
        self.displayName = displayName
        self.email = email
        self.locale = locale
        self.theme = theme
    }
}
