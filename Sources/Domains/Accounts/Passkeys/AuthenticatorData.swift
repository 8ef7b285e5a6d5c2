/// The part of a response that the authenticator has signed (WebAuthn Level 2 §6.1).
struct AuthenticatorData: Sendable {
    /// The bytes before the attested credential: a hash, the flags and the counter.
    private static let headLength = 37
    private static let modelLength = 16

    struct Flags: OptionSet, Sendable {
        let rawValue: UInt8

        static let userPresent = Flags(rawValue: 1 << 0)
        static let userVerified = Flags(rawValue: 1 << 2)
        /// May be copied to other devices (Level 3 §6.1.3).
        static let backupEligible = Flags(rawValue: 1 << 3)
        static let backedUp = Flags(rawValue: 1 << 4)
        static let attestedCredential = Flags(rawValue: 1 << 6)
        static let extensions = Flags(rawValue: 1 << 7)
    }

    /// A new credential. Its key is not checked yet.
    struct Credential: Sendable {
        let id: [UInt8]
        let key: CBOR
        /// The same key as it was encoded.
        let keyBytes: [UInt8]
    }

    /// The SHA-256 of the relying party's id.
    let siteHash: [UInt8]
    let flags: Flags
    let counter: UInt32
    let credential: Credential?

    /// Throws `malformed` unless the bytes are exactly the parts that the flags announce. Extensions are not evaluated,
    /// since none are asked for.
    init(_ bytes: [UInt8]) throws(PasskeyRefusal) {
        guard bytes.count >= Self.headLength else { throw .malformed }
        siteHash = Array(bytes[..<32])
        flags = Flags(rawValue: bytes[32])
        counter = bytes[33..<Self.headLength].reduce(0) { $0 << 8 | UInt32($1) }
        var rest = bytes[Self.headLength...]
        if flags.contains(.attestedCredential) {
            (credential, rest) = try Self.credential(rest.dropFirst(Self.modelLength))
        } else {
            credential = nil
        }
        if flags.contains(.extensions) {
            let (value, length) = try Self.first(rest)
            guard case .map = value else { throw .malformed }
            rest = rest.dropFirst(length)
        }
        guard rest.isEmpty else { throw .malformed }
    }

    /// The credential at the beginning of `bytes`, and the bytes after it.
    private static func credential(
        _ bytes: ArraySlice<UInt8>
    ) throws(PasskeyRefusal) -> (Credential, rest: ArraySlice<UInt8>) {
        guard bytes.count >= 2 else { throw .malformed }
        let length = bytes.prefix(2).reduce(0) { $0 << 8 | Int($1) }
        let (id, rest) = (bytes.dropFirst(2).prefix(length), bytes.dropFirst(2 + length))
        guard id.count == length else { throw .malformed }
        let (key, keyLength) = try first(rest)
        return (
            Credential(id: Array(id), key: key, keyBytes: Array(rest.prefix(keyLength))), rest.dropFirst(keyLength)
        )
    }

    /// The first value of CBOR, and its length in bytes.
    private static func first(_ bytes: ArraySlice<UInt8>) throws(PasskeyRefusal) -> (CBOR, length: Int) {
        do {
            var reader = try CBORReader(Array(bytes))
            return (try reader.next(), reader.position)
        } catch {
            throw .malformed
        }
    }
}
