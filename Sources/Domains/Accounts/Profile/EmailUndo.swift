package import Primitives

/// The way back to a confirmed address that an account has given up: a link in a letter to that address. Its token's hash is stored.
package struct EmailUndo: Sendable, Equatable {
    package static let lifetime = Duration.seconds(7 * 86_400)
    /// With so many ways back within a week, an account gives up no further address.
    package static let maximumPerUser = 10

    package let hash: TokenHash
    package let user: ID<Person>
    package let email: EmailAddress
    package let createdAt: Timestamp
    package let expiresAt: Timestamp

    package init(
        hash: TokenHash, user: ID<Person>, email: EmailAddress, createdAt: Timestamp, expiresAt: Timestamp
    ) {
        self.hash = hash
        self.user = user
        self.email = email
        self.createdAt = createdAt
        self.expiresAt = expiresAt
    }
}

/// Seals the token of such a link for the letter that carries it.
package protocol EmailUndoSealer: Sendable {
    /// - Returns: the letter's id and the sealed token; nil where no mail is sent.
    func seal(_ token: String, at now: Timestamp) throws -> (letter: String, sealed: [UInt8])?
}

/// An address that an account gives up, and the letter that goes there.
package struct FormerEmail: Sendable {
    package let email: EmailAddress
    package let letter: EmailUndoMessage
}

/// A letter with a link that undoes a change of address, before it is known whether the address changes.
package struct EmailUndoMessage: Sendable {
    package let hash: TokenHash
    package let letter: String
    package let sealed: [UInt8]
    package let at: Timestamp

    /// Nil where no mail is sent.
    static func make(_ sealer: (any EmailUndoSealer)?, at now: Timestamp) throws -> EmailUndoMessage? {
        let token = RandomToken.make()
        guard let made = try sealer?.seal(token, at: now) else { return nil }
        return EmailUndoMessage(hash: TokenHash(of: token), letter: made.letter, sealed: made.sealed, at: now)
    }
}

extension AccountEdit {
    /// Has the address that the account had before told, if it was confirmed and is another one now.
    mutating func tellFormerEmail(since before: User, _ letter: EmailUndoMessage?) {
        guard let letter, let email = before.email, user.email?.key != email.key else { return }
        formerEmail = FormerEmail(email: email, letter: letter)
    }
}
