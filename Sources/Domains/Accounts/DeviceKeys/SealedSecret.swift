/// What is stored of a device key's text; see `DeviceKeyRing`.
package struct SealedSecret: Sendable, Equatable {
    /// HMAC-SHA256 of the text.
    package let hash: TokenHash
    /// AES-256-GCM: nonce, ciphertext and tag.
    package let sealed: [UInt8]
    /// Names the server key that both were made with.
    package let keyID: String

    package init(hash: TokenHash, sealed: [UInt8], keyID: String) {
        self.hash = hash
        self.sealed = sealed
        self.keyID = keyID
    }
}
