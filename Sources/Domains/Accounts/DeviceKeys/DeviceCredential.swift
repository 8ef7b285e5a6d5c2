/// What a remote client proves itself with. The account's password is none of these: it opens no device's door.
package enum DeviceCredential: Sendable {
    case apiKey(String)
    /// `token` is the hexadecimal md5 of the key's text and `salt`.
    case token(username: String, token: String, salt: String)
    /// A device key in the place of a password.
    case password(username: String, password: String)
    /// What an address was given by `SignedPictureURLs`: good for the picture of `subject` and nothing else, which is the caller's to see to.
    case picture(proof: String, subject: String)

    /// Whoever loads a picture is not the client that the key was given to, or does not say so.
    package var isPicture: Bool {
        if case .picture = self { true } else { false }
    }
}
