package import Foundation
import Primitives

/// Where public certificates come from, and what for.
package struct ACMESettings: Sendable {
    package static let letsEncrypt = "https://acme-v02.api.letsencrypt.org/directory"

    package let directory: String
    /// Where the authority writes to about the account; nil for nowhere.
    package let email: String?
    /// The names that the certificate is for.
    package let names: [String]
    /// A PEM file of an authority to trust beside the system's when talking to the directory.
    package let authority: String?
    /// Where the account's key, the certificate and what is going on are stored.
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
    /// Its being there asks for a new certificate at once.
    private var wish: String { folder + "/renew" }

    /// What is going on; nil before anything did.
    package var state: ACMEState? {
        guard let bytes = (try? PrivateFile.read(stateFile)) ?? nil else { return nil }
        return try? JSONDecoder().decode(ACMEState.self, from: Data(bytes))
    }

    func store(_ state: ACMEState) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        try PrivateFile.write(try encoder.encode(state), to: stateFile)
    }

    /// Has the running server order a new certificate at its next look.
    package func requestRenewal() throws {
        try prepare()
        try PrivateFile.write([], to: wish)
    }

    var isRenewalRequested: Bool { FileManager.default.fileExists(atPath: wish) }

    func forgetRequest() {
        try? FileManager.default.removeItem(atPath: wish)
    }

    func prepare() throws {
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw DomainError(.unavailable, "The folder \(folder) cannot be made")
        }
    }

    /// Names of the site that a public authority could vouch for: no addresses, and none of a local network.
    package static func publicNames(_ names: [String]) -> [String] {
        let local = [".local", ".localhost", ".internal", ".home.arpa", ".lan", ".onion"]
        return names.map { $0.lowercased() }.filter { name in
            name.contains(".") && !name.hasPrefix("*") && IPAddressBytes(name) == nil
                && HostField.name(in: name) == name && !local.contains { name.hasSuffix($0) }
        }
    }
}

/// How the orders of certificates are getting on, as it is stored.
package struct ACMEState: Codable, Sendable, Equatable {
    package var directory: String
    /// The account's address at that directory.
    package var account: String?
    package var names: [String] = []
    package var lastAttempt: Date?
    package var lastSuccess: Date?
    /// Nothing is tried before.
    package var nextAttempt: Date?
    /// Attempts in a row that came to nothing.
    package var failures = 0
    /// Why the last attempt came to nothing, as a sentence.
    package var problem: String?

    package init(directory: String) {
        self.directory = directory
    }
}
