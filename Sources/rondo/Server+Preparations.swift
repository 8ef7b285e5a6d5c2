import Accounts
import Catalog
import Foundation
import Gateway
import Journal
import Logging
import Media
import Primitives
import SQLiteStore
import Statistics

/// What the server puts in order before it opens its doors.
extension Server {
    /// Finishes a rotation that was cut off, and says what the key file cannot open.
    func prepareDeviceKeys(_ instance: Instance) async throws {
        try await instance.deviceKeys.reseal(by: .gateway)
        let lost = try await instance.deviceKeys.lostCount()
        if lost > 0 {
            logger.error(
                "Device keys cannot be used: they were made with a key file that is not there",
                metadata: ["keys": "\(lost)", "file": "\(settings.data.deviceKeyRing)"])
        }
    }

    /// Adds the folder of `--music`, or makes the demo library where there is nothing to play.
    func prepareMusic(_ instance: Instance) async throws {
        let known = try await instance.libraries.list(as: Instance.operatorPrincipal)
        var folder = settings.music
        var name = "Music"
        if folder == nil, known.isEmpty {
            try await DemoLibrary().make(at: settings.data.demo)
            folder = settings.data.demo
            name = "Demo"
        }
        guard let folder else { return }
        let canonical = URL(fileURLWithPath: folder).resolvingSymlinksInPath().path
        guard !known.contains(where: { $0.library.displayPath == canonical }) else { return }
        _ = try await instance.libraries.add(
            name: name, path: Array(canonical.utf8), as: Instance.operatorPrincipal, by: .gateway)
    }

    /// Days and hours of plays are those of the zone that the gateway is set to.
    func prepareStatistics(_ instance: Instance) async throws {
        if try await instance.statisticsStore.use(settings.timeZone) {
            logger.notice(
                "Statistics were added up anew for the time zone", metadata: ["zone": "\(settings.timeZone.identifier)"]
            )
        }
    }

    /// The operator's certificate, or one of the gateway's own authority, which is renewed in time.
    func prepareCertificates() throws -> (
        source: CertificateSource, renewal: (@Sendable () throws -> Void)?
    ) {
        if let (chain, key) = settings.certificate {
            return (try CertificateSource(chainPath: chain, keyPath: key), nil)
        }
        let unspecified = ["0.0.0.0", "::"]
        let authority = DevelopmentAuthority(
            folder: settings.certificateFolder, names: siteNames.filter { !unspecified.contains($0) })
        try authority.prepare()
        return (
            try CertificateSource(chainPath: authority.certificatePath, keyPath: authority.keyPath),
            { try authority.prepare() }
        )
    }
}
