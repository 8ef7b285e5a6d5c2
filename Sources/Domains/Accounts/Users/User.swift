package import Primitives

/// A person's account.
package struct User: Sendable, Equatable {
    /// What `maximumBitrate` can be.
    package static let bitrateLimits = 32...10_000

    package let id: ID<Person>
    package var username: Username
    package var displayName: String
    package var email: EmailAddress?
    package var role: Role
    /// A disabled account cannot sign in and its sessions and tokens do not work.
    package var disabled: Bool
    package var locale: LocalePreference
    package var theme: Theme
    package var picture: BlobKey?
    /// When the picture was last set or removed; nil where nobody knows.
    package var pictureChangedAt: Timestamp?
    /// Nil until the person has chosen a password by a link.
    package var passwordHash: PHCString?
    package let createdAt: Timestamp
    package var passwordChangedAt: Timestamp?
    package var lastSeenAt: Timestamp?
    /// Whose music the person was given; see `scope`.
    package var libraries: LibraryScope
    /// The most that this person's streams may take, in kbit/s, whatever the plan says; nil for what the plan says.
    package var maximumBitrate: Int?
    /// Whether there is a second factor; it is changed by `AccountEdit.twoFactor`.
    package let hasTwoFactor: Bool
    /// The plan that the person was given; nil for the one that everybody has who was given none.
    package var plan: ID<Plan>?
    /// What that plan says, as it was read; it is not written with the account.
    package var terms: PlanTerms

    package init(
        id: ID<Person>, username: Username, displayName: String? = nil, email: EmailAddress? = nil, role: Role,
        disabled: Bool = false, locale: LocalePreference = .english, theme: Theme = .system, picture: BlobKey? = nil,
        pictureChangedAt: Timestamp? = nil, passwordHash: PHCString? = nil, createdAt: Timestamp,
        passwordChangedAt: Timestamp? = nil,
        lastSeenAt: Timestamp? = nil, libraries: LibraryScope = .everything, maximumBitrate: Int? = nil,
        hasTwoFactor: Bool = false, plan: ID<Plan>? = nil, terms: PlanTerms = .none
    ) {
        self.id = id
        self.username = username
        self.displayName = displayName ?? username.text
        self.email = email
        self.role = role
        self.disabled = disabled
        self.locale = locale
        self.theme = theme
        self.picture = picture
        self.pictureChangedAt = pictureChangedAt
        self.passwordHash = passwordHash
        self.createdAt = createdAt
        self.passwordChangedAt = passwordChangedAt
        self.lastSeenAt = lastSeenAt
        self.libraries = libraries
        self.maximumBitrate = maximumBitrate
        self.hasTwoFactor = hasTwoFactor
        self.plan = plan
        self.terms = terms
    }

    /// The most that the person's streams may take, in kbit/s; nil for no limit.
    package var bitrateLimit: Int? { maximumBitrate ?? terms.limits.maximumBitrate }

    /// Whose music the person sees: who manages the libraries sees all of them, whatever was given.
    package var scope: LibraryScope {
        role.permissions.contains(.manageLibraries) ? .everything : libraries
    }

    /// Whether this person can sign in and administer; the gateway never goes without one once it has been set up.
    package var isAbleAdmin: Bool {
        role == .admin && !disabled && passwordHash != nil
    }

    /// Whether what this person made lets others in: invitations, and links to choose a password.
    var mayLetIn: Bool {
        !disabled && role.permissions.contains(.manageUsers)
    }

    mutating func setPassword(_ hash: PHCString, at now: Timestamp) {
        passwordHash = hash
        passwordChangedAt = now
    }
}
