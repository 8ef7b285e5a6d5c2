import Accounts
import Catalog
import Foundation
import Journal
import Logging
import Media
import Primitives

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
}
