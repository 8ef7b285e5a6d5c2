import Journal
package import Primitives

/// A user's account.
package struct User: Sendable, Equatable {
    /// The allowed values of `maximumBitrate`, in kbit/s.
    package static let bitrateLimits = 32...10_000

    package let id: ID<Person>
    package var username: Username
    package var displayName: String
    package var email: EmailAddress?
    package var role: Role
    /// A disabled account cannot sign in, and its sessions and tokens do not work.
    package var disabled: Bool
    package var locale: LocalePreference
    package var theme: Theme
    package var shadingMode: ShadingMode
    package var picture: BlobKey?
    /// The time when the picture was last set or removed; nil when unknown.
    package var pictureChangedAt: Timestamp?
    /// Nil until the user has chosen a password by a link.
    package var passwordHash: PHCString?
    package let createdAt: Timestamp
    package var passwordChangedAt: Timestamp?
    package var lastSeenAt: Timestamp?
    /// The libraries that were assigned to the user; see `scope`.
    package var libraries: LibraryScope
    /// The highest bitrate of this user's streams, in kbit/s, in place of the plan's; nil for the plan's.
    package var maximumBitrate: Int?
    /// Whether an authenticator app makes codes for it. `AccountEdit.twoFactor` changes it.
    package let hasCodes: Bool
    /// `AccountEdit.passkeys` changes it.
    package let hasPasskeys: Bool
    /// The plan that was assigned to the user; nil for the default one.
    package var plan: ID<Plan>?
    /// The plan's terms, as they were read. They are not written with the account.
    package var terms: PlanTerms

    package init(
        id: ID<Person>, username: Username, displayName: String? = nil, email: EmailAddress? = nil, role: Role,
        disabled: Bool = false, locale: LocalePreference = .english, theme: Theme = .system,
        shadingMode: ShadingMode = .on, picture: BlobKey? = nil,
        pictureChangedAt: Timestamp? = nil, passwordHash: PHCString? = nil, createdAt: Timestamp,
        passwordChangedAt: Timestamp? = nil,
        lastSeenAt: Timestamp? = nil, libraries: LibraryScope = .everything, maximumBitrate: Int? = nil,
        hasCodes: Bool = false, hasPasskeys: Bool = false, plan: ID<Plan>? = nil, terms: PlanTerms = .none
    ) {
        self.id = id
        self.username = username
        self.displayName = displayName ?? username.text
        self.email = email
        self.role = role
        self.disabled = disabled
        self.locale = locale
        self.theme = theme
        self.shadingMode = shadingMode
        self.picture = picture
        self.pictureChangedAt = pictureChangedAt
        self.passwordHash = passwordHash
        self.createdAt = createdAt
        self.passwordChangedAt = passwordChangedAt
        self.lastSeenAt = lastSeenAt
        self.libraries = libraries
        self.maximumBitrate = maximumBitrate
        self.hasCodes = hasCodes
        self.hasPasskeys = hasPasskeys
        self.plan = plan
        self.terms = terms
    }

    /// Throws `invalid` for a limit, in kbit/s, that is not among `bitrateLimits`.
    static func checkBitrate(_ limit: Int?) throws(DomainError) {
        guard let limit, !bitrateLimits.contains(limit) else { return }
        throw .invalid("A limit is between 32 and 10000 kbit/s", field: "maximumBitrate")
    }

    /// The highest bitrate of the user's streams, in kbit/s; nil for no limit.
    package var bitrateLimit: Int? { maximumBitrate ?? terms.limits.maximumBitrate }

    /// The music that the user sees. A user who manages libraries sees all of them, whatever was assigned.
    package var scope: LibraryScope {
        role.permissions.contains(.manageLibraries) ? .everything : libraries
    }

    /// Whether there is a second factor of either kind.
    package var hasTwoFactor: Bool { hasCodes || hasPasskeys }

    /// Whether this user can sign in and administer. Once it has been set up, the server always has such a user.
    package var isAbleAdmin: Bool {
        role == .admin && !disabled && passwordHash != nil
    }

    /// Whether things that this user made give others access: invitations, and links to choose a password.
    var mayLetIn: Bool {
        !disabled && role.permissions.contains(.manageUsers)
    }
}

/// The colors of the web client; `system` follows the device.
package enum Theme: String, Sendable, CaseIterable {
    case system, light, dark
}

/// When players draw visuals: while music plays, never, or only on its hard points.
package enum ShadingMode: String, Sendable, CaseIterable {
    case on, off, hardPoints
}

extension JournalEntry {
    static func userCreated(
        _ user: User, by actor: Actor, at now: Timestamp, _ additional: [String: String] = [:]
    ) -> JournalEntry {
        actor.entry(
            "user.create", on: user.id, at: now,
            details: ["username": user.username.text, "role": user.role.rawValue].merging(additional) { $1 })
    }
}
