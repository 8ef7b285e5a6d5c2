import Primitives

/// A user's changes to their own account; nil leaves a field as it is.
package struct ProfileChange: Sendable {
    package var username: String?
    package var displayName: String?
    /// Empty text removes the address.
    package var email: String?
    package var locale: LocalePreference?
    package var theme: Theme?
    package var shadingMode: ShadingMode?

    package init(
        username: String? = nil, displayName: String? = nil, email: String? = nil, locale: LocalePreference? = nil,
        theme: Theme? = nil, shadingMode: ShadingMode? = nil
    ) {
        self.username = username
        self.displayName = displayName
        self.email = email
        self.locale = locale
        self.theme = theme
        self.shadingMode = shadingMode
    }
}

/// A checked change of the profile, made before the transaction and applied in it.
struct ProfileEdit: Sendable {
    private let username: Username?
    private let displayName: String?
    private let email: EmailAddress??
    private let locale: LocalePreference?
    private let theme: Theme?
    private let shadingMode: ShadingMode?

    init(_ change: ProfileChange) throws(DomainError) {
        if let text = change.username { username = try Username(text) } else { username = nil }
        if let text = change.displayName { displayName = try DisplayName.checked(text) } else { displayName = nil }
        if let text = change.email { email = .some(text.isEmpty ? nil : try EmailAddress(text)) } else { email = nil }
        locale = change.locale
        theme = change.theme
        shadingMode = change.shadingMode
    }

    /// Applies the change. Returns the names of the fields that differ afterwards.
    func apply(to user: inout User) -> [String] {
        var changed: [String] = []
        func set<Value: Equatable>(_ path: WritableKeyPath<User, Value>, to value: Value?, _ name: String) {
            guard let value, user[keyPath: path] != value else { return }
            user[keyPath: path] = value
            changed.append(name)
        }
        set(\.username, to: username, "username")
        set(\.displayName, to: displayName, "displayName")
        set(\.email, to: email, "email")
        set(\.locale, to: locale, "locale")
        set(\.theme, to: theme, "theme")
        set(\.shadingMode, to: shadingMode, "shadingMode")
        return changed
    }
}
