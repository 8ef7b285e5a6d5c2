import Accounts
import Foundation
import JWTKit
import Primitives

/// A token in the compact form (RFC 7515 §3.1), before anything is known about its signature.
struct SignedToken {
    private static let longest = 64 << 10

    private let text: String
    private let payload: [UInt8]
    private let algorithm: String
    private let keyID: String?

    /// Nil for what is no signed token, and for one with a field that must be understood (`crit`).
    init?(_ text: String) {
        guard text.utf8.count <= Self.longest else { return nil }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let bytes = Base64URL.decode(String(parts[0])),
            let document = try? ProviderObject.document(bytes), let header = ProviderObject(document),
            let algorithm = header.name("alg"), header.texts("crit", upTo: 1) == nil,
            let payload = Base64URL.decode(String(parts[1]))
        else { return nil }
        self.text = text
        self.payload = payload
        self.algorithm = algorithm
        keyID = header.name("kid")
    }

    /// The claims, if one of the keys has signed them. The library would take a key of another id, so that only those
    /// are handed to it that the token may mean.
    func claims(by keys: [SigningKey]) async -> TokenClaims? {
        for key in keys where keyID == nil || key.id == keyID {
            guard let jwk = key.jwk(for: algorithm) else { continue }
            let collection = JWTKeyCollection()
            do {
                _ = try await collection.add(jwk: jwk)
                _ = try await collection.verify(text, as: AnyPayload.self)
                return try TokenClaims(payload)
            } catch {
                continue
            }
        }
        return nil
    }
}

/// The signature is all that is asked about; the claims are checked by the domain.
private struct AnyPayload: JWTPayload {
    func verify(using algorithm: some JWTAlgorithm) {}
}

/// One of the provider's public keys (RFC 7517 §4).
struct SigningKey: Sendable {
    /// The most keys of a provider that are read.
    static let most = 50
    /// The shortest modulus in bits (NIST SP 800-131A Rev. 2 §3).
    private static let shortestModulus = 2048

    let id: String?
    private let type: String
    private let algorithm: String?
    private let curve: String?
    private let values: [String: String]

    /// Nil for a key that is not for signatures, and for one with a private part.
    init?(_ object: ProviderObject) {
        guard let type = object.name("kty"), (object.name("use") ?? "sig") == "sig", object.anyText("d") == nil else {
            return nil
        }
        self.type = type
        id = object.name("kid")
        algorithm = object.name("alg")
        curve = object.name("crv")
        values = ["n", "e", "x", "y"].reduce(into: [:]) { $0[$1] = object.name($1) }
    }

    /// The key for one of the asymmetric algorithms of RFC 7518 §3.1 and RFC 8037 §3.1. Nil for any other algorithm, such as
    /// `none` and those by a shared secret, and where the key is for another.
    func jwk(for name: String) -> JWK? {
        guard algorithm == nil || algorithm == name, let algorithm = JWK.Algorithm(rawValue: name) else { return nil }
        let identifier = JWKIdentifier(string: id ?? "key")
        switch (type, name) {
        case ("RSA", "RS256"), ("RSA", "RS384"), ("RSA", "RS512"), ("RSA", "PS256"), ("RSA", "PS384"),
            ("RSA", "PS512"):
            guard let modulus = values["n"], (Base64URL.decode(modulus)?.count ?? 0) * 8 >= Self.shortestModulus else {
                return nil
            }
            return .rsa(algorithm, identifier: identifier, modulus: modulus, exponent: values["e"])
        case ("EC", "ES256"), ("EC", "ES384"), ("EC", "ES512"):
            let curves = ["ES256": "P-256", "ES384": "P-384", "ES512": "P-521"]
            guard curve == curves[name] else { return nil }
            return .ecdsa(
                algorithm, identifier: identifier, x: values["x"], y: values["y"],
                curve: curve.flatMap(ECDSACurve.init(rawValue:)))
        case ("OKP", "EdDSA"):
            guard curve == "Ed25519" else { return nil }
            return .octetKeyPair(
                algorithm, identifier: identifier, x: values["x"], y: nil,
                curve: curve.flatMap(EdDSACurve.init(rawValue:)))
        default: return nil
        }
    }
}

extension TokenClaims {
    /// Throws `ServiceFailure` for what is no object of JSON.
    init(_ content: [UInt8]) throws {
        guard let object = try ProviderObject.document(content) as? [String: Any] else {
            throw ServiceFailure(.malformed)
        }
        self.init(object.mapValues(Value.init(json:)))
    }
}

extension TokenClaims.Value {
    /// From a value of `JSONSerialization`.
    fileprivate init(json value: Any) {
        switch value {
        case let text as String: self = .text(text)
        case let number as NSNumber:
            // Both are numbers to Foundation; the type of the C value tells them apart.
            self = String(cString: number.objCType) == "c" ? .flag(number.boolValue) : .number(number.doubleValue)
        case let list as [Any]: self = .list(list.map(Self.init(json:)))
        case let object as [String: Any]: self = .object(object.mapValues(Self.init(json:)))
        default: self = .null
        }
    }
}
