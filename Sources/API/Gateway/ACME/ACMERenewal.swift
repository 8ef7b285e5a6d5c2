import Crypto
package import Foundation
package import Logging
package import Primitives
import SwiftASN1
import X509

/// Orders a public certificate, and renews it when two thirds of its life are over. A failed order does not change the
/// certificate in use. It is retried after increasing pauses, and not before the authority allows it.
package struct ACMERenewal: Sendable {
    package enum Outcome: Sendable, Equatable {
        case notDue
        case renewed
        case failed(String)
    }

    /// Let's Encrypt allows five failed validations of a name in an hour.
    package static let pauses: [TimeInterval] = [900, 3600, 3 * 3600, 6 * 3600, 12 * 3600, 24 * 3600]
    private static let purpose = "ACME account"

    private let settings: ACMESettings
    private let challenges: ChallengeTokens
    private let http: @Sendable (_ authority: String?) throws -> any HTTPSClient
    private let sealer: KeySealer
    private let interval: Duration
    private let logger: Logger

    /// - Parameters:
    ///   - http: a client that also trusts the certificate authorities in a PEM file. It throws for a file without any.
    ///   - interval: the time between two checks.
    package init(
        _ settings: ACMESettings, challenges: ChallengeTokens,
        http: @escaping @Sendable (_ authority: String?) throws -> any HTTPSClient, sealer: KeySealer,
        interval: Duration = .seconds(5), logger: Logger
    ) {
        self.settings = settings
        self.challenges = challenges
        self.http = http
        self.sealer = sealer
        self.interval = interval
        self.logger = logger
    }

    /// Never returns; throws when the task is canceled.
    package func run() async throws {
        while true {
            switch await renewIfDue() {
            case .notDue: break
            case .renewed:
                logger.notice(
                    "A public certificate was issued",
                    metadata: ["tls.names": "\(settings.names.joined(separator: " "))"])
            case .failed(let problem):
                logger.error(
                    "A public certificate could not be obtained; the present one stays in use",
                    metadata: ["problem": "\(problem)"])
            }
            try await Task.sleep(for: interval)
        }
    }

    /// Orders a certificate if there is none, if the present one is for other names or has used two thirds of its life,
    /// or if a renewal was requested.
    package func renewIfDue(now: Date = Date()) async -> Outcome {
        var state = settings.state ?? ACMEState(directory: settings.directory)
        let isRequested = settings.isRenewalRequested
        if !isRequested {
            guard isNeeded(at: now) else { return .notDue }
            let isSame = state.directory == settings.directory && state.names == settings.names
            // A clock that was set back must not delay the next attempt forever.
            if isSame, let next = state.nextAttempt, next > now, next < now.addingTimeInterval(31 * 86_400) {
                return .notDue
            }
        }
        settings.forgetRequest()
        if state.directory != settings.directory { state = ACMEState(directory: settings.directory) }
        state.names = settings.names
        state.lastAttempt = now
        do {
            try PrivateFolder.make(settings.folder)
            try await order(&state)
            (state.lastSuccess, state.nextAttempt, state.problem, state.failures) = (now, nil, nil, 0)
            try settings.store(state)
            return .renewed
        } catch {
            let problem = error as? ACMEProblem
            let sentence = problem?.sentence ?? (error as? DomainError)?.message ?? "It was cut off"
            let pause = Self.pauses[min(state.failures, Self.pauses.count - 1)]
            state.failures += 1
            state.problem = sentence
            state.nextAttempt = max(now.addingTimeInterval(pause), problem?.retryAfter ?? now)
            try? settings.store(state)
            return .failed(sentence)
        }
    }

    private func isNeeded(at now: Date) -> Bool {
        guard let facts = CertificateFacts(path: settings.files.chain),
            FileManager.default.fileExists(atPath: settings.files.key), facts.from <= now,
            Set(facts.names) == Set(settings.names)
        else { return true }
        return facts.from.addingTimeInterval(facts.until.timeIntervalSince(facts.from) * 2 / 3) <= now
    }

    private func order(_ state: inout ACMEState) async throws {
        let client = try await ACMEClient(
            directory: settings.directory, http: try client(), key: try accountKey(&state), account: state.account)
        state.account = try await client.signIn(email: settings.email)
        try settings.store(state)
        let key = P256.Signing.PrivateKey()
        let chain = try await client.order(settings.names, key: key, challenges)
        try check(chain, key)
        // The key is written first: a reader between the two writes finds a pair that does not match and keeps its old
        // one.
        try PrivateFile.write(Array(key.pemRepresentation.utf8), to: settings.files.key)
        try PrivateFile.write(Array(chain.utf8), to: settings.files.chain)
    }

    private func client() throws -> any HTTPSClient {
        do {
            return try http(settings.authority)
        } catch {
            throw DomainError.invalid(
                "\(settings.authority ?? "") holds no certificate in PEM", field: "acme.authority")
        }
    }

    /// The existing account key. If it was sealed with another secret, a new key, and with it a new account.
    private func accountKey(_ state: inout ACMEState) throws -> ACMEAccountKey {
        if case .opened(let pem) = try sealer.read(settings.accountKey, for: Self.purpose),
            let key = try? P256.Signing.PrivateKey(pemRepresentation: pem)
        {
            return ACMEAccountKey(key: key)
        }
        let key = P256.Signing.PrivateKey()
        try sealer.write(key.pemRepresentation, to: settings.accountKey, for: Self.purpose)
        state.account = nil
        return ACMEAccountKey(key: key)
    }

    /// Checks the new certificate: the authority's mistake must not replace a working one.
    private func check(_ chain: String, _ key: P256.Signing.PrivateKey) throws {
        guard let document = try? PEMDocument.parseMultiple(pemString: chain).first,
            let leaf = try? Certificate(pemDocument: document), let facts = CertificateFacts(pem: Array(chain.utf8)),
            leaf.publicKey == Certificate.PublicKey(key.publicKey), Set(settings.names).isSubset(of: facts.names)
        else { throw ACMEProblem.unexpected("a certificate for something else") }
    }
}
