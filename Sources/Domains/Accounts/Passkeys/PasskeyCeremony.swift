import Crypto
import Foundation
import Primitives

/// The first check that a response did not pass.
package enum PasskeyRefusal: String, Error, Sendable, CaseIterable {
    case malformed, type, challenge, origin, crossOrigin, site, userPresence, userVerification, backupFlags
    case algorithm, key, credentialID, credentialTaken, credentialUnknown, userHandle, signature, counter
}

/// The checks of one challenge's response, in the order of WebAuthn Level 2. A user must have been verified in every
/// ceremony, so that each passkey is two factors. Attestation is not asked for, and a statement that is there
/// nevertheless is not trusted.
struct PasskeyCeremony: Sendable {
    /// The longest client data in bytes: an object of four short values, to which browsers may add.
    private static let longestClientData = 4096
    /// The longest id of a credential in bytes (Level 2 §6.5.1).
    private static let longestCredentialID = 1023

    let challenge: [UInt8]
    let site: RelyingParty

    /// A credential that has passed the checks of §7.1 which need no storage.
    struct NewCredential: Sendable, Equatable {
        let id: [UInt8]
        let publicKey: [UInt8]
        let counter: UInt32
        let isBackedUp: Bool
    }

    /// §7.1: the credential of a registration.
    func register(clientData: [UInt8], attestation: [UInt8]) throws(PasskeyRefusal) -> NewCredential {
        try check(clientData, type: "webauthn.create")
        guard let object = try? CBORReader.value(of: attestation), case .text? = object[.text("fmt")],
            case .map? = object[.text("attStmt")], case .bytes(let bytes)? = object[.text("authData")]
        else { throw .malformed }
        let data = try AuthenticatorData(bytes)
        try check(data)
        guard let credential = data.credential else { throw .malformed }
        _ = try COSEKey(credential.key)
        guard (1...Self.longestCredentialID).contains(credential.id.count) else { throw .credentialID }
        return NewCredential(
            id: credential.id, publicKey: credential.keyBytes, counter: data.counter,
            isBackedUp: data.flags.contains(.backedUp))
    }

    /// §7.2: the use of a passkey. Its counter is compared afterwards, by `Passkey.use`.
    ///
    /// - Parameter isIdentified: whether the user was known before. Otherwise the response must name the user.
    func authenticate(
        _ assertion: PasskeyAssertion, by passkey: Passkey, isIdentified: Bool
    ) throws(PasskeyRefusal) -> PasskeyUse {
        guard assertion.credential == passkey.credential else { throw .credentialUnknown }
        guard assertion.userHandle.map({ $0 == passkey.userHandle }) ?? isIdentified else { throw .userHandle }
        try check(assertion.clientData, type: "webauthn.get")
        let data = try AuthenticatorData(assertion.authenticatorData)
        try check(data)
        guard let value = try? CBORReader.value(of: passkey.publicKey) else { throw .key }
        let message = assertion.authenticatorData + SHA256.hash(data: assertion.clientData)
        guard try COSEKey(value).isValid(assertion.signature, for: message) else { throw .signature }
        return PasskeyUse(counter: data.counter, isBackedUp: data.flags.contains(.backedUp))
    }

    /// The object that the browser has made (§5.8.1).
    private struct ClientData: Decodable {
        let type: String
        let challenge: String
        let origin: String
        let crossOrigin: Bool?
        let topOrigin: String?
    }

    private func check(_ clientData: [UInt8], type: String) throws(PasskeyRefusal) {
        guard clientData.count <= Self.longestClientData,
            let data = try? JSONDecoder().decode(ClientData.self, from: Data(clientData))
        else { throw .malformed }
        guard data.type == type else { throw .type }
        guard Base64URL.decode(data.challenge) == challenge else { throw .challenge }
        guard data.origin == site.origin else { throw .origin }
        guard data.crossOrigin != true, data.topOrigin == nil else { throw .crossOrigin }
    }

    private func check(_ data: AuthenticatorData) throws(PasskeyRefusal) {
        guard data.siteHash == Array(SHA256.hash(data: Array(site.id.utf8))) else { throw .site }
        guard data.flags.contains(.userPresent) else { throw .userPresence }
        guard data.flags.contains(.userVerified) else { throw .userVerification }
        // Level 3 §6.1.3: a credential that cannot be backed up is not.
        guard data.flags.contains(.backupEligible) || !data.flags.contains(.backedUp) else { throw .backupFlags }
    }
}
