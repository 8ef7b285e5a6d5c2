import Foundation
import Glibc
package import Testing

/// A program or a right that some tests need and a machine may lack. `Tests/run` lists the tests that it skipped for
/// lack of one, and fails in CI.
package enum Requirement: Sendable {
    /// The third-party client libraries and an SMTP server, in the Python that RONDO_CLIENTS_PYTHON names.
    case clients
    /// axe-core, from that Python's package `axe-playwright-python`.
    case axe
    case prometheus
    /// A renderer (gmediarender) in a network namespace.
    case renderer
    /// Unprivileged mount namespaces.
    case mountNamespaces
    /// strace and the right to attach it to processes.
    case tracing

    package var isMet: Bool {
        switch self {
        case .clients: Self.python != nil
        case .axe: Self.axeScript != nil
        case .prometheus: Self.isProgram(Self.prometheusPath)
        case .renderer: geteuid() == 0 && Self.isProgram(Self.rendererPath) && Self.canMakeNetworks
        case .mountNamespaces: SmallDisk.isAvailable
        case .tracing: FaultInjector.isAvailable
        }
    }

    var comment: Comment {
        switch self {
        case .clients: "needs the Python packages of Tests/Clients/requirements.txt (RONDO_CLIENTS_PYTHON)"
        case .axe: "needs axe-core (the Python package axe-playwright-python)"
        case .prometheus: "needs prometheus"
        case .renderer: "needs gmediarender, iproute2, and root for network namespaces"
        case .mountNamespaces: "needs unprivileged mount namespaces"
        case .tracing: "needs strace and the right to attach it"
        }
    }

    package static let prometheusPath = "/usr/bin/prometheus"
    package static let rendererPath = "/usr/bin/gmediarender"

    /// The Python with the third-party client libraries.
    package static var python: String? { ProcessInfo.processInfo.environment["RONDO_CLIENTS_PYTHON"] }

    /// The path of `axe.min.js`: the value of RONDO_AXE, or a file in that Python's packages.
    package static let axeScript: String? = {
        if let path = ProcessInfo.processInfo.environment["RONDO_AXE"], !path.isEmpty { return path }
        guard let python else { return nil }
        let library = URL(fileURLWithPath: python).deletingLastPathComponent().appendingPathComponent("../lib")
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: library.path)) ?? []
        return versions.map { library.path + "/" + $0 + "/site-packages/axe_playwright_python/axe.min.js" }
            .first { FileManager.default.fileExists(atPath: $0) }
    }()

    private static let canMakeNetworks: Bool = {
        let trial = "ip link add rondotry type veth peer name rondotry2"
        guard let process = try? ChildProcess(["/usr/bin/unshare", "-n", "/bin/sh", "-c", trial]) else { return false }
        process.waitUntilEnded()
        while process.status == nil { usleep(1000) }
        return process.status == 0
    }()

    private static func isProgram(_ path: String) -> Bool { FileManager.default.isExecutableFile(atPath: path) }
}

extension Trait where Self == ConditionTrait {
    package static func needs(_ requirement: Requirement) -> Self {
        .enabled(if: requirement.isMet, requirement.comment)
    }
}
