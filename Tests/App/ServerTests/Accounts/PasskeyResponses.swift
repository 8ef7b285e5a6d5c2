import Foundation
import Primitives
import Support
import Testing

/// A browser's responses to the native API's challenges, as request bodies.
extension PasskeyAuthenticator {
    /// The response to the options for a new passkey. The caller adds the name.
    func response(to options: [String: Any]) throws -> [String: Any] {
        let (token, challenge) = try Self.challenge(options)
        let (clientData, attestation) = register(challenge)
        return [
            "token": token, "clientData": Base64URL.encode(clientData), "attestation": Base64URL.encode(attestation),
        ]
    }

    /// The response to the options for using a passkey.
    /// - Parameter user: the user handle that the authenticator has stored with the credential.
    func use(by options: [String: Any], user: String?) throws -> [String: Any] {
        let (token, challenge) = try Self.challenge(options)
        let (clientData, data, signature) = try use(challenge)
        var body: [String: Any] = [
            "token": token, "credential": Base64URL.encode(credential), "clientData": Base64URL.encode(clientData),
            "authenticatorData": Base64URL.encode(data), "signature": Base64URL.encode(signature),
        ]
        body["userHandle"] = user.map { Base64URL.encode(Array($0.utf8)) }
        return body
    }

    private static func challenge(_ options: [String: Any]) throws -> (token: String, challenge: [UInt8]) {
        let token = try #require(options["token"] as? String, "\(options)")
        let challenge = try #require(options["challenge"] as? String)
        return (token, try #require(Base64URL.decode(challenge)))
    }
}
