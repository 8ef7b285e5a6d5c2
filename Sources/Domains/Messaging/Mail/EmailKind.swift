/// What a letter is about; what it says is `EmailText`'s.
package enum EmailKind: String, Sendable, CaseIterable {
    /// A link to choose a new password, which somebody has asked for, or an administrator for them.
    case passwordReset
    /// A link to choose a first password, from an administrator.
    case invitation
    /// A link to make an account by, for somebody who has none.
    case joining
    case emailConfirmation
    /// To an address that an account has given up, with a link that puts it back.
    case emailChanged
    /// One of the notifications that the person wants by mail.
    case notification
    /// How the server is doing, once a day, for an administrator.
    case overview
    /// Whether mail works, for an administrator.
    case test
}
