package import Foundation
import Primitives
import Synchronization

/// The source and the names of the public certificate.
package struct ACMESettings: Sendable {
    package static let letsEncrypt = "https://acme-v02.api.letsencrypt.org/directory"

    package let directory: String
    /// The contact address for the authority; nil for none.
    package let email: String?
    /// The names of the certificate.
    package let names: [String]
    /// A PEM file of a certificate authority to trust for the directory's connection, beside the system's.
    package let authority: String?
    /// The folder of the account's key, the certificate and the state.
    package let folder: String

    package init(directory: String, email: String?, names: [String], authority: String?, folder: String) {
        self.directory = directory
        self.email = email
        self.names = names
        self.authority = authority
        self.folder = folder
    }

    package var files: CertificateSource.Files {
        CertificateSource.Files(chain: folder + "/server.pem", key: folder + "/server.key")
    }

    var accountKey: String { folder + "/account.key" }
    private var stateFile: String { folder + "/state.json" }
    /// The file that requests a new certificate at once.
    private var renewalRequest: String { folder + "/renew" }

    /// The state of orders; nil before the first attempt.
    package var state: ACMEState? {
        guard let bytes = (try? PrivateFile.read(stateFile)) ?? nil else { return nil }
        return try? JSONDecoder().decode(ACMEState.self, from: Data(bytes))
    }

    func store(_ state: ACMEState) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        try PrivateFile.write(try encoder.encode(state), to: stateFile)
    }

    /// Makes the running server order a new certificate at its next check.
    package func requestRenewal() throws {
        try PrivateFolder.make(folder)
        try PrivateFile.write([], to: renewalRequest)
    }

    var isRenewalRequested: Bool { FileManager.default.fileExists(atPath: renewalRequest) }

    func forgetRequest() {
        try? FileManager.default.removeItem(atPath: renewalRequest)
    }

    /// The site's names that a public authority can certify: no addresses, and no names of a local network.
    package static func publicNames(_ names: [String]) -> [String] {
        let local = [".local", ".localhost", ".internal", ".home.arpa", ".lan", ".onion"]
        return names.map { $0.lowercased() }.filter { name in
            name.contains(".") && !name.hasPrefix("*") && IPAddress(name) == nil
                && HostField.name(in: name) == name && !local.contains { name.hasSuffix($0) }
        }
    }
}

/// The stored state of certificate orders.
package struct ACMEState: Codable, Sendable, Equatable {
    package var directory: String
    /// The account's URL at that directory.
    package var account: String?
    package var names: [String] = []
    package var lastAttempt: Date?
    package var lastSuccess: Date?
    /// The earliest time of the next attempt.
    package var nextAttempt: Date?
    /// The number of failed attempts in a row.
    package var failures = 0
    /// The reason for the last failure, as a sentence.
    package var problem: String?
}

/// The answers of the plain listener to the authority's validation of a name (RFC 8555 §8.3).
package final class ChallengeTokens: Sendable {
    private static let path = "/.well-known/acme-challenge/"
    private let answers = Mutex<[String: String]>([:])

    package init() {}

    /// Whether the text is base64url of at least 128 bits and limited length.
    static func isToken(_ text: String) -> Bool {
        (22...256).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                    || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
            }
    }

    func add(_ token: String, _ answer: String) {
        answers.withLock { $0[token] = answer }
    }

    func remove(_ token: String) {
        answers.withLock { $0[token] = nil }
    }

    /// The answer; nil unless a validation of this token is in progress.
    func answer(to target: String) -> String? {
        guard target.hasPrefix(Self.path) else { return nil }
        return answers.withLock { $0[String(target.dropFirst(Self.path.count))] }
    }
}
