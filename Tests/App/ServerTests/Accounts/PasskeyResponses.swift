import Foundation
import Primitives
import Support
import Testing

/// The responses of a browser to the native API's challenges, as bodies of requests.
extension PasskeyAuthenticator {
    /// To the options for a new passkey. The name must be added.
    func response(to options: [String: Any]) throws -> [String: Any] {
        let (token, challenge) = try Self.challenge(options)
        let (clientData, attestation) = register(challenge)
        return [
            "token": token, "clientData": Base64URL.encode(clientData), "attestation": Base64URL.encode(attestation),
        ]
    }

    /// To the options for the use of a passkey.
    /// - Parameter user: the handle that the authenticator has stored with the credential.
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
