import Administration
import CLinux
import Files
import Foundation
import Gateway
import Logging
import NIOPosix
import Primitives
import Streaming

/// Facts about the running server and its machine.
struct MachineFacts: ServerFacts {
    let version = Rondo.version
    let startedAt: Timestamp
    private let settings: ServeSettings
    private let certificatePath: String
    private let running: RunningCertificate?
    /// Nil outside the server.
    private let scheduler: TranscodeScheduler?
    private let hasEncoder: Bool
    /// Nil outside the server.
    private let process: ServerHandover?
    private let confinement: ConfinementReport

    init(
        settings: ServeSettings, scheduler: TranscodeScheduler?, hasEncoder: Bool, running: RunningCertificate? = nil,
        process: ServerHandover? = nil
    ) {
        self.settings = settings
        self.process = process
        confinement = ConfinementReport(isServerConfined: process?.isConfined)
        startedAt = SystemWallClock().now()
        certificatePath = settings.shownCertificate
        self.running = running
        self.scheduler = scheduler
        self.hasEncoder = hasEncoder
    }

    func storage() async -> [StoragePart] {
        let data = settings.data
        let parts = [
            ("database", [data.database, data.database + "-wal"]), ("images", [data.images]),
            ("covers", [data.artworkCache]), ("converted", [data.transcodingCache]),
            ("recognition", [data.recognition]), ("imports", [data.imports]),
        ]
        let sizes = try? await NIOThreadPool.singleton.runIfActive {
            parts.map { StoragePart(name: $0.0, bytes: $0.1.reduce(0) { $0 + Self.size(of: $1) }) }
        }
        return sizes ?? []
    }

    func disks(of libraries: [(name: String, path: String)]) async -> [DiskSpace] {
        await withTaskGroup(of: (Int, DiskSpace).self) { group in
            for (number, disk) in ([(name: "data", path: settings.data.path)] + libraries).enumerated() {
                group.addTask {
                    let space = try? await Self.diskThreads.run(for: Array(disk.path.utf8), within: .seconds(3)) {
                        Self.space(of: disk.path, name: disk.name, isLibrary: number > 0)
                    }
                    // Nothing is known of a disk that does not answer.
                    return (number, space ?? DiskSpace(name: disk.name, isLibrary: number > 0, free: nil, total: nil))
                }
            }
            return await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    func certificate() async -> CertificateState? {
        let (path, authority, source) = (certificatePath, settings.authorityFiles, running?.source)
        let state = try? await NIOThreadPool.singleton.runIfActive { [settings] in
            guard let facts = source?.facts ?? CertificateFacts(path: path) else { return nil as CertificateState? }
            let isOwn = settings.certificate == nil && (source?.files.chain ?? path) == authority.certificate
            return facts.state(
                isOwn: isOwn, authority: isOwn ? authority.facts : nil,
                // The dates of the certificate in use show its own problem.
                problem: facts.flaw(at: Date()) == nil ? source?.problem : nil,
                orderProblem: settings.acme?.state?.problem)
        }
        return state ?? nil
    }

    func conversions() async -> (running: Int, waiting: Int, arePossible: Bool) {
        let load = scheduler?.load
        return (load?.running ?? 0, load?.waiting ?? 0, hasEncoder)
    }

    func warnings() async -> [ServerWarning] {
        let missing = await confinement.missing()
        let refused = (process?.notes?.refused() ?? []).map {
            ServerWarning(.requestRefused, isUrgent: true, detail: $0.label)
        }
        guard !missing.isEmpty else { return refused }
        return refused + [
            ServerWarning(.confinementPartial, isUrgent: false, detail: missing.joined(separator: ", "))
        ]
    }

    private static let diskThreads = LibraryThreads()

    private static func space(of path: String, name: String, isLibrary: Bool) -> DiskSpace {
        let facts =
            FileManager.default.isReadableFile(atPath: path)
            ? try? FileManager.default.attributesOfFileSystem(forPath: path) : nil
        return DiskSpace(
            name: name, isLibrary: isLibrary, free: (facts?[.systemFreeSize] as? NSNumber)?.int64Value,
            total: (facts?[.systemSize] as? NSNumber)?.int64Value)
    }

    /// The size in bytes of a file, or of everything below a folder; 0 where it does not exist.
    private static func size(of path: String) -> Int64 {
        let manager = FileManager.default
        guard let facts = try? manager.attributesOfItem(atPath: path) else { return 0 }
        guard facts[.type] as? FileAttributeType == .typeDirectory else {
            return (facts[.size] as? NSNumber)?.int64Value ?? 0
        }
        guard let files = manager.enumerator(atPath: path) else { return 0 }
        var total: Int64 = 0
        while files.nextObject() != nil {
            total += (files.fileAttributes?[.size] as? NSNumber)?.int64Value ?? 0
        }
        return total
    }
}

extension CertificateFacts {
    /// - Parameter problem: the reason why the files' certificate is not in use.
    func state(isOwn: Bool, authority: AuthorityFacts? = nil, problem: String? = nil, orderProblem: String? = nil)
        -> CertificateState
    {
        CertificateState(
            subject: subject, issuer: issuer, names: names, from: Timestamp(from), until: Timestamp(until),
            fingerprint: fingerprint, isOwn: isOwn,
            authority: authority.map {
                AuthorityState(path: $0.path, until: Timestamp($0.until), isConstrained: $0.isConstrained)
            }, problem: problem, orderProblem: orderProblem)
    }
}

extension Timestamp {
    init(_ date: Date) {
        self.init(milliseconds: Int64((date.timeIntervalSince1970 * 1000).rounded()))
    }
}

/// The number of descriptors that this process may have, and of connections that they are enough for.
enum OpenFiles {
    /// The descriptors of the database, the libraries' folders, the parsing processes and the runtime.
    private static let reserve = 256

    /// Raises the soft limit to the connections' needs, a socket and a file each, and lowers the number of connections
    /// to what the hard limit allows.
    static func fit(_ limits: ConnectionLimits, logger: Logger) -> ConnectionLimits {
        let wanted = limits.connections * 2 + reserve
        let allowed = rondo_raise_open_files(UInt64(wanted))
        guard allowed > 0, allowed < UInt64(wanted) else { return limits }
        var fitted = limits
        fitted.connections = max(16, (Int(allowed) - reserve) / 2)
        // The default exceeds the limits of many systems, and those limits are plenty: only an explicit setting
        // deserves a warning.
        let isDefault = limits.connections == ConnectionLimits().connections
        logger.log(
            level: isDefault ? .info : .warning,
            "The limit of open files allows fewer connections than limits.connections asks for",
            metadata: ["limits.connections": "\(fitted.connections)", "limits.open-files": "\(allowed)"])
        return fitted
    }
}
