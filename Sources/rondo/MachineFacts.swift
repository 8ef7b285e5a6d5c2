import Administration
import Foundation
import Gateway
import Media
import NIOPosix
import Primitives
import Streaming

/// What the running server and its machine tell of themselves.
struct MachineFacts: GatewayFacts {
    let version = Rondo.version
    let startedAt: Timestamp
    private let data: DataFolder
    private let certificatePath: String
    private let isOwnCertificate: Bool
    /// Nil outside the server.
    private let desk: TranscodeDesk?
    private let hasEncoder: Bool

    init(settings: ServeSettings, desk: TranscodeDesk?, hasEncoder: Bool) {
        startedAt = SystemWallClock().now()
        data = settings.data
        let authority = DevelopmentAuthority(folder: settings.certificateFolder, names: [])
        certificatePath = settings.certificate?.chain ?? authority.certificatePath
        isOwnCertificate = settings.certificate == nil
        self.desk = desk
        self.hasEncoder = hasEncoder
    }

    func storage() async -> [StoragePart] {
        let parts = [
            ("database", [data.database, data.database + "-wal"]), ("images", [data.images]),
            ("covers", [data.artworkCache]), ("converted", [data.transcodingCache]), ("imports", [data.imports]),
        ]
        let sizes = try? await NIOThreadPool.singleton.runIfActive {
            parts.map { StoragePart(name: $0.0, bytes: $0.1.reduce(0) { $0 + Self.size(of: $1) }) }
        }
        return sizes ?? []
    }

    func disks(of libraries: [(name: String, path: String)]) async -> [DiskSpace] {
        let data = data.path
        let disks = try? await NIOThreadPool.singleton.runIfActive {
            [Self.space(of: data, name: "data", isLibrary: false)]
                + libraries.map { Self.space(of: $0.path, name: $0.name, isLibrary: true) }
        }
        return disks ?? []
    }

    func certificate() async -> CertificateState? {
        let path = certificatePath
        let isOwn = isOwnCertificate
        let state = try? await NIOThreadPool.singleton.runIfActive { CertificateFacts.state(of: path, isOwn: isOwn) }
        return state ?? nil
    }

    func conversions() async -> (running: Int, waiting: Int, arePossible: Bool) {
        let load = desk?.load
        return (load?.running ?? 0, load?.waiting ?? 0, hasEncoder)
    }

    private static func space(of path: String, name: String, isLibrary: Bool) -> DiskSpace {
        let facts =
            FileManager.default.isReadableFile(atPath: path)
            ? try? FileManager.default.attributesOfFileSystem(forPath: path) : nil
        return DiskSpace(
            name: name, isLibrary: isLibrary, free: (facts?[.systemFreeSize] as? NSNumber)?.int64Value,
            total: (facts?[.systemSize] as? NSNumber)?.int64Value)
    }

    /// Of a file, or of everything below a folder; 0 for what is not there.
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
    /// Nil where no certificate can be read. Blocks.
    static func state(of path: String, isOwn: Bool) -> CertificateState? {
        guard let facts = CertificateFacts(path: path) else { return nil }
        func stamp(_ date: Date) -> Timestamp {
            Timestamp(milliseconds: Int64((date.timeIntervalSince1970 * 1000).rounded()))
        }
        return CertificateState(
            subject: facts.subject, issuer: facts.issuer, names: facts.names, from: stamp(facts.from),
            until: stamp(facts.until), fingerprint: facts.fingerprint, isOwn: isOwn)
    }
}
