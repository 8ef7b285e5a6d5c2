import Foundation
import Glibc

/// A certificate authority that speaks RFC 8555 (the Debian package `pebble`), with a name server that resolves every
/// name to this machine.
package final class Pebble: Sendable {
    private static let program = "/usr/bin/pebble"

    /// The address of its ACME directory.
    package let directory: String
    private let rootAddress: String
    private let authority: String
    private let processes: [ChildProcess]

    /// - Parameters:
    ///   - certificate, key, authority: PEM files of its own TLS certificate for `localhost`, and of the authority that
    ///     a client must trust for it.
    ///   - httpPort: the port at which it requests the answers to its challenges.
    ///   - refusals: the percentage of valid nonces that it refuses.
    package init(
        in folder: TemporaryFolder, certificate: String, key: String, authority: String, httpPort: Int,
        refusals: Int = 0
    ) async throws {
        guard FileManager.default.isExecutableFile(atPath: Self.program) else { throw Missing() }
        let ports = try (0..<4).map { _ in try Self.freePort() }
        directory = "https://localhost:\(ports[0])/dir"
        rootAddress = "https://localhost:\(ports[1])/roots/0"
        self.authority = authority
        let settings: [String: Any] = [
            "pebble": [
                "listenAddress": "127.0.0.1:\(ports[0])", "managementListenAddress": "127.0.0.1:\(ports[1])",
                "certificate": certificate, "privateKey": key, "httpPort": httpPort, "tlsPort": 1,
                "ocspResponderURL": "", "externalAccountBindingRequired": false,
            ]
        ]
        let file = folder.path + "/pebble.json"
        try JSONSerialization.data(withJSONObject: settings).write(to: URL(fileURLWithPath: file))
        let names = try ChildProcess([
            Self.program + "-challtestsrv", "-dns01", "127.0.0.1:\(ports[2])", "-http01", "", "-https01", "",
            "-tlsalpn01", "", "-management", "127.0.0.1:\(ports[3])", "-defaultIPv4", "127.0.0.1", "-defaultIPv6", "",
        ])
        let log = open(folder.path + "/pebble.log", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(log) }
        let pebble = try ChildProcess(
            [Self.program, "-config", file, "-dnsserver", "127.0.0.1:\(ports[2])"],
            environment: ProcessInfo.processInfo.environment.merging([
                "PEBBLE_VA_NOSLEEP": "1", "PEBBLE_WFE_NONCEREJECT": "\(refusals)", "PEBBLE_AUTHZREUSE": "0",
            ]) { $1 }, output: log, error: log)
        processes = [names, pebble]
        let directory = directory
        try await waitUntil("the certificate authority answers", within: .seconds(60)) {
            guard pebble.isRunning, names.isRunning else { throw Missing() }
            return try await Self.get(directory, trusting: authority) != nil
        }
    }

    deinit {
        processes.forEach { $0.signal(SIGKILL) }
    }

    /// The root certificate of the certificates that it issues, in PEM.
    package func root() async throws -> String? {
        try await Self.get(rootAddress, trusting: authority)
    }

    private static func get(_ address: String, trusting authority: String) async throws -> String? {
        let reply = try await Program.run(
            "/usr/bin/curl", ["--silent", "--fail", "--max-time", "10", "--cacert", authority, address])
        return reply.status == 0 ? reply.output : nil
    }

    /// A port on which nobody is listening at the moment.
    package static func freePort() throws -> Int {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 ? getsockname(descriptor, $0, &length) : -1
            }
        }
        guard status == 0 else { throw CocoaError(.fileReadUnknown) }
        return Int(UInt16(bigEndian: address.sin_port))
    }

    package struct Missing: Error, CustomStringConvertible {
        package let description = "pebble cannot be run: apt-get install pebble"
    }
}
