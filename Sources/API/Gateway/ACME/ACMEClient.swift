import Crypto
import Foundation
import Primitives
import SwiftASN1
import X509

/// A session with a certificate authority (RFC 8555).
actor ACMEClient {
    struct Directory: Decodable {
        let newNonce: String
        let newAccount: String
        let newOrder: String
    }

    struct Order: Decodable {
        let status: String
        let authorizations: [String]
        let finalize: String
        let certificate: String?
        let error: ACMEProblemBody?
    }

    struct Authorization: Decodable {
        struct Identifier: Decodable {
            let value: String
        }

        struct Challenge: Decodable {
            let type: String
            let url: String
            let token: String?
            let error: ACMEProblemBody?
        }

        let status: String
        let identifier: Identifier
        let challenges: [Challenge]
    }

    /// The number of times that a request is sent again after its nonce was refused.
    private static let attempts = 10
    /// The time limit of an order or authorization.
    private static let timeout = Duration.seconds(180)

    let directory: Directory
    private let http: any HTTPSClient
    private let key: ACMEAccountKey
    private var account: String?
    private var nonce: String?

    /// - Parameter account: the account's URL at the authority, if there is one already.
    init(directory address: String, http: any HTTPSClient, key: ACMEAccountKey, account: String?) async throws {
        let reply = try await Self.send(.get, address, by: http)
        guard reply.head.status == 200 else { throw Self.problem(of: reply) }
        directory = try Self.decode(reply)
        self.http = http
        self.key = key
        self.account = account
    }

    /// Returns the account's URL: the existing one, else that of a new account, for which the terms are accepted.
    func signIn(email: String?) async throws -> String {
        if let account {
            do {
                _ = try await post(account, json: email.map { ["contact": ["mailto:" + $0]] } ?? [:])
                return account
            } catch let problem as ACMEProblem
                where problem.type == "accountDoesNotExist" || problem.type == "malformed"
            {
                self.account = nil
            }
        }
        var request: [String: Any] = ["termsOfServiceAgreed": true]
        if let email { request["contact"] = ["mailto:" + email] }
        let reply = try await post(directory.newAccount, json: request)
        guard let location = reply.head.field("location") else { throw ACMEProblem.unexpected("no account") }
        account = location
        return location
    }

    /// Returns a certificate for `names` and `key`, with its chain, in PEM.
    func order(_ names: [String], key: P256.Signing.PrivateKey, _ challenges: ChallengeTokens) async throws -> String {
        let created = try await post(
            directory.newOrder, json: ["identifiers": names.map { ["type": "dns", "value": $0] }])
        guard let address = created.head.field("location") else { throw ACMEProblem.unexpected("no order") }
        var order: Order = try Self.decode(created)
        for authorization in order.authorizations { try await authorize(authorization, challenges) }
        order = try await settle(address) { $0.status != "pending" && $0.status != "processing" }
        if order.status == "ready" {
            _ = try await post(
                order.finalize, json: ["csr": Base64URL.encode(try Self.request(for: names, key))])
            order = try await settle(address) { $0.status == "valid" || $0.status == "invalid" }
        }
        guard order.status == "valid", let certificate = order.certificate else {
            throw order.error?.problem(retryAfter: nil) ?? ACMEProblem.unexpected("an order that is \(order.status)")
        }
        return String(decoding: try await post(certificate, nil).content, as: UTF8.self)
    }

    private func authorize(_ address: String, _ challenges: ChallengeTokens) async throws {
        let authorization: Authorization = try Self.decode(try await post(address, nil))
        if authorization.status == "valid" { return }
        let name = authorization.identifier.value
        guard let challenge = authorization.challenges.first(where: { $0.type == "http-01" }),
            let token = challenge.token, ChallengeTokens.isToken(token)
        else { throw ACMEProblem("The certificate authority offers no challenge by HTTP for \(name)") }
        challenges.add(token, "\(token).\(key.thumbprint)")
        defer { challenges.remove(token) }
        _ = try await post(challenge.url, json: [:])
        let settled: Authorization = try await settle(address) { $0.status != "pending" && $0.status != "processing" }
        guard settled.status == "valid" else {
            let problem = settled.challenges.compactMap(\.error).first?.problem(retryAfter: nil)
            throw ACMEProblem(
                type: problem?.type, "\(name): \(problem?.detail ?? "the authorization is \(settled.status)")")
        }
    }

    /// Polls, at the authority's pace, until `isSettled` accepts the state.
    private func settle<Body: Decodable>(_ address: String, _ isSettled: (Body) -> Bool) async throws -> Body {
        let deadline = ContinuousClock.now + Self.timeout
        var pause = Duration.milliseconds(200)
        while ContinuousClock.now < deadline {
            let reply = try await post(address, nil)
            let body: Body = try Self.decode(reply)
            if isSettled(body) { return body }
            let wanted = reply.head.retryAfter(from: Date()).map { Duration.seconds($0.timeIntervalSinceNow) }
            try await Task.sleep(for: min(max(pause, wanted ?? .zero), .seconds(30)))
            pause = min(pause * 2, .seconds(5))
        }
        throw ACMEProblem("The certificate authority did not come to an end in \(Self.timeout.components.seconds) s")
    }

    private func post(_ address: String, json: [String: Any]) async throws -> HTTPSReply {
        try await post(
            address,
            Array(try JSONSerialization.data(withJSONObject: json, options: [.sortedKeys, .withoutEscapingSlashes])))
    }

    /// Sends a signed request, and again if its nonce was refused (RFC 8555 §6.5).
    private func post(_ address: String, _ payload: [UInt8]?) async throws -> HTTPSReply {
        var last = ACMEProblem.unexpected("no nonce")
        for _ in 0..<Self.attempts {
            let body = try key.sign(
                payload, for: address, nonce: try await takeNonce(),
                account: address == directory.newAccount ? nil : account)
            let reply = try await Self.send(.post, address, body, by: http)
            nonce = reply.head.field("replay-nonce")
            if (200..<300).contains(reply.head.status) { return reply }
            last = Self.problem(of: reply)
            guard last.type == "badNonce" else { throw last }
        }
        throw last
    }

    private func takeNonce() async throws -> String {
        if let nonce {
            self.nonce = nil
            return nonce
        }
        let reply = try await Self.send(.head, directory.newNonce, by: http)
        guard let nonce = reply.head.field("replay-nonce") else { throw ACMEProblem.unexpected("no nonce") }
        return nonce
    }

    private static func send(
        _ method: HTTPSRequest.Method, _ text: String, _ body: [UInt8]? = nil, by http: any HTTPSClient
    ) async throws -> HTTPSReply {
        guard let address = try? LinkAddress(text), address.scheme == .https else {
            throw ACMEProblem("“\(text.prefix(200))” is no https address")
        }
        do {
            return try await http.send(
                HTTPSRequest(
                    method, address, body: body.map { RequestBody(bytes: $0, type: "application/jose+json") }))
        } catch HTTPSFailure.tooLarge {
            throw ACMEProblem.unexpected("more than a megabyte")
        } catch HTTPSFailure.unreachable(let reason) {
            throw ACMEProblem("The certificate authority \(address.host) cannot be reached: \(reason)")
        }
    }

    private static func request(for names: [String], _ key: P256.Signing.PrivateKey) throws -> [UInt8] {
        let request = try CertificateSigningRequest(
            version: .v1, subject: try DistinguishedName {}, privateKey: .init(key),
            attributes: .init([
                .init(
                    ExtensionRequest(
                        extensions: try Certificate.Extensions {
                            SubjectAlternativeNames(names.map { .dnsName($0) })
                        }))
            ]), signatureAlgorithm: .ecdsaWithSHA256)
        var serializer = DER.Serializer()
        try serializer.serialize(request)
        return serializer.serializedBytes
    }

    private static func decode<Body: Decodable>(_ reply: HTTPSReply) throws -> Body {
        guard let body = try? JSONDecoder().decode(Body.self, from: Data(reply.content)) else {
            throw ACMEProblem.unexpected("\(Body.self) that cannot be read")
        }
        return body
    }

    private static func problem(of reply: HTTPSReply) -> ACMEProblem {
        let retry = reply.head.retryAfter(from: Date())
        guard let body = try? JSONDecoder().decode(ACMEProblemBody.self, from: Data(reply.content)) else {
            return ACMEProblem("The certificate authority answered \(reply.head.status)", retryAfter: retry)
        }
        return body.problem(retryAfter: retry)
    }
}

extension LinkReply {
    /// The time of `Retry-After`, in seconds or as a date (RFC 9110 §10.2.3).
    fileprivate func retryAfter(from now: Date) -> Date? {
        guard let text = field("retry-after") else { return nil }
        if let seconds = Int(text) { return now.addingTimeInterval(Double(min(max(seconds, 0), 30 * 86_400))) }
        return HTTPDate(text).map { Date(timeIntervalSince1970: Double($0.seconds)) }
    }
}

/// The key of an account at a certificate authority (ES256), and its signatures (RFC 7515, RFC 7638, RFC 8555 §6.2).
struct ACMEAccountKey: Sendable {
    let key: P256.Signing.PrivateKey

    /// The members in alphabetical order, as the thumbprint requires.
    private var publicKey: String {
        let point = Array(key.publicKey.rawRepresentation)
        return
            #"{"crv":"P-256","kty":"EC","x":"\#(Base64URL.encode(Array(point.prefix(32))))","y":"\#(Base64URL.encode(Array(point.suffix(32))))"}"#
    }

    /// The second part of a challenge's response, after the token and a dot.
    var thumbprint: String { Base64URL.encode(Array(SHA256.hash(data: Array(publicKey.utf8)))) }

    /// The signed body of a request.
    ///
    /// - Parameters:
    /// - payload: JSON; nil for a read.
    /// - account: the account's URL; nil before there is one, when the public key is sent instead.
    func sign(_ payload: [UInt8]?, for url: String, nonce: String, account: String?) throws -> [UInt8] {
        struct Head: Encodable {
            let alg = "ES256"
            let kid: String?
            let jwk: [String: String]?
            let nonce: String
            let url: String
        }
        let jwk = account == nil ? try JSONDecoder().decode([String: String].self, from: Data(publicKey.utf8)) : nil
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let head = try encoder.encode(Head(kid: account, jwk: jwk, nonce: nonce, url: url))
        let protected = Base64URL.encode(Array(head))
        let body = payload.map { Base64URL.encode($0) } ?? ""
        let signature = try key.signature(for: Array("\(protected).\(body)".utf8))
        return Array(
            #"{"protected":"\#(protected)","payload":"\#(body)","signature":"\#(Base64URL.encode(Array(signature.rawRepresentation)))"}"#
                .utf8)
    }
}
