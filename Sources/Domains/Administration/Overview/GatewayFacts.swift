package import Primitives

/// What the running gateway knows about itself and its machine.
package protocol GatewayFacts: Sendable {
    var version: String { get }
    var startedAt: Timestamp { get }
    /// What the data folder's parts take.
    func storage() async -> [StoragePart]
    /// The disks of the data folder and of the libraries.
    func disks(of libraries: [(name: String, path: String)]) async -> [DiskSpace]
    /// Nil where it cannot be read.
    func certificate() async -> CertificateState?
    /// What admins should know of this process and of how it is confined.
    func warnings() async -> [GatewayWarning]
    /// Conversions that run and that wait, and whether there is anything to convert with.
    func conversions() async -> (running: Int, waiting: Int, arePossible: Bool)
}
