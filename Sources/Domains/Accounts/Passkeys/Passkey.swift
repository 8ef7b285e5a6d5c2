package import Primitives

/// A credential of WebAuthn that belongs to an account. The private key is in the user's device; nothing here is
/// secret.
package struct Passkey: Sendable, Equatable {
    package static let maximumPerUser = 20
    package static let maximumLabelLength = 100

    package let id: ID<Passkey>
    package let user: ID<Person>
    /// The name that the user has given it.
    package var label: String
    /// The credential's id, 1 to 1023 bytes, chosen by the authenticator.
    package let credential: [UInt8]
    /// The public key as a COSE_Key.
    package let publicKey: [UInt8]
    /// The host name that it was made at. It works at no other.
    package let site: String
    /// The number of uses, as the authenticator counts them; 0 for one that does not count.
    package var counter: UInt32
    /// Whether it is copied to other devices of the user, as of its latest use.
    package var isBackedUp: Bool
    package let createdAt: Timestamp
    package var lastUsedAt: Timestamp?

    package init(
        id: ID<Passkey>, user: ID<Person>, label: String, credential: [UInt8], publicKey: [UInt8], site: String,
        counter: UInt32, isBackedUp: Bool, createdAt: Timestamp, lastUsedAt: Timestamp? = nil
    ) {
        self.id = id
        self.user = user
        self.label = label
        self.credential = credential
        self.publicKey = publicKey
        self.site = site
        self.counter = counter
        self.isBackedUp = isBackedUp
        self.createdAt = createdAt
        self.lastUsedAt = lastUsedAt
    }

    /// The bytes that name the owner to the authenticator.
    var userHandle: [UInt8] { Self.userHandle(of: user) }

    static func userHandle(of user: ID<Person>) -> [UInt8] { Array(user.rawValue.utf8) }

    /// Records a use. Throws `counter` when an authenticator that counts has not counted on: then there may be a copy
    /// of it (WebAuthn Level 2 §7.2, step 21).
    mutating func use(_ use: PasskeyUse, at now: Timestamp) throws(PasskeyRefusal) {
        guard (counter == 0 && use.counter == 0) || use.counter > counter else { throw .counter }
        counter = use.counter
        isBackedUp = use.isBackedUp
        lastUsedAt = now
    }
}

/// The facts about a use of a passkey that its authenticator has signed.
struct PasskeyUse: Sendable, Equatable {
    let counter: UInt32
    let isBackedUp: Bool
}

/// A browser's response to a request for a passkey.
package struct PasskeyAssertion: Sendable {
    /// The token of the challenge.
    package var token: String
    /// The id of the credential.
    package var credential: [UInt8]
    package var clientData: [UInt8]
    package var authenticatorData: [UInt8]
    package var signature: [UInt8]
    package var userHandle: [UInt8]?

    package init(
        token: String, credential: [UInt8], clientData: [UInt8], authenticatorData: [UInt8], signature: [UInt8],
        userHandle: [UInt8]?
    ) {
        self.token = token
        self.credential = credential
        self.clientData = clientData
        self.authenticatorData = authenticatorData
        self.signature = signature
        self.userHandle = userHandle
    }
}

/// A browser's response to a request for a new passkey.
package struct PasskeyDraft: Sendable {
    /// The token of the challenge.
    package var token: String
    package var label: String
    package var clientData: [UInt8]
    package var attestation: [UInt8]

    package init(token: String, label: String, clientData: [UInt8], attestation: [UInt8]) {
        self.token = token
        self.label = label
        self.clientData = clientData
        self.attestation = attestation
    }
}

extension AccountEdit {
    /// Records the use of a passkey. Throws `credentialUnknown` when it was removed meanwhile, and as `Passkey.use`.
    mutating func use(_ passkey: Passkey, _ use: PasskeyUse, at now: Timestamp) throws(PasskeyRefusal) {
        guard let index = passkeys.firstIndex(where: { $0.id == passkey.id }) else { throw .credentialUnknown }
        try passkeys[index].use(use, at: now)
    }
}
